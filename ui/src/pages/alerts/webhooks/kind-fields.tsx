import type { Webhook, WebhookKind } from '../../../api/types.js'
import { i18n, t } from '../../../i18n/i18n.js'
import type { Words } from '../../../i18n/namespaces.js'
import { useWords } from '../../../i18n/use-words.js'
import checks from '../../../kit/check.module.css'
import { Field } from '../../../kit/field.js'
import { PickField } from '../../../kit/pick-field.js'
import { headerLines } from './setup.js'

const hasWords = (key: string): key is keyof Words['alerts']['webhooks']['field'] =>
  i18n.exists(`alerts:webhooks.field.${key}`)

/** Returns the name of a field; the name that the service gives it if this build has none. */
const fieldWords = ({ key, label }: WebhookKind['fields'][number]): string =>
  hasWords(key) ? t(`alerts:webhooks.field.${key}`) : label

/** The fields of one kind of webhook. */
export function KindFields({ kind, target }: { kind: WebhookKind; target: Webhook | undefined }) {
  useWords()
  const isKept = target !== undefined
  return (
    <>
      {kind.url_required && (
        <Field
          name="url"
          label={t('alerts:webhooks.address')}
          placeholder={
            isKept && target.url_preview !== null
              ? t('alerts:webhooks.addressStays', { address: target.url_preview })
              : kind.url_hint
          }
          {...(isKept ? { hint: t('alerts:webhooks.addressHint') } : {})}
        />
      )}
      {kind.fields.map((field) => {
        const { key, type, secret, options, default: preset } = field
        const label = fieldWords(field)
        const name = `config.${key}`
        const held = target?.config[key]
        if (type === 'enum') {
          const words = options.map((option) => [option, option] as const)
          return <PickField key={key} name={name} label={label} value={held ?? preset ?? ''} options={words} />
        }
        return (
          <Field
            key={key}
            name={name}
            label={label}
            isSecret={secret}
            value={secret ? '' : (held ?? '')}
            {...(secret && isKept ? { placeholder: t('alerts:webhooks.kept') } : {})}
          />
        )
      })}
      {kind.supports_secret && (
        <>
          <Field
            name="secret"
            label={t('alerts:webhooks.secret')}
            isSecret
            {...(target?.has_secret === true ? { placeholder: t('alerts:webhooks.kept') } : {})}
          />
          {target?.has_secret === true && (
            <label className={checks['check']}>
              <input type="checkbox" name="unsigned" /> {t('alerts:webhooks.unsigned')}
            </label>
          )}
        </>
      )}
      {kind.supports_headers && (
        <Field
          name="headers"
          label={t('alerts:webhooks.headers')}
          placeholder="Authorization: Bearer …"
          lines={3}
          value={headerLines(target)}
          {...(isKept ? { hint: t('alerts:webhooks.headersHint') } : {})}
        />
      )}
    </>
  )
}
