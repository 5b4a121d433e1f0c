import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CallFilters } from '../../calls/call-filters.js'
import { CallList } from '../../calls/call-list.js'
import { RawSwitch } from '../../calls/raw-switch.js'
import { useCallFeed } from '../../calls/use-call-feed.js'
import { EventFilters } from '../../events/event-filters.js'
import { EventList } from '../../events/event-list.js'
import { useEventFeed } from '../../events/use-event-feed.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { ExactMoment } from '../../kit/time.js'
import { isRawSearch } from '../activity/search.js'
import styles from './events-tab.module.css'
import { type SessionSearch, sessionSearch } from './search.js'

interface PartProps {
  readonly id: string
  readonly search: SessionSearch
  readonly onFilter: (change: Readonly<Record<string, unknown>>) => void
}

/** The tool calls of the session, or every event as it was stored; newest first. */
export function EventsTab({ id, search }: { id: string; search: SessionSearch }) {
  const navigate = useNavigate()
  const onFilter: PartProps['onFilter'] = (change) =>
    void navigate({
      to: '/sessions/$id',
      params: { id },
      search: sessionSearch({ ...search, ...change, tab: 'events' }),
      replace: true,
    })
  const Part = isRawSearch(search) ? Events : Calls
  return <Part id={id} search={search} onFilter={onFilter} />
}

function Calls({ id, search, onFilter }: PartProps) {
  const t = useWords()
  const [isAtTop, setAtTop] = useState(true)
  const { feed, state, missed } = useCallFeed({ ...search, session: id }, !isAtTop)
  const { tool, q, failed, questions } = search
  const isFiltered = [tool, q, failed, questions].some((filter) => filter !== undefined)
  return (
    <div className={styles['part']}>
      <CallFilters
        search={search}
        onChange={onFilter}
        isRaw={false}
        onRaw={(raw) => onFilter({ raw: raw ? true : undefined })}
      />
      <CallList
        feed={feed}
        state={state}
        isNamed={false}
        missed={missed}
        onTop={setAtTop}
        onShow={() => undefined}
        empty={<p>{t(isFiltered ? 'session:events.noMatch' : 'session:events.noCalls')}</p>}
      />
    </div>
  )
}

function Events({ id, search, onFilter }: PartProps) {
  const t = useWords()
  const { feed, state } = useEventFeed(search, id)
  const { kind, tool, q, event, to } = search
  const isFiltered = kind !== undefined || tool !== undefined || q !== undefined
  return (
    <div className={styles['part']}>
      <div className={styles['bar']}>
        <EventFilters search={search} onChange={(change) => onFilter({ raw: true, ...change })} />
        {to !== undefined && (
          <span className={`num ${styles['past']}`}>
            <Trans
              i18nKey="session:events.upTo"
              components={{
                at: <ExactMoment at={to} />,
                newer: (
                  <button
                    type="button"
                    className={buttons['button']}
                    onClick={() => onFilter({ raw: true, to: undefined, event: undefined })}
                  />
                ),
              }}
            />
          </span>
        )}
        <RawSwitch
          isRaw
          onChange={() => onFilter({ raw: undefined, kind: undefined, event: undefined, to: undefined })}
        />
      </div>
      <EventList
        feed={feed}
        state={state}
        at={event}
        named={false}
        empty={<p>{isFiltered ? t('session:events.noMatch') : t('session:events.none')}</p>}
      />
    </div>
  )
}
