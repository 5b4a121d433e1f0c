import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Webhook, WebhookKind } from '../../../api/types.js'
import { plural } from '../../../format/format.js'
import { Age } from '../../../kit/time.js'
import { Switch } from '../../../kit/switch.js'
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
  const { name, rule_ids, enabled } = target
  const address = target.url_preview === null ? '' : `, ${target.url_preview}`
  return (
    <div className={`setting-row webhook ${enabled ? '' : 'off'}`}>
      <div>
        <b>{name}</b>
        <p className="faint">
          {kind?.label ?? target.type}
          {address}; {rule_ids === null ? 'every alert' : `alerts of ${plural(rule_ids.length, 'rule')}`}
          {target.has_secret && '; signed'}.
        </p>
        <p role="status">
          <Outcome sending={test.isPending} tested={test.data} last={target.last_delivery} />
        </p>
        {error !== null && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
      </div>
      <Switch label={`Webhook ${name}`} isOn={enabled} disabled={turn.isPending} onChange={turn.mutate} />
      <div className="row-acts">
        <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
          Test<span className="sr-only"> {name}</span>
        </button>
        <button type="button" aria-expanded={showsLog} onClick={() => setShowsLog(!showsLog)}>
          Log<span className="sr-only"> of {name}</span>
        </button>
        <button type="button" onClick={onEdit}>
          Edit<span className="sr-only"> {name}</span>
        </button>
        <button type="button" onClick={onDelete}>
          Delete<span className="sr-only"> {name}</span>
        </button>
      </div>
      {showsLog && <DeliveryLog target={target} />}
    </div>
  )
}

interface OutcomeProps {
  readonly sending: boolean
  readonly tested: { readonly ok: boolean; readonly status: number | null; readonly error: string | null } | undefined
  readonly last: Webhook['last_delivery']
}

/** What came of the test that was just sent, or of the last delivery. */
function Outcome({ sending, tested, last }: OutcomeProps) {
  if (sending) return <span className="faint">Sending a test.</span>
  if (tested !== undefined) {
    return tested.ok ? (
      <span className="well">The test has arrived{tested.status === null ? '' : `, answer ${tested.status}`}.</span>
    ) : (
      <span className="bad">The test did not arrive: {tested.error ?? 'no reason given'}.</span>
    )
  }
  if (last === null) return <span className="faint">Nothing was sent yet.</span>
  return last.status === 'success' ? (
    <span className="faint">
      Delivered <Age since={last.created_at} /> ago.
    </span>
  ) : (
    <span className="bad">
      Given up <Age since={last.created_at} /> ago after {plural(last.attempts, 'attempt')}:{' '}
      {last.error ?? 'no reason given'}.
    </span>
  )
}
