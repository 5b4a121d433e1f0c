import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { EventRow } from '../api/types.js'
import { useWords } from '../i18n/use-words.js'
import { FailureNote } from '../kit/failure-note.js'
import notes from '../kit/note.module.css'
import { Waiting } from '../kit/unread.js'
import { EventLine } from './event-line.js'
import styles from './event-list.module.css'
import type { EventFeed, EventFeedState } from './feed.js'
import { keyOf } from './order.js'
import { useAnchored } from './use-anchored.js'

/** More events are read before the reader reaches the last one. */
const AHEAD_PX = 1500
/** This near to the top, the list shows new events; further down it stays in place. */
const NEAR_PX = 24
const ROW_PX = 32

/** Returns the index of the first visible row. */
const seenFirst = (list: VirtualizerHandle | null): number | undefined => list?.findItemIndex(list.scrollOffset)

interface EventListProps {
  readonly feed: EventFeed
  readonly state: EventFeedState
  readonly at: number | undefined
  readonly named: boolean
  /** In place of the list when there is no event. */
  readonly empty: ReactNode
}

/** A virtual list of any number of events. */
export function EventList({ feed, state, at, named, empty }: EventListProps) {
  const t = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const [atTop, setAtTop] = useState(true)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(() => new Set())
  const toggle = useCallback((event: EventRow): void => {
    const key = keyOf(event)
    setToggled((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  }, [])

  const list = useRef<VirtualizerHandle>(null)
  const firstSeen = useCallback(() => (atTop ? undefined : seenFirst(list.current)), [atTop])
  const { events, shift } = useAnchored(feed, firstSeen)
  // Scrolls once for each event that the address names: later events move that row, but do not scroll.
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (state.phase !== 'ready' || state.events !== events || wanted.current === at) return
    wanted.current = at
    const place = events.findIndex((event) => event.id === at)
    if (place > 0) list.current?.scrollToIndex(place, { align: 'center' })
  }, [at, state, events])

  const onScroll = (): void => {
    const box = scroller.current
    if (box === null) return
    setAtTop(box.scrollTop < NEAR_PX)
    if (box.scrollHeight - box.scrollTop - box.clientHeight < AHEAD_PX) void feed.older()
  }

  if (state.phase === 'failed') {
    return <FailureNote error={state.error} again={() => void feed.open()} />
  }
  if (state.phase === 'ready' && state.events.length === 0)
    return (
      <div className={notes['note']} data-note>
        {empty}
      </div>
    )
  return (
    <div
      className={styles['events']}
      data-events
      ref={scroller}
      onScroll={onScroll}
      aria-busy={state.phase === 'loading'}
    >
      <Virtualizer ref={list} as="ul" item="li" data={events} scrollRef={scroller} itemSize={ROW_PX} shift={shift}>
        {(event) => {
          const key = keyOf(event)
          // The event in the address is open until the user closes it.
          const open = toggled.has(key) !== (at !== undefined && event.id === at)
          return <EventLine key={key} event={event} open={open} named={named} onToggle={toggle} />
        }}
      </Virtualizer>
      {state.phase === 'loading' && <Waiting />}
      {state.readingOlder && (
        <p className={`faint ${styles['end']}`} data-reading>
          {t('events.reading')}
        </p>
      )}
    </div>
  )
}
