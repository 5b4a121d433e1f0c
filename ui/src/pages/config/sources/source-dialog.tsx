import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import type { RemoteSource } from '../../../api/types.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'

const NAMES = ['label', 'host', 'ssh_port', 'identity_file', 'remote_home', 'remote_codex_home'] as const

/** One machine as a form; an empty field stands for its default. */
export function SourceDialog({ source, onClose }: { source: RemoteSource | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const send = async (form: FormData): Promise<void> => {
    const body = Object.fromEntries(NAMES.map((name) => [name, formText(form, name)]))
    if (source === undefined) await call('POST /api/remote-sources', { body })
    else await call('PATCH /api/remote-sources/:id', { params: { id: source.id }, body })
    await queries.invalidateQueries({ queryKey: keys.sources })
  }
  return (
    <FormDialog
      title={source === undefined ? 'New machine' : source.label}
      action={source === undefined ? 'Add and read' : 'Save'}
      send={send}
      onClose={onClose}
    >
      <Field name="label" label="Name" value={source?.label ?? ''} placeholder="Build server" />
      <Field
        name="host"
        label="Host"
        value={source?.host ?? ''}
        placeholder="ada@build.example.com"
        hint="As ssh takes it: user@host, or an alias of your SSH configuration."
      />
      <div className="fields">
        <Field name="ssh_port" label="Port" value={String(source?.ssh_port ?? '')} placeholder="22" isNumber />
        <Field
          name="identity_file"
          label="Key file on this machine"
          value={source?.identity_file ?? ''}
          placeholder="chosen by ssh"
        />
        <Field
          name="remote_home"
          label="Claude Code’s folder there"
          value={source?.remote_home ?? ''}
          placeholder="~/.claude"
        />
        <Field
          name="remote_codex_home"
          label="Codex’s folder there"
          value={source?.remote_codex_home ?? ''}
          placeholder="~/.codex"
        />
      </div>
    </FormDialog>
  )
}
