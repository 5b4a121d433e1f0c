import { useNavigate } from '@tanstack/react-router'
import { EventFilters } from '../../events/event-filters.js'
import { EventList } from '../../events/event-list.js'
import { eventsSearch, type EventsSearch } from '../../events/search.js'
import { useEventFeed } from '../../events/use-event-feed.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { ExactMoment } from '../../kit/time.js'

/** Every event of the session as it was stored, newest first. */
export function EventsTab({ id, search }: { id: string; search: EventsSearch }) {
  const t = useWords()
  const navigate = useNavigate()
  const { feed, state } = useEventFeed(search, id)
  const { kind, tool, q, event, to } = search
  const isFiltered = kind !== undefined || tool !== undefined || q !== undefined
  const filter = (change: Readonly<Record<string, unknown>>): void =>
    void navigate({
      to: '/sessions/$id',
      params: { id },
      search: { tab: 'events', ...eventsSearch({ ...search, ...change }) },
      replace: true,
    })
  return (
    <>
      <div className="events-bar">
        <EventFilters search={search} onChange={filter} />
        {to !== undefined && (
          <span className="past num">
            <Trans
              i18nKey="session:events.upTo"
              components={{
                at: <ExactMoment at={to} />,
                newer: (
                  <button type="button" className="btn" onClick={() => filter({ to: undefined, event: undefined })} />
                ),
              }}
            />
          </span>
        )}
      </div>
      <EventList
        feed={feed}
        state={state}
        at={event}
        named={false}
        empty={<p>{isFiltered ? t('session:events.noMatch') : t('session:events.none')}</p>}
      />
    </>
  )
}
