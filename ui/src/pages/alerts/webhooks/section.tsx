import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../../api/types.js'
import { count } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { Dialog } from '../../../kit/dialog.js'
import { Unread } from '../../../kit/unread.js'
import page from '../page.module.css'
import { DeliveryLog } from './delivery-log.js'
import { webhookKindsQuery, webhooksQuery } from './queries.js'
import { WebhookDialog } from './webhook-dialog.js'
import { WebhookRow } from './webhook-row.js'

type Asked = { readonly kind: 'edit'; readonly target?: Webhook } | { readonly kind: 'log'; readonly target: Webhook }

/** The targets of alerts: chats, services, and endpoints of the user. */
export function Webhooks() {
  const t = useWords()
  const { data: targets, error } = useQuery(webhooksQuery)
  const { data: kinds, error: kindsError } = useQuery(webhookKindsQuery)
  const [asked, setAsked] = useState<Asked>()
  if (targets === undefined || kinds === undefined) return <Unread error={error ?? kindsError} />
  const close = (): void => setAsked(undefined)
  const add = (): void => setAsked({ kind: 'edit' })
  return (
    <section className={page['section']} aria-labelledby="webhooks">
      <header>
        <h2 id="webhooks">{t('alerts:webhooks.title')}</h2>
        {targets.length > 0 && (
          <>
            <span className="num">{count(targets.length)}</span>
            <button
              type="button"
              className={classes(buttons['button'], page['small'])}
              aria-label={t('alerts:webhooks.add')}
              onClick={add}
            >
              <Plus size={12} aria-hidden />
              {t('alerts:webhooks.addShort')}
            </button>
          </>
        )}
      </header>
      {targets.length === 0 && (
        <div className={page['empty']}>
          <p>{t('alerts:webhooks.none')}</p>
          <button type="button" className={buttons['button']} onClick={add}>
            <Plus size={14} aria-hidden />
            {t('alerts:webhooks.add')}
          </button>
        </div>
      )}
      {targets.map((target) => (
        <WebhookRow
          key={target.id}
          target={target}
          kind={kinds.find(({ type }) => type === target.type)}
          onEdit={() => setAsked({ kind: 'edit', target })}
          onLog={() => setAsked({ kind: 'log', target })}
        />
      ))}
      {asked?.kind === 'edit' && <WebhookDialog target={asked.target} kinds={kinds} onClose={close} />}
      {asked?.kind === 'log' && (
        <Dialog title={t('alerts:webhooks.deliveries', { name: asked.target.name })} size="large" onClose={close}>
          <DeliveryLog target={asked.target} />
        </Dialog>
      )}
    </section>
  )
}
