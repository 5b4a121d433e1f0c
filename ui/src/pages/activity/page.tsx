import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Pause, Play, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useKeys } from '../../app/keys.js'
import { EventFilters } from '../../events/event-filters.js'
import { EventList } from '../../events/event-list.js'
import { useEventFeed } from '../../events/use-event-feed.js'
import { useMissed } from '../../events/use-missed.js'
import type { EventFeedState } from '../../events/feed.js'
import { count, exactCount } from '../../format/format.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { titleOf } from '../../kit/session-label.js'
import { ExactMoment } from '../../kit/time.js'
import { useSession } from '../../live/rows.js'
import { activitySearch } from './search.js'

const route = getRouteApi('/activity')

/** What happens as it happens, over all sessions. */
export function ActivityPage() {
  const t = useWords()
  const search = route.useSearch()
  const { session, to, event } = search
  const navigate = useNavigate()
  const [paused, setPaused] = useState(false)
  const { feed, state } = useEventFeed(search, session, paused)
  const missed = useMissed(paused, session)
  const input = useRef<HTMLInputElement>(null)
  const filter = (change: Readonly<Record<string, unknown>>): void =>
    void navigate({ to: '/activity', search: activitySearch({ ...search, ...change }), replace: true })
  useKeys({ '/': () => input.current?.focus(), p: () => setPaused(!paused) })
  const isFiltered = Object.keys(search).length > 0
  const nothing = state.phase === 'ready' && state.events.length === 0 && !isFiltered && !paused
  return (
    <div className="main">
      <header className="top">
        <h1>{t('activity:title')}</h1>
        {!nothing && (
          <EventFilters ref={input} search={search} onChange={filter}>
            <button type="button" className="btn" aria-pressed={paused} onClick={() => setPaused(!paused)}>
              {paused ? <Play size={13} aria-hidden /> : <Pause size={13} aria-hidden />}
              <Trans i18nKey={paused ? 'activity:goOn' : 'activity:pause'} components={{ kbd: <kbd /> }} />
            </button>
          </EventFilters>
        )}
      </header>
      <div className="events-line" role="status">
        {paused && <span>{missed > 0 ? t('activity:pausedSince', { count: missed }) : t('activity:paused')}</span>}
        {session !== undefined && <OneSession id={session} onClear={() => filter({ session: undefined })} />}
        {to !== undefined && (
          <button type="button" className="btn" onClick={() => filter({ to: undefined, event: undefined })}>
            <Trans i18nKey="activity:upTo" components={{ at: <ExactMoment at={to} /> }} />
            <X size={13} aria-hidden />
          </button>
        )}
        {!paused && to === undefined && state.phase === 'ready' && state.events.length > 0 && (
          <span className="faint num">
            {!state.hasOlder
              ? t('activity:newestAll')
              : search.q === undefined
                ? t('activity:newestSome', { events: count(state.events.length) })
                : t('activity:newestOf', { events: count(state.events.length), total: matches(state) })}
          </span>
        )}
      </div>
      <EventList
        key={session ?? ''}
        feed={feed}
        state={state}
        at={event}
        named
        empty={isFiltered ? <NoMatch /> : <Nothing />}
      />
    </div>
  )
}

/** How many events match, `10,000+` where nobody counts further. */
const matches = ({ total, isCapped }: EventFeedState): string => exactCount(total) + (isCapped ? '+' : '')

function NoMatch() {
  const t = useWords()
  return (
    <>
      <p>{t('activity:noMatch')}</p>
      <Link to="/activity" className="btn">
        {t('clearFilters')}
      </Link>
    </>
  )
}

function Nothing() {
  const t = useWords()
  return (
    <>
      <p>{t('activity:nothing')}</p>
      <Link to="/settings/hooks" className="btn">
        {t('activity:hooks')}
      </Link>
    </>
  )
}

function OneSession({ id, onClear }: { id: string; onClear: () => void }) {
  const t = useWords()
  const session = useSession(id) ?? { id, name: null }
  return (
    <button type="button" className="btn" onClick={onClear}>
      {t('activity:only', { session: titleOf(session) })}
      <X size={13} aria-hidden />
      <span className="sr-only">{t('activity:showAll')}</span>
    </button>
  )
}
