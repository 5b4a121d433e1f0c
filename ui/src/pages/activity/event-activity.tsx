import { X } from 'lucide-react'
import { EventFilters } from '../../events/event-filters.js'
import { EventList } from '../../events/event-list.js'
import type { EventFeedState } from '../../events/feed.js'
import { useEventFeed } from '../../events/use-event-feed.js'
import { useMissed } from '../../events/use-missed.js'
import { count, exactCount } from '../../format/format.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { RawSwitch } from '../../calls/raw-switch.js'
import buttons from '../../kit/button.module.css'
import { ExactMoment } from '../../kit/time.js'
import styles from './activity.module.css'
import { ActivityHead, type ActivityProps, NothingHere, OneSession } from './parts.js'

/** Every event as it was stored, live. */
export function EventActivity({ search, pausedAt, onPause, onFilter, input }: ActivityProps) {
  const t = useWords()
  const { session, to, event } = search
  const paused = pausedAt !== undefined
  const isFiltered = Object.keys(search).some((name) => name !== 'raw')
  const { feed, state } = useEventFeed(search, session, paused)
  const missed = useMissed(paused, session)
  return (
    <>
      <ActivityHead
        says={
          paused
            ? missed > 0
              ? t('activity:pausedSince', { count: missed })
              : t('activity:paused')
            : to === undefined && search.q !== undefined && state.phase === 'ready' && matches(state)
        }
        paused={paused}
        onPause={onPause}
        canPause
      />
      <div className={styles['bar']}>
        <EventFilters ref={input} search={search} onChange={onFilter}>
          {session !== undefined && <OneSession id={session} onClear={() => onFilter({ session: undefined })} />}
          {to !== undefined && (
            <button
              type="button"
              className={buttons['button']}
              onClick={() => onFilter({ to: undefined, event: undefined })}
            >
              <Trans i18nKey="activity:upTo" components={{ at: <ExactMoment at={to} /> }} />
              <X size={13} aria-hidden />
            </button>
          )}
        </EventFilters>
        <RawSwitch
          isRaw
          onChange={() => onFilter({ raw: undefined, kind: undefined, event: undefined, to: undefined })}
        />
      </div>
      <EventList feed={feed} state={state} at={event} named empty={<NothingHere isFiltered={isFiltered} />} />
    </>
  )

  /** `200 of 10,000+ matches`. */
  function matches({ events, total, isCapped }: EventFeedState): string {
    return t('activity:matches', {
      events: count(events.length),
      total: exactCount(total) + (isCapped ? '+' : ''),
    })
  }
}
