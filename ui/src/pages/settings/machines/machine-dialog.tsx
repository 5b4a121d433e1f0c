import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import type { RemoteSource } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import styles from './machines.module.css'

const NAMES = ['label', 'host', 'ssh_port', 'identity_file', 'remote_home', 'remote_codex_home'] as const

/** Returns what is missing, by field. */
const missingIn = (form: FormData): Readonly<Record<string, string>> => ({
  ...(formText(form, 'label') === '' ? { label: t('settings:machines.noName') } : {}),
  ...(formText(form, 'host') === '' ? { host: t('settings:machines.noHost') } : {}),
})

/** One machine as a form; an empty field means its default. */
export function MachineDialog({ source, onClose }: { source: RemoteSource | undefined; onClose: () => void }) {
  useWords()
  const queries = useQueryClient()
  const send = async (form: FormData): Promise<void> => {
    const body = Object.fromEntries(NAMES.map((name) => [name, formText(form, name)]))
    if (source === undefined) await call('POST /api/remote-sources', { body })
    else await call('PATCH /api/remote-sources/:id', { params: { id: source.id }, body })
    await queries.invalidateQueries({ queryKey: keys.sources })
  }
  return (
    <FormDialog
      title={source === undefined ? t('settings:machines.new') : source.label}
      action={source === undefined ? t('settings:machines.addAndRead') : t('save')}
      check={missingIn}
      send={send}
      onClose={onClose}
    >
      <Field
        name="label"
        label={t('name')}
        value={source?.label ?? ''}
        placeholder={t('settings:machines.nameExample')}
      />
      <Field
        name="host"
        label={t('settings:machines.host')}
        value={source?.host ?? ''}
        placeholder="ada@build.example.com"
        hint={t('settings:machines.hostHint')}
      />
      <div className={styles['pairs']}>
        <Field
          name="ssh_port"
          label={t('settings:machines.port')}
          value={String(source?.ssh_port ?? '')}
          placeholder="22"
          isNumber
        />
        <Field
          name="identity_file"
          label={t('settings:machines.key')}
          value={source?.identity_file ?? ''}
          placeholder={t('settings:machines.keyDefault')}
        />
        <Field
          name="remote_home"
          label={t('settings:machines.claudeHome')}
          value={source?.remote_home ?? ''}
          placeholder="~/.claude"
        />
        <Field
          name="remote_codex_home"
          label={t('settings:machines.codexHome')}
          value={source?.remote_codex_home ?? ''}
          placeholder="~/.codex"
        />
      </div>
    </FormDialog>
  )
}
