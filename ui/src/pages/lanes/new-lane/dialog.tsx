import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { slugOfTitle } from '../../../../../src/domain/git/slug.js'
import { call } from '../../../api/call.js'
import { TOOL_IDS, type ToolId, TOOLS } from '../../../api/tools.js'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { orLaneFailure } from '../lane-failure.js'
import styles from './dialog.module.css'
import { CloneFields, cloneBodyOf, type NeededLogin, neededLogin } from './clone-fields.js'
import { PathField } from './path-field.js'
import { branchesQuery, directoriesQuery } from './queries.js'

/** What the form is filled with. */
export interface NewLaneStart {
  readonly repository?: string
  readonly title?: string
  readonly base?: string
}

interface NewLaneDialogProps {
  readonly start: NewLaneStart
  readonly onClose: () => void
  readonly onCreated: (id: number) => void
}

type Kind = 'worktree' | 'adopt' | 'clone'
const LONGEST_TITLE = 200
const PATH_EXAMPLE = '/home/ada/shop'
/** Returns the branch name that the service derives from a title, if the name is free. */
const branchOf = (title: string): string => `feat/${slugOfTitle(title)}`

/** Creates a lane: on a new worktree, or on a directory that exists. */
export function NewLaneDialog({ start, onClose, onCreated }: NewLaneDialogProps) {
  const t = useWords()
  const [kind, setKind] = useState<Kind>('worktree')
  const [tool, setTool] = useState<ToolId>('cli_a')
  const [title, setTitle] = useState(start.title ?? '')
  const [directory, setDirectory] = useState(start.repository ?? '')
  const [base, setBase] = useState(start.base ?? '')
  const isWorktree = kind === 'worktree'
  const [login, setLogin] = useState<NeededLogin>()
  const [isCloning, setCloning] = useState(false)
  const { data: directories = [] } = useQuery(directoriesQuery)
  const { data: repository } = useQuery({ ...branchesQuery(directory), enabled: isWorktree && directory !== '' })
  const branches = repository?.branches ?? []

  const clone = async (form: FormData): Promise<void> => {
    setCloning(true)
    try {
      const named = title.trim() === '' ? {} : { title: title.trim() }
      const body = { ...cloneBodyOf(form), ...named, parent: directory, tool }
      const { lane } = await orLaneFailure(call('POST /api/lanes/clone', { body }))
      onCreated(lane.id)
    } catch (error) {
      setLogin(neededLogin(error))
      throw error
    } finally {
      setCloning(false)
    }
  }

  const send = async (form: FormData): Promise<void> => {
    if (kind === 'clone') return clone(form)
    const cwd = formText(form, isWorktree ? 'sourceRepo' : 'cwd')
    const common = { tool, ...(title.trim() === '' ? {} : { title: title.trim() }) }
    const { lane } = await orLaneFailure(
      isWorktree
        ? call('POST /api/lanes/worktree', {
            body: { ...common, sourceRepo: cwd, ...(base === '' ? {} : { base }) },
          })
        : call('POST /api/lanes', { body: { ...common, cwd } }),
    )
    onCreated(lane.id)
  }

  return (
    <FormDialog
      title={t('lanes:new.title')}
      action={t(isWorktree ? 'lanes:new.create' : kind === 'clone' ? 'lanes:new.cloneAction' : 'lanes:new.adopt')}
      send={send}
      check={(form) => complaintsOf(form, kind)}
      onClose={onClose}
    >
      <div className={styles['choice']}>
        <SegmentedControl<Kind>
          label={t('lanes:new.kind')}
          hidesLabel
          name="kind"
          value={kind}
          options={[
            ['worktree', t('lanes:new.worktree')],
            ['adopt', t('lanes:new.existing')],
            ['clone', t('lanes:new.clone')],
          ]}
          onChange={setKind}
        />
      </div>
      {kind === 'clone' && <CloneFields login={login} isCloning={isCloning} />}
      <PathField
        key={kind === 'clone' ? 'parent' : 'folder'}
        name={isWorktree ? 'sourceRepo' : kind === 'clone' ? 'parent' : 'cwd'}
        label={t(isWorktree ? 'lanes:new.repository' : kind === 'clone' ? 'lanes:new.parent' : 'lanes:new.directory')}
        isFolder
        value={directory}
        placeholder={PATH_EXAMPLE}
        options={directories}
        onChange={(path) => {
          setDirectory(path)
          setBase('')
        }}
      />
      <div
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'title') setTitle(target.value)
        }}
      >
        <Field
          name="title"
          label={t(isWorktree ? 'lanes:new.name' : 'lanes:new.nameOptional')}
          value={title}
          placeholder={t('lanes:new.nameExample')}
          hint={
            kind === 'adopt' ? (
              t('lanes:new.adoptHint')
            ) : kind === 'clone' ? undefined : title.trim() === '' ? undefined : (
              <>
                {t('lanes:new.branch')} <span className="mono">{branchOf(title)}</span>
              </>
            )
          }
        />
      </div>
      {isWorktree && (
        <PathField
          name="base"
          label={t('lanes:new.base')}
          value={base}
          placeholder={repository?.current ?? t('lanes:new.baseDefault')}
          options={branches.map(({ name, sha }) => ({ value: name, label: name, note: sha.slice(0, 7) }))}
          onChange={setBase}
        />
      )}
      <div className={styles['choice']}>
        <SegmentedControl<ToolId>
          label={t('lanes:new.tool')}
          name="tool"
          value={tool}
          options={TOOL_IDS.map((id) => [id, TOOLS[id].name] as const)}
          onChange={setTool}
        />
      </div>
    </FormDialog>
  )
}

/** What is wrong before anything is sent, by field. */
function complaintsOf(form: FormData, kind: Kind): Readonly<Record<string, string>> {
  const path = kind === 'worktree' ? 'sourceRepo' : kind === 'clone' ? 'parent' : 'cwd'
  const title = formText(form, 'title')
  return {
    ...(formText(form, path).startsWith('/') ? {} : { [path]: t('lanes:new.noPath') }),
    ...(title.length > LONGEST_TITLE ? { title: t('lanes:new.long', { count: title.length - LONGEST_TITLE }) } : {}),
    ...(kind === 'worktree' && title === '' ? { title: t('lanes:new.noTitle') } : {}),
  }
}
