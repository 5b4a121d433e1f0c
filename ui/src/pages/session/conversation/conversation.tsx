import { ArrowDown, Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useWords } from '../../../i18n/use-words.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { useKeys } from '../../../kit/keys.js'
import notes from '../../../kit/note.module.css'
import styles from './conversation.module.css'
import { Disclosures, OpenedItem } from './disclosure.js'
import { FindBar } from './find/find-bar.js'
import findStyles from './find/find.module.css'
import { useFindKeys } from './find/use-find-keys.js'
import { useFind } from './find/use-find.js'
import { useHighlights } from './find/use-highlights.js'
import { ItemView } from './item-view.js'
import { TurnFoot } from './turn-foot.js'
import { endsOfTurns } from './turns.js'
import { itemsOf, placeOfLine } from './items.js'
import { useFeed } from './use-feed.js'
import { useFollowEnd } from './use-follow-end.js'
import { useSeek } from './use-seek.js'
import { useTurns } from './use-turns.js'
import { Whose } from './whose.js'

interface ConversationProps {
  readonly id: string
  readonly agent: string | undefined
  /** The line to start at; by default the end. */
  readonly line: number | undefined
  /** The text to find. */
  readonly words: string | undefined
}

/** The conversation, newest at the bottom. It follows the end while the reader is there. */
export function Conversation({ id, agent, line, words = '' }: ConversationProps) {
  const t = useWords()
  const { feed, state } = useFeed(id, agent, line)
  const items = useMemo(() => itemsOf(state.messages), [state.messages])
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const [disclosures] = useState(() => new Map<string, boolean>())
  const whose = useMemo(() => ({ id, agent }), [id, agent])

  const { follows, unseen, toNewest, toBeginning, leave, onClick, onScroll } = useFollowEnd({
    scroller,
    list,
    feed,
    state,
    items,
    startsAtEnd: line === undefined,
  })
  const [finding, setFinding] = useState(words !== '')
  const lineInView = (): number => {
    const top = list.current?.findItemIndex(scroller.current?.scrollTop ?? 0) ?? 0
    return items[top]?.message.line ?? 0
  }
  const find = useFind({ id, agent, words, line, lineInView })
  useFindKeys(() => setFinding(true))
  useHighlights(scroller, finding ? find.words : '', find.nth)
  const hit = finding ? find.line : undefined
  const sought = hit ?? line
  const soughtKey = sought === undefined ? undefined : items[placeOfLine(items, sought)]?.key

  const turns = useTurns(id, agent)
  const ends = useMemo(
    () => endsOfTurns(turns.turns, items, turns.isOver && !state.hasNewer),
    [turns, items, state.hasNewer],
  )
  useSeek({ list, feed, state, items, line: sought, onFound: leave })
  useKeys({ End: () => void toNewest(), Home: () => void toBeginning() })

  if (state.phase === 'failed') {
    return <FailureNote error={state.error} again={() => void feed.open()} />
  }
  return (
    <Whose value={whose}>
      <Disclosures value={disclosures}>
        <OpenedItem value={hit === undefined ? undefined : soughtKey}>
          {state.fromHooks && <p className={styles['from-hooks']}>{t('session:convo.from_hooks')}</p>}
          <div
            className={styles['stream']}
            ref={scroller}
            onScroll={onScroll}
            onClickCapture={onClick}
            tabIndex={0}
            role="log"
            aria-label={t('session:tab.conversation')}
            aria-live="off"
          >
            {state.phase === 'ready' && items.length === 0 && (
              <p className={notes['note']} data-note>
                {t('session:convo.none')}
              </p>
            )}
            <Virtualizer ref={list} data={items} shift={state.prepended} scrollRef={scroller} bufferSize={400}>
              {(item) => {
                const turn = ends.get(item.key)
                const view = <ItemView key={item.key} item={item} sought={item.key === soughtKey} />
                return turn === undefined ? (
                  view
                ) : (
                  <div key={item.key}>
                    {view}
                    <TurnFoot id={id} turn={turn} />
                  </div>
                )
              }}
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
            className={findStyles['open']}
            aria-label={t('session:convo.find')}
            onClick={() => setFinding(true)}
          >
            <Search size={15} aria-hidden />
          </button>
        )
      )}
      {state.readingOlder && <span className={styles['older']}>{t('session:convo.older')}</span>}
      {!follows && (
        <button type="button" className={styles['newest']} data-newest onClick={() => void toNewest()}>
          <ArrowDown size={14} aria-hidden />
          {unseen > 0 ? t('session:convo.new', { count: unseen }) : t('session:convo.newest')}
        </button>
      )}
    </Whose>
  )
}
