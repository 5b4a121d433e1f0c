import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { partKey } from '../../../api/queries.js'
import type { Session } from '../../../api/types.js'
import { moment } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { advice } from '../../../api/failure.js'
import buttons from '../../../kit/button.module.css'
import { useTimed } from '../../../live/clock.js'
import { orLaneFailure } from '../../lanes/lane-failure.js'
import styles from './reply.module.css'

type Message = RouteAnswer<'GET /api/lanes/:id/queue'>['queue'][number]

interface QueueProps {
  readonly lane: string
  readonly session: Session
  readonly messages: readonly Message[]
}

/** The messages that an agent gets when its turn has ended, the next one first. */
export function Queue({ lane, session, messages }: QueueProps) {
  const t = useWords()
  if (messages.length === 0) return null
  return (
    <ol className={styles['queue']} aria-label={t('lanes:chat.queue')}>
      {messages.map((message, at) => (
        <Row key={message.id} lane={lane} message={message} why={at === 0 ? whyHeld(t, session, message) : null} />
      ))}
    </ol>
  )
}

/** Why the next message was not sent; null while it only waits for the end of the turn. */
function whyHeld(t: ReturnType<typeof useWords>, { situation }: Session, { held }: Message): string | null {
  if (held === null) return null
  if (situation === 'failed' || situation === 'interrupted') return t(`lanes:chat.held.${situation}`)
  // Once the agent works again, the message waits like the others.
  return situation === 'working' ? null : held
}

function Row({ lane, message, why }: { lane: string; message: Message; why: string | null }) {
  const t = useWords()
  const queries = useQueryClient()
  const [edited, setEdited] = useState<string>()
  const at = useTimed((now) => (message.retry_at === null ? '' : moment(message.retry_at, now)))
  const params = { id: lane, message: message.id }
  const act = useMutation({
    mutationFn: (request: () => Promise<unknown>) => orLaneFailure(request()),
    onSuccess: () => setEdited(undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: partKey(lane, 'queue') }),
  })
  const save = (): void => {
    const text = edited?.trim() ?? ''
    if (text !== '') act.mutate(() => call('PATCH /api/lanes/:id/queue/:message', { params, body: { text } }))
  }
  return (
    <li data-queued={message.id}>
      <Clock size={14} aria-hidden />
      {edited === undefined ? (
        <span className={styles['text']}>
          <span className={message.command ? styles['command'] : undefined}>{message.text}</span>
          {at !== '' && <span className={styles['held']}>{t('lanes:chat.retryAt', { at })}</span>}
          {why !== null && <span className={styles['held']}>{t('lanes:chat.notSent', { why })}</span>}
        </span>
      ) : (
        <textarea
          // The user has just asked to edit it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          rows={2}
          aria-label={t('lanes:chat.edited')}
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation()
              setEdited(undefined)
            } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault()
              save()
            }
          }}
        />
      )}
      <span className={styles['acts']}>
        {edited === undefined ? (
          <>
            <button
              type="button"
              className={buttons['quiet']}
              disabled={act.isPending}
              onClick={() => act.mutate(() => call('POST /api/lanes/:id/queue/:message/send', { params }))}
            >
              <Send size={13} aria-hidden />
              {t('lanes:chat.sendNow')}
            </button>
            <button type="button" className={buttons['quiet']} onClick={() => setEdited(message.text)}>
              <Pencil size={13} aria-hidden />
              {t('lanes:chat.edit')}
            </button>
            <button
              type="button"
              className={buttons['quiet']}
              disabled={act.isPending}
              aria-label={t('lanes:chat.remove')}
              onClick={() => act.mutate(() => call('DELETE /api/lanes/:id/queue/:message', { params }))}
            >
              <Trash2 size={13} aria-hidden />
            </button>
          </>
        ) : (
          <>
            <button type="button" className={buttons['quiet']} disabled={act.isPending} onClick={save}>
              {t('save')}
            </button>
            <button type="button" className={buttons['quiet']} onClick={() => setEdited(undefined)}>
              {t('cancel')}
            </button>
          </>
        )}
      </span>
      {act.error !== null && (
        <p role="alert" className="bad">
          {advice(act.error)}
        </p>
      )}
    </li>
  )
}
