import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../../api/types.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { DeleteWebhook } from './delete-webhook.js'
import { webhookKindsQuery, webhooksQuery } from './queries.js'
import { WebhookDialog } from './webhook-dialog.js'
import { WebhookRow } from './webhook-row.js'

type Asked =
  | { readonly kind: 'edit'; readonly target?: Webhook }
  | { readonly kind: 'delete'; readonly target: Webhook }

/** Whom alerts are brought to: chats, services, and addresses of one's own. */
export function WebhooksSection() {
  const { data: targets, error } = useQuery(webhooksQuery)
  const { data: kinds } = useQuery(webhookKindsQuery)
  const [asked, setAsked] = useState<Asked>()
  if (targets === undefined || kinds === undefined) return error === null ? null : <FailureNote error={error} />
  const close = (): void => setAsked(undefined)
  return (
    <section className="setting" aria-labelledby="webhooks-title">
      <div className="setting-head">
        <h2 id="webhooks-title">Webhooks</h2>
        <p className="says">
          Alerts are sent there as they are given. Secrets are kept on this machine and never shown again.
        </p>
        <div className="buttons">
          <button type="button" className="btn primary" onClick={() => setAsked({ kind: 'edit' })}>
            Add a webhook
          </button>
        </div>
      </div>
      {targets.length === 0 && (
        <p className="empty">Nobody is told yet. Add a chat or an address of your own, then send it a test.</p>
      )}
      {targets.map((target) => (
        <WebhookRow
          key={target.id}
          target={target}
          kind={kinds.find(({ type }) => type === target.type)}
          onEdit={() => setAsked({ kind: 'edit', target })}
          onDelete={() => setAsked({ kind: 'delete', target })}
        />
      ))}
      {asked?.kind === 'edit' && <WebhookDialog target={asked.target} kinds={kinds} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteWebhook target={asked.target} onClose={close} />}
    </section>
  )
}
