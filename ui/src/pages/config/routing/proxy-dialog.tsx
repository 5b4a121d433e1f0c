import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { notify } from '../../../kit/notices.js'
import { secretIn } from '../../../kit/secret-in.js'
import type { LaneResults, Proxy } from './queries.js'
import styles from './routing.module.css'

const TIERS = ['opus', 'sonnet', 'haiku'] as const

interface ProxyDialogProps {
  /** The one that is changed; undefined for a new one. */
  readonly proxy: Proxy | undefined
  readonly onSaved: (change: { readonly name: string; readonly lanes: LaneResults }) => void
  readonly onClose: () => void
}

/** Returns what is in the form. An empty key keeps the saved one. */
const entered = (form: FormData) => {
  const [apiKey, model] = [secretIn(form, 'apiKey').trim(), formText(form, 'model')]
  const models = TIERS.map((tier) => [tier, formText(form, tier)] as const).filter(([, name]) => name !== '')
  return {
    baseUrl: formText(form, 'baseUrl'),
    ...(apiKey === '' ? {} : { apiKey }),
    model: model === '' ? null : model,
    models: Object.fromEntries(models),
  }
}

/** Adds or changes a proxy, which can be tested before it is saved. */
export function ProxyDialog({ proxy, onSaved, onClose }: ProxyDialogProps) {
  const t = useWords()
  const queries = useQueryClient()
  const send = async (form: FormData): Promise<void> => {
    const name = proxy?.name ?? formText(form, 'name')
    const body = entered(form)
    const lanes =
      proxy === undefined
        ? (await call('POST /api/ai-routers', { body: { name, ...body } }), [])
        : (await call('PATCH /api/ai-routers/:name', { params: { name }, body })).lanes
    await queries.invalidateQueries({ queryKey: keys.config })
    if (lanes.length === 0) notify(t('config:proxy.saved', { name }))
    onSaved({ name, lanes })
  }
  const keyHint = proxy?.hasKey === true ? 'config:proxy.keepsKey' : 'config:proxy.keyHint'
  return (
    <FormDialog title={proxy?.name ?? t('config:proxy.new')} send={send} onClose={onClose}>
      {proxy === undefined && (
        <Field name="name" label={t('config:name')} hint={t('config:proxy.nameHint')} autoFocus />
      )}
      <Field name="baseUrl" label={t('config:proxy.baseUrl')} value={proxy?.baseUrl ?? ''} />
      <Field name="apiKey" label={t('config:proxy.apiKey')} hint={t(keyHint)} isSecret />
      <Field name="model" label={t('config:proxy.model')} value={proxy?.model ?? ''} />
      {TIERS.map((tier) => (
        <Field
          key={tier}
          name={tier}
          label={t('config:proxy.tier', { tier: tier.charAt(0).toUpperCase() + tier.slice(1) })}
          value={proxy?.models[tier] ?? ''}
        />
      ))}
      <Test name={proxy?.name} />
    </FormDialog>
  )
}

/** Sends one message to what is in the form now. */
function Test({ name }: { name: string | undefined }) {
  const t = useWords()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (form: FormData) => {
      const { baseUrl, apiKey } = entered(form)
      const started = performance.now()
      const body = { baseUrl, ...(apiKey === undefined ? {} : { apiKey }), ...(name === undefined ? {} : { name }) }
      const tested = await call('POST /api/ai-routers/test', { body })
      return { ...tested, ms: Math.round(performance.now() - started) }
    },
  })
  return (
    <div className={styles['test']}>
      <button
        type="button"
        className={buttons['button']}
        disabled={isPending}
        onClick={({ currentTarget: { form } }) => {
          if (form !== null) mutate(new FormData(form))
        }}
      >
        {t(isPending ? 'config:proxy.testing' : 'config:proxy.test')}
      </button>
      <p className={error === null && data?.ok !== false ? 'faint' : 'bad'} role="status">
        {error !== null
          ? advice(error)
          : data === undefined
            ? t('config:proxy.testHint')
            : t('config:proxy.tested', { message: data.message, ms: data.ms })}
      </p>
    </div>
  )
}
