import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useCaller } from '../../../api/caller.js'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Decision } from '../../../api/types.js'
import { moment } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { useKeys } from '../../../kit/keys.js'
import { Menu, MenuItem } from '../../../kit/menu.js'
import { useTimed } from '../../../live/clock.js'
import { notify } from '../../../kit/notices.js'
import styles from './decision-actions.module.css'

const MINUTE = 60_000

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE)
const shownAt = (at: string): string => moment(at, Date.now())

/** Nine in the morning of the next day, in the zone of the browser. */
const tomorrow = (): Date => {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at
}

/** What every decision offers: why a turn failed with Retry, and Later. */
export function DecisionActions({ decision }: { decision: Decision }) {
  return (
    <div className={styles['actions']}>
      {decision.error !== null && <Failed decision={decision} error={decision.error} />}
      <Later decision={decision} />
    </div>
  )
}

/** Why the turn failed, and Retry where the agent runs in a lane. */
function Failed({ decision: { lane, title }, error }: { decision: Decision; error: NonNullable<Decision['error']> }) {
  const t = useWords()
  const resets = useTimed((now) => (error.resets_at === null ? '' : moment(error.resets_at, now)))
  const continues = useTimed((now) => (error.retry === null ? '' : moment(error.retry.at, now)))
  const limited = useTimed((now) => (Date.parse(error.resets_at ?? '') > now ? 'limited' : ''))
  const queries = useQueryClient()
  const reread = () => queries.invalidateQueries({ queryKey: keys.decisions })
  const id = String(lane?.id)
  const retry = useMutation({
    mutationFn: (at: string | null) =>
      call('POST /api/lanes/:id/retry', { params: { id }, body: { slot: lane?.slot ?? 0, at } }),
    onSuccess: (_answer, at) => {
      if (at === null) notify(t('inbox:failed.retried', { name: title }))
      return reread()
    },
  })
  const cancel = useMutation({
    mutationFn: (message: string) => call('DELETE /api/lanes/:id/queue/:message', { params: { id, message } }),
    onSettled: reread,
  })
  const failure = retry.error ?? cancel.error
  return (
    <>
      <span className={styles['reason']}>
        {t(`inbox:failed.${error.kind}`)}
        {resets !== '' && error.retry === null && `, ${t('inbox:failed.resets', { at: resets })}`}
        {error.retry !== null && `. ${t('inbox:failed.continues', { at: continues })}`}
      </span>
      {lane !== null && lane.slot !== null && (
        <>
          <button
            type="button"
            className={buttons['button']}
            disabled={retry.isPending}
            data-retry
            onClick={() => retry.mutate(null)}
          >
            {t('inbox:failed.retry')}
          </button>
          {error.retry === null && limited !== '' && (
            <button
              type="button"
              className={buttons['button']}
              disabled={retry.isPending}
              data-retry-at
              onClick={() => retry.mutate(error.resets_at)}
            >
              {t('inbox:failed.retryAt', { at: resets })}
            </button>
          )}
          {error.retry !== null && (
            <button
              type="button"
              className={buttons['button']}
              disabled={cancel.isPending}
              onClick={() => cancel.mutate(error.retry?.message ?? '')}
            >
              {t('inbox:failed.stay')}
            </button>
          )}
        </>
      )}
      {failure !== null && (
        <p role="alert" className="bad">
          {advice(failure)}
        </p>
      )}
    </>
  )
}

function Later({ decision: { id, later_until: until } }: { decision: Decision }) {
  const t = useWords()
  const queries = useQueryClient()
  const postpone = useMutation({
    mutationFn: (at: string | null) => call('POST /api/decisions/:id/later', { params: { id }, body: { until: at } }),
    onSuccess: async (_answer, at) => {
      await queries.invalidateQueries({ queryKey: keys.decisions })
      if (at === null) return
      notify(t('inbox:later.done', { at: shownAt(at) }), {
        label: t('undo'),
        run: () => postpone.mutate(null),
      })
    },
  })
  const shown = useTimed((now) => (until === null ? '' : moment(until, now)))
  const [isOpen, setOpen] = useState(false)
  const role = useCaller()?.role
  // For staff, `e` switches between their rows and those of everybody.
  const key = role === undefined || role === 'member' ? 'e' : 'z'
  useKeys(until === null ? { [key]: () => setOpen(true) } : {})
  const at = (date: Date): void => postpone.mutate(date.toISOString())
  const failure = postpone.error !== null && (
    <p role="alert" className="bad">
      {advice(postpone.error)}
    </p>
  )
  if (until !== null)
    return (
      <>
        <span className={styles['reason']}>{t('inbox:later.until', { at: shown })}</span>
        <button type="button" className={buttons['button']} onClick={() => postpone.mutate(null)}>
          {t('inbox:later.now')}
        </button>
        {failure}
      </>
    )
  return (
    <>
      <Menu
        align="start"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={buttons['button']} disabled={postpone.isPending} data-later>
            <Clock size={14} aria-hidden />
            {t('inbox:later.button')} <kbd>{key}</kbd>
          </button>
        }
      >
        <MenuItem onSelect={() => at(inMinutes(15))}>{t('inbox:later.quarter')}</MenuItem>
        <MenuItem onSelect={() => at(inMinutes(60))}>{t('inbox:later.hour')}</MenuItem>
        <MenuItem onSelect={() => at(tomorrow())}>{t('inbox:later.tomorrow')}</MenuItem>
      </Menu>
      {failure}
    </>
  )
}
