import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Unread } from '../../../kit/unread.js'
import { DeleteWebhook } from './delete-webhook.js'
import { webhookKindsQuery, webhooksQuery } from './queries.js'
import { WebhookDialog } from './webhook-dialog.js'
import { WebhookRow } from './webhook-row.js'

type Asked =
  | { readonly kind: 'edit'; readonly target?: Webhook }
  | { readonly kind: 'delete'; readonly target: Webhook }

/** Whom alerts are brought to: chats, services, and addresses of one's own. */
export function WebhooksSection() {
  const t = useWords()
  const { data: targets, error } = useQuery(webhooksQuery)
  const { data: kinds, error: kindsError } = useQuery(webhookKindsQuery)
  const [asked, setAsked] = useState<Asked>()
  if (targets === undefined || kinds === undefined) return <Unread error={error ?? kindsError} />
  const close = (): void => setAsked(undefined)
  return (
    <section className="setting" aria-labelledby="webhooks-title">
      <div className="setting-head">
        <h2 id="webhooks-title">{t('alerts:webhooks.title')}</h2>
        <p className="says">{t('alerts:webhooks.says')}</p>
        <div className="buttons">
          <button type="button" className="btn primary" onClick={() => setAsked({ kind: 'edit' })}>
            {t('alerts:webhooks.add')}
          </button>
        </div>
      </div>
      {targets.length === 0 && <p className="empty">{t('alerts:webhooks.none')}</p>}
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
