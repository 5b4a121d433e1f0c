import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Field } from '../../kit/field.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { formText } from '../../kit/form-text.js'
import { notify } from '../../kit/notices.js'
import { Unread } from '../../kit/unread.js'
import styles from './config.module.css'
import { type Binding, type KeyGroup, withBinding } from './key-groups.js'
import type { Place } from './kinds.js'
import { keybindingsQuery } from './queries.js'
import { Table } from './table.js'

/** What the user has bound to keys. */
export function Keybindings({ place }: { place: Place }) {
  const t = useWords()
  const [changed, setChanged] = useState<Binding | 'new'>()
  const { data, error } = useQuery(keybindingsQuery(place))
  if (data === undefined) return <Unread error={error} />
  const bindings = data.flatMap(({ context, bindings: bound }) =>
    Object.entries(bound).map(([key, action]) => ({ context, key, action })),
  )
  return (
    <>
      {place.canChange && (
        <div className={styles['bar']}>
          <button type="button" className={buttons['button']} onClick={() => setChanged('new')}>
            <Plus size={14} aria-hidden />
            {t('config:keys.add')}
          </button>
        </div>
      )}
      <Table
        none={t('config:keys.none')}
        columns={[t('config:keys.key'), t('config:keys.action'), t('config:keys.context')]}
        rows={bindings.map((binding) => {
          const { context, key, action } = binding
          return {
            key: `${context} ${key}`,
            cells: [<kbd key="key">{key}</kbd>, action ?? t('config:keys.unbound'), context],
            ...(place.canChange
              ? { edit: { label: t('config:setting.edit', { name: key }), open: () => setChanged(binding) } }
              : {}),
          }
        })}
      />
      {changed !== undefined && (
        <KeyDialog groups={data} binding={changed === 'new' ? null : changed} onClose={() => setChanged(undefined)} />
      )}
    </>
  )
}

interface KeyDialogProps {
  readonly groups: readonly KeyGroup[]
  /** Null for a new one. */
  readonly binding: Binding | null
  readonly onClose: () => void
}

/** Binds one key, or removes what is bound to it. */
function KeyDialog({ groups, binding, onClose }: KeyDialogProps) {
  const t = useWords()
  const queries = useQueryClient()
  const shown = binding ?? { context: groups[0]?.context ?? '', key: '', action: null }
  const put = async (wanted: readonly KeyGroup[]): Promise<void> => {
    await call('PUT /api/cc-config/keybindings', {
      body: { groups: wanted.map(({ context, bindings }) => ({ context, bindings })) },
    })
    await queries.invalidateQueries({ queryKey: keys.config })
  }
  const change = async (after: Binding | null, words: string): Promise<void> => {
    await put(withBinding(groups, binding, after))
    notify(words, { label: t('undo'), run: () => void put(groups) })
  }
  const send = (form: FormData): Promise<void> => {
    const [key, action, context] = [formText(form, 'key'), formText(form, 'action'), formText(form, 'context')]
    return change({ key, action: action === '' ? null : action, context }, t('config:saved', { name: key }))
  }
  const check = (form: FormData): Readonly<Record<string, string>> => ({
    ...(formText(form, 'key') === '' ? { key: t('config:keys.needsKey') } : {}),
    ...(formText(form, 'context') === '' ? { context: t('config:keys.needsContext') } : {}),
  })
  return (
    <FormDialog
      title={binding === null ? t('config:keys.add') : binding.key}
      send={send}
      check={check}
      {...(binding === null
        ? {}
        : {
            instead: {
              action: t('config:keys.remove'),
              send: () => change(null, t('config:deleted', { name: binding.key })),
            },
          })}
      onClose={onClose}
    >
      <Field
        name="key"
        label={t('config:keys.key')}
        value={shown.key}
        hint={t('config:keys.keyHint')}
        autoFocus={binding === null}
      />
      <Field
        name="action"
        label={t('config:keys.action')}
        value={shown.action ?? ''}
        hint={t('config:keys.actionHint')}
        autoFocus={binding !== null}
      />
      <Field
        name="context"
        label={t('config:keys.context')}
        value={shown.context}
        hint={t('config:keys.contextHint')}
      />
    </FormDialog>
  )
}
