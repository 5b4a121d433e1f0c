import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Webhook, WebhookKind } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Age } from '../../../kit/time.js'
import { Switch } from '../../../kit/switch.js'
import { ActWords } from '../../../kit/act-words.js'
import { DeliveryLog } from './delivery-log.js'

interface WebhookRowProps {
  readonly target: Webhook
  /** Unknown for a kind that this page has never heard of. */
  readonly kind: WebhookKind | undefined
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** One webhook: whom it tells of what, how the last delivery went, and what can be done with it. */
export function WebhookRow({ target, kind, onEdit, onDelete }: WebhookRowProps) {
  useWords()
  const queries = useQueryClient()
  const [showsLog, setShowsLog] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: keys.webhooks })
  const params = { id: target.id }
  const turn = useMutation({
    mutationFn: (enabled: boolean) => call('PATCH /api/webhooks/:id', { params, body: { enabled } }),
    onSettled: refresh,
  })
  const test = useMutation({
    mutationFn: () => call('POST /api/webhooks/:id/test', { params }),
    onSettled: refresh,
  })
  const error = turn.error ?? test.error
  const { name, enabled } = target
  return (
    <div className={`setting-row webhook ${enabled ? '' : 'off'}`}>
      <div>
        <b>{name}</b>
        <p className="faint">{setupWords(target, kind?.label ?? target.type)}</p>
        <p role="status">
          <Outcome sending={test.isPending} tested={test.data} last={target.last_delivery} />
        </p>
        {error !== null && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
      </div>
      <Switch
        label={t('alerts:webhooks.switch', { name })}
        isOn={enabled}
        disabled={turn.isPending}
        onChange={turn.mutate}
      />
      <div className="row-acts">
        <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
          <ActWords act="test" name={name} />
        </button>
        <button type="button" aria-expanded={showsLog} onClick={() => setShowsLog(!showsLog)}>
          <ActWords act="log" name={name} />
        </button>
        <button type="button" onClick={onEdit}>
          <ActWords act="edit" name={name} />
        </button>
        <button type="button" onClick={onDelete}>
          <ActWords act="delete" name={name} />
        </button>
      </div>
      {showsLog && <DeliveryLog target={target} />}
    </div>
  )
}

/** Whom it tells, and of what. */
function setupWords({ url_preview: address, rule_ids, has_secret }: Webhook, kind: string): string {
  const said = {
    receiver: address === null ? kind : t('alerts:webhooks.receiver', { kind, address }),
    alerts:
      rule_ids === null ? t('alerts:webhooks.everyAlert') : t('alerts:webhooks.alertsOf', { count: rule_ids.length }),
  }
  return has_secret ? t('alerts:webhooks.rowSigned', said) : t('alerts:webhooks.row', said)
}

interface OutcomeProps {
  readonly sending: boolean
  readonly tested: { readonly ok: boolean; readonly status: number | null; readonly error: string | null } | undefined
  readonly last: Webhook['last_delivery']
}

/** What came of the test that was just sent, or of the last delivery. */
function Outcome({ sending, tested, last }: OutcomeProps) {
  useWords()
  if (sending) return <span className="faint">{t('alerts:webhooks.sending')}</span>
  if (tested !== undefined) {
    return tested.ok ? (
      <span className="well">
        {tested.status === null
          ? t('alerts:webhooks.arrived')
          : t('alerts:webhooks.arrivedWith', { status: tested.status })}
      </span>
    ) : (
      <span className="bad">
        {t('alerts:webhooks.lost', { reason: tested.error ?? t('alerts:webhooks.noReason') })}
      </span>
    )
  }
  if (last === null) return <span className="faint">{t('alerts:webhooks.nothing')}</span>
  const ago = <Age since={last.created_at} />
  return last.status === 'success' ? (
    <span className="faint">
      <Trans i18nKey="alerts:webhooks.delivered" components={{ ago }} />
    </span>
  ) : (
    <span className="bad">
      <Trans
        i18nKey="alerts:webhooks.givenUp"
        count={last.attempts}
        values={{ reason: last.error ?? t('alerts:webhooks.noReason') }}
        components={{ ago }}
      />
    </span>
  )
}
