import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../../api/queries.js'
import { lastPart } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Field } from '../../kit/field.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { formText } from '../../kit/form-text.js'
import { PickField } from '../../kit/pick-field.js'
import { addressOf, type FILE_TYPES, type Item, type Place, type ShelfKind } from './kinds.js'
import { createMemory, saveFile } from './queries.js'

interface NewItemProps {
  readonly place: Place
  readonly type: (typeof FILE_TYPES)[ShelfKind]
  readonly taken: readonly Item[]
  readonly onMade: (address: string) => void
  readonly onClose: () => void
}

type Scope = 'user' | 'project'

const MEMORY = { claude: 'CLAUDE.md', codex: 'AGENTS.md' } as const

/** What a new file begins with. */
const startOf = (type: NewItemProps['type'], name: string): string => {
  const plain = lastPart(name)
  if (type === 'hook-script') return '#!/bin/sh\n'
  if (type === 'rule') return ''
  if (type === 'memory') return '# Rules\n'
  return `---\nname: ${plain}\ndescription: \n---\n`
}

/** Asks for the name and the scope of a new file. */
export function NewItem({ place, type, taken, onMade, onClose }: NewItemProps) {
  const t = useWords()
  const queries = useQueryClient()
  const { tool, project, isProjectOnly } = place
  const isMemory = type === 'memory'
  const scopeIn = (form: FormData): Scope =>
    isProjectOnly || formText(form, 'scope') === 'project' ? 'project' : 'user'
  const send = async (form: FormData): Promise<void> => {
    const scope = scopeIn(form)
    const name = isMemory ? MEMORY[tool] : formText(form, 'name')
    if (isMemory && scope === 'project' && project !== undefined) await createMemory(tool, project)
    else {
      const file = { scope, type, name, ...(project === undefined ? {} : { cwd: project }) }
      await saveFile(tool, file, startOf(type, name), null)
    }
    await queries.invalidateQueries({ queryKey: keys.config })
    onMade(addressOf({ scope, name }))
  }
  const check = (form: FormData): Readonly<Record<string, string>> => {
    const [scope, name] = [scopeIn(form), isMemory ? MEMORY[tool] : formText(form, 'name')]
    const isTaken = taken.some((item) => item.scope === scope && item.name === name)
    return isTaken ? { [isMemory ? 'scope' : 'name']: t('config:taken') } : {}
  }
  const scopes: readonly (readonly [Scope, string])[] = [
    ...(isProjectOnly ? [] : [['user', t('config:source.user')] as const]),
    ...(project === undefined ? [] : [['project', lastPart(project)] as const]),
  ]
  return (
    <FormDialog title={t(`config:new.${type}`)} action={t('config:create')} send={send} check={check} onClose={onClose}>
      {!isMemory && <Field name="name" label={t('config:name')} autoFocus />}
      <PickField
        name="scope"
        label={t('config:for')}
        value={project === undefined ? 'user' : 'project'}
        options={scopes}
      />
    </FormDialog>
  )
}
