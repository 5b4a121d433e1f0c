import { ArrowDown, Search } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useKeys } from '../../../app/keys.js'
import { useWords } from '../../../i18n/use-words.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { Disclosures, OpenedItem } from './disclosure.js'
import { FindBar } from './find/find-bar.js'
import { useFind } from './find/use-find.js'
import { useFindKeys } from './find/use-find-keys.js'
import { useHighlights } from './find/use-highlights.js'
import { ItemView } from './item-view.js'
import { itemsOf, placeOfLine } from './items.js'
import { useFeed } from './use-feed.js'
import { Whose } from './whose.js'

/** This near to an end counts as being there. */
const NEAR_PX = 48
/** More messages are asked for before the reader reaches the first or the last one that is there. */
const AHEAD_PX = 1500

/** Where nobody knows which messages are new: the reader did not come from the end. */
const JUMPED = Infinity

/** What grows this soon after a click is what the reader has opened, and is not scrolled away. */
const OPENING_MS = 1000

const belowOf = (box: Element): number => box.scrollHeight - box.scrollTop - box.clientHeight

interface ConversationProps {
  readonly id: string
  readonly agent: string | undefined
  /** Where to begin reading; at the end unless told. */
  readonly line: number | undefined
  /** Words to look for. */
  readonly words: string | undefined
}

/** The conversation, newest at the bottom: it follows the end while the reader is there and stays put while not. */
export function Conversation({ id, agent, line, words = '' }: ConversationProps) {
  const t = useWords()
  const { feed, state } = useFeed(id, agent, line)
  const items = useMemo(() => itemsOf(state.messages), [state.messages])
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const [disclosures] = useState(() => new Map<string, boolean>())
  const whose = useMemo(() => ({ id, agent }), [id, agent])
  const lastLine = state.messages.at(-1)?.line ?? 0
  /** The last line that was there when the reader left the end; undefined while the list follows the end. */
  const [leftAt, setLeftAt] = useState(line === undefined ? undefined : JUMPED)
  const follows = leftAt === undefined
  const unseen = follows ? 0 : state.messages.filter((message) => message.line > leftAt).length

  const [finding, setFinding] = useState(words !== '')
  const lineInView = (): number => {
    const top = list.current?.findItemIndex(scroller.current?.scrollTop ?? 0) ?? 0
    return items[top]?.message.line ?? 0
  }
  const find = useFind({ id, agent, words, line, lineInView })
  useFindKeys(() => setFinding(true))
  useHighlights(scroller, finding ? find.words : '')
  const hit = finding ? find.line : undefined
  const sought = hit ?? line
  const soughtKey = sought === undefined ? undefined : items[placeOfLine(items, sought)]?.key

  const clickedAt = useRef(Number.NEGATIVE_INFINITY)
  const isOpening = (): boolean => performance.now() - clickedAt.current < OPENING_MS
  useLayoutEffect(() => {
    if (follows && items.length > 0 && !isOpening()) list.current?.scrollToIndex(items.length - 1, { align: 'end' })
  }, [items, follows])
  // Rows are measured after they are drawn: what grows while the end is followed is followed too.
  useLayoutEffect(() => {
    const box = scroller.current
    const rows = box?.lastElementChild
    if (!follows || box === null || rows == null) return
    const grown = new ResizeObserver(() => {
      if (!isOpening()) box.scrollTop = box.scrollHeight
      else if (belowOf(box) >= NEAR_PX) setLeftAt(lastLine)
    })
    grown.observe(rows)
    return () => grown.disconnect()
  }, [follows, lastLine, state.phase])
  /** The line that was last gone to: once, and again only when another one is sought. */
  const went = useRef<number>(undefined)
  const asked = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (sought === undefined || went.current === sought || items.length === 0) return
    const [first, last] = [state.messages[0]?.line ?? 0, state.messages.at(-1)?.line ?? 0]
    const isOutside = (sought < first && state.hasOlder) || (sought > last && state.hasNewer)
    if (isOutside && asked.current !== sought) {
      asked.current = sought
      return void feed.openAt(sought)
    }
    went.current = sought
    setLeftAt(JUMPED)
    list.current?.scrollToIndex(Math.max(0, placeOfLine(items, sought)), { align: 'center' })
  }, [items, sought, state, feed])
  /** Where the last key leads, until it has: what is read for an earlier one comes too late to lead anywhere. */
  const leads = useRef<'beginning' | 'newest'>(undefined)
  const toNewest = async (): Promise<void> => {
    leads.current = 'newest'
    clickedAt.current = Number.NEGATIVE_INFINITY
    // The end is followed once it is there: until then the end of what is shown is not the conversation's.
    // Asked of the feed: a key can come before what it has just read is drawn.
    if (feed.state().hasNewer) await feed.open()
    setLeftAt(undefined)
  }
  const toBeginning = async (): Promise<void> => {
    leads.current = 'beginning'
    setLeftAt(state.hasNewer ? JUMPED : lastLine)
    await feed.beginning()
    if (leads.current !== 'beginning') return
    leads.current = undefined
    list.current?.scrollToIndex(0)
  }
  useKeys({ End: () => void toNewest(), Home: () => void toBeginning() })

  const onClick = (): void => {
    clickedAt.current = performance.now()
    // A way to the end that is still being gone, as rows are measured, ends where the reader clicks.
    list.current?.scrollBy(0)
  }
  const top = useRef(0)
  const onScroll = (): void => {
    const box = scroller.current
    if (box === null) return
    const below = belowOf(box)
    const isUp = box.scrollTop < top.current
    top.current = box.scrollTop
    if (below < NEAR_PX && !state.hasNewer && leads.current !== 'beginning') {
      leads.current = undefined
      setLeftAt(undefined)
      // What grows below moves the end away; only a reader moves up.
    } else if (follows && isUp && leads.current !== 'newest') setLeftAt(lastLine)
    if (box.scrollTop < AHEAD_PX) void feed.older()
    if (below < AHEAD_PX) void feed.later()
  }

  if (state.phase === 'failed') {
    return <FailureNote error={state.error} again={() => void feed.open()} />
  }
  return (
    <Whose value={whose}>
      <Disclosures value={disclosures}>
        <OpenedItem value={hit === undefined ? undefined : soughtKey}>
          <div
            className="stream"
            ref={scroller}
            onScroll={onScroll}
            onClickCapture={onClick}
            tabIndex={0}
            role="log"
            aria-label={t('session:tab.conversation')}
            aria-live="off"
          >
            {state.phase === 'ready' && items.length === 0 && <p className="note">{t('session:convo.none')}</p>}
            <Virtualizer ref={list} data={items} shift={state.prepended} scrollRef={scroller} bufferSize={400}>
              {(item) => <ItemView key={item.key} item={item} sought={item.key === soughtKey} />}
            </Virtualizer>
          </div>
        </OpenedItem>
      </Disclosures>
      {finding ? (
        <FindBar find={find} onClose={() => setFinding(false)} />
      ) : (
        items.length > 0 && (
          <button
            type="button"
            className="find-open"
            aria-label={t('session:convo.find')}
            onClick={() => setFinding(true)}
          >
            <Search size={15} aria-hidden />
          </button>
        )
      )}
      {state.readingOlder && <span className="reading-older">{t('session:convo.older')}</span>}
      {!follows && (
        <button type="button" className="to-newest" onClick={() => void toNewest()}>
          <ArrowDown size={14} aria-hidden />
          {unseen > 0 ? t('session:convo.new', { count: unseen }) : t('session:convo.newest')}
        </button>
      )}
    </Whose>
  )
}
