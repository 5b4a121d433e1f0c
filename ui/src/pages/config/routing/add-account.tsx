import { TOOL_IDS, type ToolId, TOOLS } from '../../../../../src/domain/tools/catalog.js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { notify } from '../../../kit/notices.js'
import { OwnPassword } from '../../../kit/own-password.js'
import { passwordMissing } from '../../../kit/password-missing.js'
import { PickField } from '../../../kit/pick-field.js'
import { secretIn } from '../../../kit/secret-in.js'
import { movableQuery } from './queries.js'

type From = 'profile' | 'credentials' | 'token'

/** Adds an account to the pool. Nobody can read its credentials here again. */
export function AddAccount({ onClose }: { onClose: () => void }) {
  const t = useWords()
  const queries = useQueryClient()
  const [tool, setTool] = useState<ToolId>('cli_a')
  const { data: profiles = [] } = useQuery(movableQuery)
  const movable = profiles.filter(({ active }) => !active)
  const [chosen, setFrom] = useState<From>()
  const isClaude = TOOLS[tool].provider === 'claude'
  const from = !isClaude ? 'token' : (chosen ?? (movable.length > 0 ? 'profile' : 'credentials'))
  const send = async (form: FormData): Promise<void> => {
    const name = formText(form, 'name')
    const { account } = await call('POST /api/accounts', {
      body: {
        tool,
        ...(name === '' ? {} : { name }),
        [from]: from === 'token' ? secretIn(form, from).trim() : formText(form, from),
        currentPassword: secretIn(form, 'currentPassword'),
      },
    })
    await queries.invalidateQueries({ queryKey: keys.config })
    notify(t('config:pool.added', { name: account.name }))
  }
  return (
    <FormDialog
      title={t('config:pool.add')}
      action={t('config:pool.add')}
      send={send}
      check={passwordMissing}
      onClose={onClose}
    >
      <PickField
        name="tool"
        label={t('config:pool.tool')}
        value={tool}
        options={TOOL_IDS.map((id) => [id, TOOLS[id].name] as const)}
        onChange={setTool}
      />
      {isClaude && (
        <PickField
          // The default comes with the list of logins.
          key={from}
          name="from"
          label={t('config:pool.from')}
          value={from}
          options={[
            ['profile', t('config:pool.source.profile')],
            ['credentials', t('config:pool.source.credentials')],
            ['token', t('config:pool.source.token')],
          ]}
          onChange={setFrom}
        />
      )}
      {from === 'profile' &&
        (movable.length === 0 ? (
          <p className="faint">{t('config:pool.noProfile')}</p>
        ) : (
          <PickField
            name="profile"
            label={t('config:pool.source.profile')}
            value={movable[0]?.name ?? ''}
            options={movable.map(
              ({ name, label, email }) => [name, email === null ? label : `${label} · ${email}`] as const,
            )}
          />
        ))}
      {from === 'credentials' && (
        <Field name="credentials" label={t('config:pool.text')} hint={t('config:pool.credentialsHint')} lines={5} />
      )}
      {from === 'token' &&
        (isClaude ? (
          <Field name="token" label={t('config:pool.token')} hint={t('config:pool.tokenHint')} isSecret />
        ) : (
          <Field name="token" label={t('config:pool.keyOrFile')} hint={t('config:pool.keyHint')} lines={4} />
        ))}
      <Field name="name" label={t('config:name')} hint={from === 'profile' ? t('config:pool.nameHint') : undefined} />
      <OwnPassword />
    </FormDialog>
  )
}
