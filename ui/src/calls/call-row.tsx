import { Link } from '@tanstack/react-router'
import { Check, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { ToolCallRow } from '../api/types.js'
import { duration, instant, momentSeconds } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import { Glyph } from '../kit/glyph.js'
import { serverTool } from '../kit/server-tool.js'
import { titleOf } from '../kit/session-label.js'
import { within } from '../kit/within.js'
import { useTimed } from '../live/clock.js'
import { useSession } from '../rows/rows.js'
import { timeOfCall } from './call-groups.js'
import styles from './call-list.module.css'
import { CallMore } from './call-more.js'
import { exactDuration, outcomeWords } from './call-words.js'

interface CallRowProps {
  readonly call: ToolCallRow
  readonly isOpen: boolean
  /** Among the calls of many sessions each names its session, else its agent. */
  readonly isNamed: boolean
  readonly onToggle: (call: ToolCallRow) => void
}

/** One tool call: time, tool, target, duration and outcome. It expands to the content of its events. */
export const CallRow = memo(function CallRow({ call, isOpen, isNamed, onToggle }: CallRowProps) {
  const t = useWords()
  const { tool_name: tool, target, state, session_id: id, session_name: name } = call
  const words = outcomeWords(call)
  return (
    <div className={styles['item']} data-state={state} data-call={tool}>
      <div className={styles['row']} onClick={() => onToggle(call)}>
        <span className={styles['time']}>
          <time dateTime={timeOfCall(call)} title={instant(timeOfCall(call))}>
            {clock(timeOfCall(call))}
          </time>
        </span>
        <CallGlyph state={state} />
        <span className={styles['tool']} title={tool}>
          {serverTool(tool)?.tool ?? tool}
        </span>
        <span className={styles['target']} title={target ?? undefined}>
          {target === null ? state === 'waiting' && <Question id={id} /> : within(call.session_cwd, target)}
        </span>
        {isNamed ? (
          <Link
            className={styles['session']}
            to="/sessions/$id"
            params={{ id }}
            onClick={(event) => event.stopPropagation()}
          >
            {titleOf({ id, name })}
          </Link>
        ) : (
          <span className={styles['session']}>{call.agent_name ?? t('calls:main')}</span>
        )}
        <span className={styles['duration']}>
          <Duration call={call} />
        </span>
        <span className={styles['outcome']} title={words}>
          {words}
        </span>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={isOpen}
          aria-label={t('calls:details', { tool, target: target ?? '' })}
          onClick={(event) => {
            event.stopPropagation()
            onToggle(call)
          }}
        >
          <ChevronRight size={14} aria-hidden />
        </button>
      </div>
      {isOpen && <CallMore call={call} />}
    </div>
  )
})

/** The question of a waiting session, where the call does not contain it. */
function Question({ id }: { id: string }) {
  return useSession(id)?.headline?.text
}

function CallGlyph({ state }: { state: ToolCallRow['state'] }) {
  const t = useWords()
  if (state === 'done') return <Check className={styles['ok']} size={14} aria-label={t('calls:done')} />
  if (state === 'unfinished') return <Glyph situation="abandoned" label={t('calls:unfinished')} />
  const situation = state === 'failed' ? 'failed' : state === 'waiting' ? 'needs_you' : 'working'
  return <Glyph situation={situation} label={t(`calls:${state}`)} />
}

function Duration({ call: { state, started_at: since, duration_ms: ms } }: { call: ToolCallRow }) {
  if (ms !== null) return exactDuration(ms)
  return since === null || (state !== 'running' && state !== 'waiting') ? null : <Elapsed since={since} />
}

const Elapsed = ({ since }: { since: string }) => useTimed((now) => duration(Math.max(0, now - Date.parse(since))))

/** The day is in the heading of the minute. */
const clock = (at: string): string => momentSeconds(at, Date.parse(at))
