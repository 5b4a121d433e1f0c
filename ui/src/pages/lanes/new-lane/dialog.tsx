import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { slugOfTitle } from '../../../../../src/domain/git/slug.js'
import { branchWords, titleOfPrompt } from '../../../../../src/domain/lane/from-prompt.js'
import { issueIn } from '../../../../../src/domain/lane/issue.js'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { TOOL_IDS, type ToolId, TOOLS } from '../../../api/tools.js'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { notify } from '../../../kit/notices.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { Select } from '../../../kit/select.js'
import { withWords } from '../../../lazy/with-words.js'
import { orLaneFailure } from '../lane-failure.js'
import styles from './dialog.module.css'
import { type BranchChoice, BranchFields } from './branch-fields.js'
import { CloneFields, cloneBodyOf, type NeededLogin, neededLogin } from './clone-fields.js'
import { PathField } from './path-field.js'
import { type Preparation, PreparationFields } from './preparation-fields.js'
import { COUNTS, PromptFields, promptsOf, type Task } from './prompt-fields.js'
import { defaultTool, firstMode, STANDARD_MODE } from '../../../preferences/new-lanes.js'
import { lastRepository, remember, rememberedOf } from './remembered.js'
import { branchesQuery, directoriesQuery, preparationQuery } from './queries.js'

const NewRaceDialog = lazy(
  withWords('race', async () => ({ default: (await import('../../race/new-race/dialog.js')).NewRaceDialog })),
)

/** What the form is filled with. */
export interface NewLaneStart {
  readonly repository?: string
  readonly title?: string
  readonly base?: string
  /** What git said when the lane was created before. */
  readonly failure?: string | undefined
}

interface NewLaneDialogProps {
  readonly start: NewLaneStart
  readonly onClose: () => void
  readonly onCreated: (id: number) => void
  /** Several lanes were created at once. */
  readonly onSeveral: () => void
}

type Kind = 'worktree' | 'adopt' | 'clone'
type Started = RouteAnswer<'POST /api/lanes/new'>

/** Milliseconds in which the service refuses what cannot be done. */
const AT_ONCE_MS = 2000
const LONGEST_TITLE = 200
const PATH_EXAMPLE = '/home/ada/shop'
const branchNamed = (slug: string): string => `feat/${slug}`
/** Returns the branch name that the service derives from a title, if the name is free. */
const branchOf = (title: string): string => branchNamed(slugOfTitle(title))

/** Creates a lane: on a new worktree, or on a directory that exists. */
export function NewLaneDialog({ start, onClose, onCreated, onSeveral }: NewLaneDialogProps) {
  const t = useWords()
  const [kind, setKind] = useState<Kind>('worktree')
  const [title, setTitle] = useState(start.title ?? '')
  const [directory, setDirectory] = useState(start.repository ?? lastRepository() ?? '')
  const known = rememberedOf(directory)
  const [tool, setTool] = useState<ToolId>(known?.tool ?? defaultTool.get())
  const [choice, setChoice] = useState<BranchChoice>({ base: start.base ?? known?.base ?? '', existing: null })
  const { base, existing } = choice
  const [permissionMode, setPermissionMode] = useState(known?.permissionMode ?? firstMode())
  const [wanted, setWanted] = useState<Preparation>({ fetch: known?.fetch ?? false, setup: known?.setup ?? null })
  const [task, setTask] = useState<Task>({ prompt: '', isByLine: false, count: '1' })
  const prompts = kind === 'worktree' ? promptsOf(task) : []
  const [prompt = ''] = prompts
  const modes = TOOLS[tool].capabilities.permissionModes
  const isWorktree = kind === 'worktree'
  const [login, setLogin] = useState<NeededLogin>()
  const [isCloning, setCloning] = useState(false)
  const [isRace, setRace] = useState(false)
  const { data: directories = [] } = useQuery(directoriesQuery)
  const { data: repository } = useQuery({ ...branchesQuery(directory), enabled: isWorktree && directory !== '' })
  const { data: preparation } = useQuery({ ...preparationQuery(directory), enabled: isWorktree && directory !== '' })
  // A script that is not the one that was allowed does not run.
  const setup = wanted.setup !== null && wanted.setup === preparation?.setup?.digest ? wanted.setup : null
  const prepared = { fetch: existing === null && wanted.fetch, setup }
  const branch = existing === null ? (base === '' ? {} : { base }) : { existingBranch: existing.trim() }

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

  const startAgents = async (repo: string): Promise<void> => {
    const body = {
      ...(task.isByLine && new Set(prompts).size > 1 ? { prompts } : { prompt, count: prompts.length }),
      repo,
      tool,
      ...branch,
      ...(title.trim() === '' || prompts.length > 1 ? {} : { title: title.trim() }),
      ...(permissionMode === '' || !modes.includes(permissionMode) ? {} : { permissionMode }),
      ...prepared,
    }
    remember(repo, { tool, base, permissionMode, ...prepared })
    const starting = orLaneFailure(call('POST /api/lanes/new', { body }))
    if (setup === null) return started(await starting)
    // A setup takes minutes. What is refused is refused at once, while the prompt is still here.
    const early = await Promise.race([starting, new Promise<null>((resolve) => setTimeout(resolve, AT_ONCE_MS, null))])
    if (early !== null) return started(early)
    notify(t('lanes:new.settingUp', { count: prompts.length }))
    void starting.then(failures, (error: unknown) => notify(advice(error)))
    onSeveral()
  }

  const failures = ({ lanes, refused }: Started): void => {
    const [error] = [...lanes.flatMap((one) => one.error ?? []), ...refused]
    if (error !== undefined) notify(error.message)
  }

  const started = ({ lanes, refused }: Started): void => {
    const failed = lanes.filter(({ error }) => error !== null).length + refused.length
    if (failed > 0 && lanes.length > 1) notify(t('lanes:new.failed', { count: failed }))
    const [only] = lanes
    if (only !== undefined && lanes.length === 1) onCreated(only.lane.id)
    else onSeveral()
  }

  const send = async (form: FormData): Promise<void> => {
    if (kind === 'clone') return clone(form)
    if (prompts.length > 0) return startAgents(formText(form, 'sourceRepo'))
    const cwd = formText(form, isWorktree ? 'sourceRepo' : 'cwd')
    const common = { tool, ...(title.trim() === '' ? {} : { title: title.trim() }) }
    const { lane } = await orLaneFailure(
      isWorktree
        ? call('POST /api/lanes/worktree', {
            body: { ...common, sourceRepo: cwd, ...branch, ...prepared },
          })
        : call('POST /api/lanes', { body: { ...common, cwd } }),
    )
    onCreated(lane.id)
  }

  if (isRace)
    return (
      <Suspense>
        <NewRaceDialog start={{ prompt: task.prompt, repository: directory, base }} onClose={onClose} />
      </Suspense>
    )
  return (
    <FormDialog
      title={t('lanes:new.title')}
      action={
        prompts.length > 0
          ? t('lanes:new.start', { count: prompts.length })
          : t(isWorktree ? 'lanes:new.create' : kind === 'clone' ? 'lanes:new.cloneAction' : 'lanes:new.adopt')
      }
      send={send}
      check={(form) => complaintsOf(form, kind, prompts, existing)}
      complaints={failureOf(start)}
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
      {isWorktree && <PromptFields task={task} onChange={setTask} onRace={() => setRace(true)} />}
      {kind === 'clone' && <CloneFields login={login} isCloning={isCloning} />}
      <PathField
        key={kind === 'clone' ? 'parent' : 'folder'}
        name={isWorktree ? 'sourceRepo' : kind === 'clone' ? 'parent' : 'cwd'}
        label={t(isWorktree ? 'lanes:new.repository' : kind === 'clone' ? 'lanes:new.parent' : 'lanes:new.directory')}
        isFolder
        value={directory}
        placeholder={PATH_EXAMPLE}
        options={isWorktree ? directories.filter(({ isHome }) => !isHome) : directories}
        onChange={(path) => {
          setDirectory(path)
          const remembered = rememberedOf(path)
          setChoice({ base: remembered?.base ?? '', existing })
          setWanted({ fetch: remembered?.fetch ?? false, setup: remembered?.setup ?? null })
          if (remembered === undefined) return
          setTool(remembered.tool)
          setPermissionMode(remembered.permissionMode)
        }}
      />
      {prompts.length > 1 ? (
        <Branches prompts={prompts} />
      ) : (
        <div
          onInput={({ target }) => {
            if (target instanceof HTMLInputElement && target.name === 'title') setTitle(target.value)
          }}
        >
          <Field
            name="title"
            label={t(isWorktree && prompt === '' && existing === null ? 'lanes:new.name' : 'lanes:new.nameOptional')}
            value={title}
            placeholder={
              prompt === '' ? (existing ?? t('lanes:new.nameExample')) : titleOfPrompt(prompt, issueIn(prompt))
            }
            hint={
              kind === 'adopt' ? (
                t('lanes:new.adoptHint')
              ) : kind === 'clone' || existing !== null || (title.trim() === '' && prompt === '') ? undefined : (
                <>
                  {t('lanes:new.branch')}{' '}
                  <span className="mono">
                    {title.trim() === '' ? branchOf(branchWords(prompt, issueIn(prompt))) : branchOf(title)}
                  </span>
                </>
              )
            }
          />
        </div>
      )}
      {isWorktree && <BranchFields repository={repository} choice={choice} onChange={setChoice} />}
      {isWorktree && (
        <PreparationFields
          found={preparation}
          base={
            existing === null
              ? repository?.branches.find(({ name }) => name === (base === '' ? repository.current : base))
              : undefined
          }
          wanted={wanted}
          onChange={setWanted}
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
      {prompts.length > 0 && modes.length > 0 && (
        <div className={styles['row']}>
          <span>{t('lanes:start.permissionMode')}</span>
          <Select
            label={t('lanes:start.permissionMode')}
            value={permissionMode}
            options={[
              { value: '', label: modes.includes(STANDARD_MODE) ? STANDARD_MODE : t('lanes:start.default') },
              ...modes.filter((one) => one !== STANDARD_MODE).map((one) => ({ value: one, label: one })),
            ]}
            onChange={setPermissionMode}
          />
          {permissionMode === 'bypassPermissions' && (
            <p className="bad">{t('lanes:start.unguarded', { name: TOOLS[tool].name })}</p>
          )}
        </div>
      )}
    </FormDialog>
  )
}

/** The branches of several lanes. Names that are in use get a number. */
function Branches({ prompts }: { readonly prompts: readonly string[] }) {
  const t = useWords()
  const isSame = new Set(prompts).size === 1
  return (
    <div className={styles['row']}>
      <span>{t('lanes:new.branches')}</span>
      <ul className={styles['branches']}>
        {prompts.map((prompt, at) => (
          <li key={at} className="mono">
            {branchNamed(slugOfTitle(branchWords(prompt, issueIn(prompt))) + (isSame && at > 0 ? `-${at + 1}` : ''))}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What git said the last time, at the field that it is about. */
function failureOf({ failure, base }: NewLaneStart): Readonly<Record<string, string>> {
  if (failure === undefined) return {}
  return base !== undefined && base !== '' && failure.includes(base) ? { base: failure } : { sourceRepo: failure }
}

/** What is wrong before anything is sent, by field. */
function complaintsOf(
  form: FormData,
  kind: Kind,
  prompts: readonly string[],
  existing: string | null,
): Readonly<Record<string, string>> {
  const path = kind === 'worktree' ? 'sourceRepo' : kind === 'clone' ? 'parent' : 'cwd'
  const title = formText(form, 'title')
  return {
    ...(formText(form, path).startsWith('/') ? {} : { [path]: t('lanes:new.noPath') }),
    ...(title.length > LONGEST_TITLE ? { title: t('lanes:new.long', { count: title.length - LONGEST_TITLE }) } : {}),
    ...(kind === 'worktree' && title === '' && prompts.length === 0 && existing === null
      ? { title: t('lanes:new.noTitle') }
      : {}),
    ...(kind === 'worktree' && existing?.trim() === '' ? { existingBranch: t('lanes:new.noBranch') } : {}),
    ...(existing !== null && prompts.length > 1 ? { prompt: t('lanes:new.oneBranch') } : {}),
    ...(prompts.length > COUNTS.length ? { prompt: t('lanes:new.tooMany', { most: COUNTS.length }) } : {}),
  }
}
