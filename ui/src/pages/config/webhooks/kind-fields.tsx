import type { Webhook, WebhookKind } from '../../../api/types.js'
import { Field } from '../../../kit/field.js'
import { PickField } from '../../../kit/pick-field.js'
import { headerLines } from './setup.js'

/** What one kind of webhook needs. */
export function KindFields({ kind, target }: { kind: WebhookKind; target: Webhook | undefined }) {
  const isKept = target !== undefined
  return (
    <>
      {kind.url_required && (
        <Field
          name="url"
          label="Address"
          placeholder={isKept && target.url_preview !== null ? `${target.url_preview} stays` : kind.url_hint}
          {...(isKept ? { hint: 'Leave it empty to keep the one it has.' } : {})}
        />
      )}
      {kind.fields.map(({ key, label, type, secret, options, default: preset }) => {
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
            {...(secret && isKept ? { placeholder: 'kept as it is' } : {})}
          />
        )
      })}
      {kind.supports_secret && (
        <>
          <Field
            name="secret"
            label="Secret that signs what is sent, if any"
            isSecret
            {...(target?.has_secret === true ? { placeholder: 'kept as it is' } : {})}
          />
          {target?.has_secret === true && (
            <label className="check">
              <input type="checkbox" name="unsigned" /> Sign no more
            </label>
          )}
        </>
      )}
      {kind.supports_headers && (
        <Field
          name="headers"
          label="Headers, one on each line"
          placeholder="Authorization: Bearer …"
          lines={3}
          value={headerLines(target)}
          {...(isKept ? { hint: 'Values are not shown again; dots keep the one there is.' } : {})}
        />
      )}
    </>
  )
}
