import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { EventRow } from '../api/types.js'
import { exactCount } from '../format/format.js'
import { type Say, useWords } from '../i18n/use-words.js'
import { classes } from '../kit/classes.js'
import { placeOf } from '../kit/event-place.js'
import { titleOf } from '../kit/session-label.js'
import { ExactMoment } from '../kit/time.js'
import { pathsWithin } from '../kit/within.js'
import styles from './event-line.module.css'
import { Payload } from './payload.js'

interface EventLineProps {
  readonly event: EventRow
  readonly open: boolean
  /** Whether events of many sessions are listed, so that each names its session. */
  readonly named: boolean
  readonly onToggle: (event: EventRow) => void
}

/** One event: time, kind, session, tool and summary. It expands to its payload. */
export const EventLine = memo(function EventLine({ event, open, named, onToggle }: EventLineProps) {
  const t = useWords()
  const { session_id: id, session_name: name = null, session_cwd: cwd = null } = event
  return (
    <div className={named ? styles['named'] : undefined} data-event>
      <button type="button" className={styles['row']} aria-expanded={open} onClick={() => onToggle(event)}>
        <ChevronRight size={13} aria-hidden />
        <ExactMoment at={event.created_at} className={classes('num', styles['at'])} />
        <span className={styles['kind']} data-kind>
          {event.event_type}
        </span>
        {named && <span className={styles['whose']}>{titleOf({ id, name })}</span>}
        <span className={styles['text']}>
          {event.tool_name !== null && event.summary?.includes(event.tool_name) !== true && (
            <span className="mono">{event.tool_name} </span>
          )}
          {event.summary !== null && pathsWithin(cwd, event.summary)}
        </span>
      </button>
      {open && (
        <div className={styles['more']}>
          <p className="faint num">
            <span>{idOf(event, t)}</span>
            <Link to="/sessions/$id" params={{ id }} search={placeOf(event.data) ?? {}}>
              {t(placeOf(event.data) === undefined ? 'events.open' : 'events.openIn')}
            </Link>
            {named && (
              <>
                <Link
                  to="/sessions/$id"
                  params={{ id }}
                  search={{ tab: 'events', ...(event.id === null ? {} : { event: event.id }), to: event.created_at }}
                >
                  {t('events.among')}
                </Link>
                <Link to="/activity" search={{ session: id, raw: true }}>
                  {t('events.only')}
                </Link>
              </>
            )}
          </p>
          <Payload data={event.data} />
        </div>
      )}
    </div>
  )
})

/** `Event 1,234, Explore`: the number and the subagent, as far as they are known. */
function idOf({ id, session_id: session, agent_id, agent_name = null }: EventRow, t: Say): string {
  const agent = agent_id === `${session}-main` ? null : agent_name
  if (id === null) return agent ?? ''
  return agent === null ? t('events.id', { id: exactCount(id) }) : t('events.idOf', { id: exactCount(id), agent })
}
