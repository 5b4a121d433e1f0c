import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { eventByIdQuery } from '../events/queries.js'
import type { ToolCallRow } from '../api/types.js'
import { Payload } from '../events/payload.js'
import { exactCount } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import { FailureNote } from '../kit/failure-note.js'
import { SegmentedControl } from '../kit/segmented-control.js'
import { Waiting } from '../kit/unread.js'
import styles from './call-list.module.css'

const SIDES = ['result', 'start'] as const

/** What the events of a call contain, and the way to its place in the conversation. */
export function CallMore({ call }: { call: ToolCallRow }) {
  const t = useWords()
  const { session_id: id, start_event_id: start, end_event_id: end, line, error } = call
  const [side, setSide] = useState<(typeof SIDES)[number]>(end === null ? 'start' : 'result')
  const event = side === 'result' ? end : start
  const agent = call.agent_id === `${id}-main` ? {} : { agent: call.agent_id }
  const ids = [start, end].filter((known) => known !== null).map(exactCount)
  return (
    <div className={styles['more']}>
      <div className={styles['bar']}>
        <span className="num">{t('calls:events', { count: ids.length, ids: ids.join(', ') })}</span>
        <Link to="/sessions/$id" params={{ id }} search={line === null ? agent : { ...agent, line }}>
          {t(line === null ? 'events.open' : 'events.openIn')}
        </Link>
        {start !== null && end !== null && (
          <SegmentedControl
            label={t('calls:side')}
            hidesLabel
            name="side"
            value={side}
            options={[
              ['result', t('calls:result')],
              ['start', t('calls:start')],
            ]}
            onChange={setSide}
          />
        )}
      </div>
      {error !== null && side === 'result' && <pre className={styles['error']}>{error}</pre>}
      {event !== null && <EventPayload id={id} event={event} />}
    </div>
  )
}

function EventPayload({ id, event }: { id: string; event: number }) {
  const { data, error } = useQuery(eventByIdQuery(id, event))
  if (error !== null) return <FailureNote error={error} />
  return data === undefined ? <Waiting /> : <Payload data={data?.data ?? null} />
}
