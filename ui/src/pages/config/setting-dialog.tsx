import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import { lastPart } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Field } from '../../kit/field.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { formText } from '../../kit/form-text.js'
import { notify } from '../../kit/notices.js'
import { PickField } from '../../kit/pick-field.js'
import { HIDDEN } from './hidden-text.js'
import type { Place } from './kinds.js'

export type SettingsScope = 'user' | 'project' | 'local'

interface SettingDialogProps {
  readonly place: Place
  /** The names above each other; empty for a new setting. */
  readonly path: readonly string[]
  /** What it is in each file; without an entry, the file does not have it. */
  readonly values: ReadonlyMap<SettingsScope, unknown>
  readonly scope: SettingsScope
  readonly onClose: () => void
}

/** Parses what a user typed: JSON, or else a text. */
const valueIn = (typed: string): unknown => {
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return typed
  }
}

/** Returns a value as a user would type it. */
const typedAs = (value: unknown): string =>
  typeof value === 'string' && typeof valueIn(value) === 'string' ? value : JSON.stringify(value)

const nested = (path: readonly string[], value: unknown): Readonly<Record<string, unknown>> =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Readonly<Record<string, unknown>>

/** Changes one setting of Claude Code, in the file that the user chooses. An empty value removes it there. */
export function SettingDialog({ place: { project }, path, values, scope, onClose }: SettingDialogProps) {
  const t = useWords()
  const queries = useQueryClient()
  const isNew = path.length === 0
  const patch = async (where: SettingsScope, change: Readonly<Record<string, unknown>>): Promise<void> => {
    await call('PATCH /api/cc-config/settings', {
      body: { scope: where, patch: change, ...(project === undefined ? {} : { cwd: project }) },
    })
    await queries.invalidateQueries({ queryKey: keys.config })
  }
  const send = async (form: FormData): Promise<void> => {
    const where = SCOPES.find((known) => known === formText(form, 'scope')) ?? 'user'
    const names = isNew ? formText(form, 'name').split('.') : path
    const typed = formText(form, 'patch')
    await patch(where, nested(names, typed === '' ? null : valueIn(typed)))
    const before = values.get(where) ?? null
    // A secret that was replaced is in the backup only.
    const undo = JSON.stringify(before).includes(HIDDEN)
      ? undefined
      : { label: t('undo'), run: () => void patch(where, nested(names, before)) }
    notify(t('config:saved', { name: names.join('.') }), undo)
  }
  const scopes: readonly (readonly [SettingsScope, string])[] = [
    ['user', t('config:source.user')],
    ...(project === undefined
      ? []
      : ([
          ['project', lastPart(project)],
          ['local', t('config:server.local', { project: lastPart(project) })],
        ] as const)),
  ]
  const check = (form: FormData): Readonly<Record<string, string>> =>
    isNew && formText(form, 'name') === '' ? { name: t('config:setting.needsName') } : {}
  return (
    <FormDialog
      title={isNew ? t('config:setting.add') : path.join('.')}
      action={t('save')}
      send={send}
      check={check}
      onClose={onClose}
    >
      {isNew && <Field name="name" label={t('config:column.setting')} hint={t('config:setting.nameHint')} autoFocus />}
      <PickField name="scope" label={t('config:setting.where')} value={scope} options={scopes} />
      <Field
        name="patch"
        label={t('config:column.value')}
        value={values.has(scope) ? typedAs(values.get(scope)) : ''}
        hint={t('config:setting.valueHint')}
        lines={4}
        autoFocus={!isNew}
      />
    </FormDialog>
  )
}

const SCOPES: readonly SettingsScope[] = ['user', 'project', 'local']
