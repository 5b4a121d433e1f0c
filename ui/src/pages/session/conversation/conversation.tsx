import { ArrowDown } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { advice } from '../../../api/failure.js'
import { useKeys } from '../../../app/keys.js'
import { plural } from '../../../format/format.js'
import { Disclosures } from './disclosure.js'
import { ItemView } from './item-view.js'
import { itemsOf } from './items.js'
import { useFeed } from './use-feed.js'

/** This near to an end counts as being there. */
const NEAR_PX = 48
/** More messages are asked for before the reader reaches the first or the last one that is there. */
const AHEAD_PX = 1500

interface ConversationProps {
  readonly id: string
  readonly agent: string | undefined
  /** Where to begin reading; at the end unless told. */
  readonly line: number | undefined
}

/** The conversation, newest at the bottom: it follows the end while the reader is there and stays put while not. */
export function Conversation({ id, agent, line }: ConversationProps) {
  const { feed, state } = useFeed(id, agent, line)
  const items = useMemo(() => itemsOf(state.messages), [state.messages])
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const [disclosures] = useState(() => new Map<string, boolean>())
  const lastLine = state.messages.at(-1)?.line ?? 0
  /** The last line that was there when the reader left the end; undefined while the list follows the end. */
  const [leftAt, setLeftAt] = useState(line)
  const follows = leftAt === undefined
  const unseen = follows ? 0 : state.messages.filter((message) => message.line > leftAt).length

  useLayoutEffect(() => {
    if (follows && items.length > 0) list.current?.scrollToIndex(items.length - 1, { align: 'end' })
  }, [items, follows])
  const found = useRef(line === undefined)
  useLayoutEffect(() => {
    if (found.current || line === undefined || items.length === 0) return
    found.current = true
    const place = items.findLastIndex(({ message }) => message.line <= line)
    list.current?.scrollToIndex(Math.max(0, place), { align: 'center' })
  }, [items, line])
  const toNewest = (): void => {
    if (state.hasNewer) void feed.open()
    setLeftAt(undefined)
  }
  const toBeginning = async (): Promise<void> => {
    setLeftAt(lastLine)
    await feed.beginning()
    list.current?.scrollToIndex(0)
  }
  useKeys({ End: toNewest, Home: () => void toBeginning() })

  const onScroll = (): void => {
    const box = scroller.current
    if (box === null) return
    const below = box.scrollHeight - box.scrollTop - box.clientHeight
    if (below < NEAR_PX && !state.hasNewer) setLeftAt(undefined)
    else if (follows) setLeftAt(lastLine)
    if (box.scrollTop < AHEAD_PX) void feed.older()
    if (below < AHEAD_PX) void feed.later()
  }

  if (state.phase === 'failed') {
    return (
      <div className="note" role="alert">
        <p>{advice(state.error)}</p>
        <button type="button" className="btn" onClick={() => void feed.open()}>
          Try again
        </button>
      </div>
    )
  }
  return (
    <Disclosures value={disclosures}>
      <div
        className="stream"
        ref={scroller}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label="Conversation"
        aria-live="off"
      >
        {state.phase === 'ready' && items.length === 0 && (
          <p className="note">Nothing was said yet. Words appear here as soon as they are written.</p>
        )}
        <Virtualizer ref={list} data={items} shift={state.prepended} scrollRef={scroller} bufferSize={400}>
          {(item) => <ItemView key={item.key} item={item} sought={item.message.line === line} />}
        </Virtualizer>
      </div>
      {state.readingOlder && <span className="reading-older">Reading older messages</span>}
      {!follows && (
        <button type="button" className="to-newest" onClick={toNewest}>
          <ArrowDown size={14} aria-hidden />
          {unseen > 0 ? plural(unseen, 'new message') : 'Newest'}
        </button>
      )}
    </Disclosures>
  )
}
