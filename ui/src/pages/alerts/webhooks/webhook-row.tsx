import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Webhook, WebhookKind } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { ActWords } from '../../../kit/act-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { Menu, MenuItem, MenuLine } from '../../../kit/menu.js'
import { Age } from '../../../kit/time.js'
import { useDelete } from '../../../kit/use-delete.js'
import page from '../page.module.css'
import styles from './webhooks.module.css'

interface WebhookRowProps {
  readonly target: Webhook
  /** Undefined for a kind that this build does not know. */
  readonly kind: WebhookKind | undefined
  readonly onEdit: () => void
  readonly onLog: () => void
}

/** One webhook: what it receives, how the last delivery went, and its actions. */
export function WebhookRow({ target, kind, onEdit, onLog }: WebhookRowProps) {
  useWords()
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: keys.webhooks })
  const params = { id: target.id }
  const turn = useMutation({
    mutationFn: (enabled: boolean) => call('PATCH /api/webhooks/:id', { params, body: { enabled } }),
    onSettled: refresh,
  })
  const test = useMutation({
    mutationFn: () => call('POST /api/webhooks/:id/test', { params }),
    onSettled: refresh,
  })
  const deletion = useDelete<Webhook>({
    title: ({ name }) => t('sureToDelete', { name }),
    says: () => t('alerts:webhooks.deleteSays'),
    action: t('alerts:webhooks.delete'),
    run: ({ id }) => call('DELETE /api/webhooks/:id', { params: { id } }),
    done: ({ name }) => t('alerts:deleted', { name }),
    onChanged: refresh,
  })
  const error = turn.error ?? test.error
  const { name, enabled } = target
  return (
    <div className={styles['webhook']} data-webhook={target.id}>
      <div className={styles['top']}>
        <b>{name}</b>
        <button
          type="button"
          className={classes(buttons['button'], page['small'])}
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          <ActWords act="test" name={name} />
        </button>
        <Menu
          trigger={
            <button
              type="button"
              className={classes(buttons['button'], page['small'])}
              aria-label={t('alerts:more', { name })}
            >
              <Ellipsis size={14} aria-hidden />
            </button>
          }
        >
          <MenuItem onSelect={onEdit}>{t('alerts:webhooks.edit')}</MenuItem>
          <MenuItem onSelect={onLog}>{t('alerts:webhooks.showLog')}</MenuItem>
          <MenuItem onSelect={() => turn.mutate(!enabled)}>
            {t(enabled ? 'alerts:webhooks.turnOff' : 'alerts:webhooks.turnOn')}
          </MenuItem>
          <MenuLine />
          <MenuItem isDanger onSelect={() => deletion.ask(target)}>
            {t('alerts:webhooks.delete')}
          </MenuItem>
        </Menu>
      </div>
      <p>{setupWords(target, kind?.label ?? target.type)}</p>
      {!enabled && <p>{t('alerts:webhooks.off')}</p>}
      <p role="status">
        <Outcome sending={test.isPending} tested={test.data} last={target.last_delivery} />
      </p>
      {error !== null && (
        <p role="alert" className="bad">
          {advice(error)}
        </p>
      )}
      {deletion.dialog}
    </div>
  )
}

/** Its kind and which rules it is for: "Slack · all rules · signed". */
const setupWords = ({ rule_ids, has_secret }: Webhook, kind: string): string =>
  [
    kind,
    rule_ids === null ? t('alerts:webhooks.allRules') : t('alerts:webhooks.rules', { count: rule_ids.length }),
    ...(has_secret ? [t('alerts:webhooks.signed')] : []),
  ].join(' · ')

interface OutcomeProps {
  readonly sending: boolean
  readonly tested: { readonly ok: boolean; readonly status: number | null; readonly error: string | null } | undefined
  readonly last: Webhook['last_delivery']
}

/** The result of the test that was just sent, or of the last delivery. */
function Outcome({ sending, tested, last }: OutcomeProps) {
  useWords()
  if (sending) return <>{t('alerts:webhooks.sending')}</>
  if (tested !== undefined) {
    return tested.ok ? (
      <span className="well">{t('alerts:webhooks.testDelivered')}</span>
    ) : (
      <span className="bad">
        {t('alerts:webhooks.testFailed', { reason: tested.error ?? t('alerts:webhooks.noReason') })}
      </span>
    )
  }
  if (last === null) return <>{t('alerts:webhooks.nothing')}</>
  if (last.status === 'success') {
    return <Trans i18nKey="alerts:webhooks.delivered" components={{ ago: <Age since={last.created_at} /> }} />
  }
  return (
    <span className="bad">
      {t('alerts:webhooks.failed', {
        count: last.attempts,
        reason: last.error ?? t('alerts:webhooks.noReason'),
      })}
    </span>
  )
}
