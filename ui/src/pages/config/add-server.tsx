import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../../api/queries.js'
import { lastPart } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Field } from '../../kit/field.js'
import { FormDialog } from '../../kit/form-dialog.js'
import { formText } from '../../kit/form-text.js'
import { notify } from '../../kit/notices.js'
import { PickField } from '../../kit/pick-field.js'
import type { Place } from './kinds.js'
import { addServer } from './queries.js'

type Transport = 'http' | 'stdio'

/** Returns the lines `NAME=value` or `Name: value` as texts by name. */
const pairsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^\s*([^=:\s]+)\s*[=:]\s*(.+?)\s*$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )

/** Splits a command as a shell would, without anything else that a shell does. */
const wordsIn = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '')

/** Adds an MCP server. Its secrets cannot be read here again. */
export function AddServer({ place: { tool, project }, onClose }: { place: Place; onClose: () => void }) {
  const t = useWords()
  const queries = useQueryClient()
  const [transport, setTransport] = useState<Transport>('http')
  const send = async (form: FormData): Promise<void> => {
    const [name, scope] = [formText(form, 'name'), formText(form, 'scope')]
    const [command = '', ...args] = wordsIn(formText(form, 'command'))
    const of =
      transport === 'http'
        ? { url: formText(form, 'url'), headers: pairsIn(formText(form, 'headers')) }
        : { command, args, env: pairsIn(formText(form, 'env')) }
    await addServer(tool, {
      body: { name, scope, transport, ...of, ...(project === undefined ? {} : { cwd: project }) },
    })
    await queries.invalidateQueries({ queryKey: keys.config })
    notify(t('config:server.added', { name }))
  }
  const scopes: readonly (readonly [string, string])[] = [
    ['user', t('config:source.user')],
    ...(project === undefined || tool === 'codex'
      ? []
      : [['local', t('config:server.local', { project: lastPart(project) })] as const]),
  ]
  return (
    <FormDialog title={t('config:server.add')} action={t('config:server.add')} send={send} onClose={onClose}>
      <Field name="name" label={t('config:name')} autoFocus />
      <PickField name="scope" label={t('config:for')} value="user" options={scopes} />
      <PickField
        name="transport"
        label={t('config:server.transport')}
        value={transport}
        options={[
          ['http', 'HTTP'],
          ['stdio', t('config:server.command')],
        ]}
        onChange={setTransport}
      />
      {transport === 'http' ? (
        <>
          <Field name="url" label={t('config:server.url')} />
          <Field name="headers" label={t('config:server.headers')} hint={t('config:server.headersHint')} lines={3} />
        </>
      ) : (
        <>
          <Field name="command" label={t('config:server.command')} />
          <Field name="env" label={t('config:server.env')} hint={t('config:server.envHint')} lines={3} />
        </>
      )}
    </FormDialog>
  )
}
