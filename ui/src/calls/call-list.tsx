import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { ToolCallRow } from '../api/types.js'
import { exactCount } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import buttons from '../kit/button.module.css'
import { FailureNote } from '../kit/failure-note.js'
import notes from '../kit/note.module.css'
import { Moment } from '../kit/time.js'
import { Waiting } from '../kit/unread.js'
import { type CallFeed, type CallFeedState, keyOfCall } from './call-feed.js'
import { callLines } from './call-groups.js'
import styles from './call-list.module.css'
import { CallRow } from './call-row.js'
import type { Missed } from './use-call-feed.js'

/** More calls are read before the reader reaches the last one. */
const AHEAD_PX = 1500
/** This near to the top the list is live. */
const NEAR_PX = 24
const ROW_PX = 34

interface CallListProps {
  readonly feed: CallFeed
  readonly state: CallFeedState
  readonly isNamed: boolean
  readonly missed: Missed
  /** Whether the list is at its top, where it grows. */
  readonly onTop: (isAtTop: boolean) => void
  /** Shows what was missed. */
  readonly onShow: () => void
  /** In place of the list when there is no call. */
  readonly empty: ReactNode
}

/** Tool calls in a virtual list: what runs first, then what finished, by minute. */
export function CallList({ feed, state, isNamed, missed, onTop, onShow, empty }: CallListProps) {
  const t = useWords()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set())
  const toggle = useCallback((call: ToolCallRow): void => {
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(keyOfCall(call))) after.add(keyOfCall(call))
      return after
    })
  }, [])
  const lines = useMemo(() => callLines(state.open, state.calls, keyOfCall), [state.open, state.calls])
  const onScroll = (): void => {
    const box = scroller.current
    if (box === null) return
    onTop(box.scrollTop < NEAR_PX)
    if (box.scrollHeight - box.scrollTop - box.clientHeight < AHEAD_PX) void feed.older()
  }
  if (state.phase === 'failed') return <FailureNote error={state.error} again={() => void feed.reopen()} />
  if (state.phase === 'ready' && lines.length === 0)
    return (
      <div className={notes['note']} data-note>
        {empty}
      </div>
    )
  return (
    <div className={styles['list']} ref={scroller} onScroll={onScroll} aria-busy={state.phase === 'loading'}>
      <div className={styles['head']} aria-hidden>
        <span>{t('calls:column.time')}</span>
        <span />
        <span>{t('calls:column.tool')}</span>
        <span>{t('calls:column.target')}</span>
        <span className={styles['session']}>{t(isNamed ? 'calls:column.session' : 'calls:column.agent')}</span>
        <span className={styles['duration']}>{t('calls:column.duration')}</span>
        <span>{t('calls:column.outcome')}</span>
        <span />
      </div>
      {missed.calls > 0 && (
        <div className={styles['missed']} role="status">
          <span>
            <b>{t('calls:missed', { count: missed.calls })}</b>
            {missed.failed > 0 && `, ${t('calls:missedFailed', { count: missed.failed })}`}
          </span>
          <button
            type="button"
            className={buttons['button']}
            onClick={() => {
              scroller.current?.scrollTo({ top: 0 })
              onShow()
            }}
          >
            {t('calls:show')}
          </button>
        </div>
      )}
      <Virtualizer
        ref={list}
        as="ul"
        item="li"
        data={lines}
        scrollRef={scroller}
        itemSize={ROW_PX}
        startMargin={ROW_PX}
      >
        {(line) =>
          line.kind === 'heading' ? (
            <h2 key={line.key} className={styles['heading']}>
              {line.of === 'minute' ? <Moment at={line.at} /> : t(`calls:heading.${line.of}`)}
              <span className="num">
                {line.of === 'minute' ? t('calls:count', { count: line.calls }) : exactCount(line.calls)}
              </span>
            </h2>
          ) : (
            <CallRow
              key={line.key}
              call={line.call}
              isOpen={opened.has(line.key)}
              isNamed={isNamed}
              onToggle={toggle}
            />
          )
        }
      </Virtualizer>
      {state.phase === 'loading' && <Waiting />}
      {state.readingOlder && (
        <p className={`faint ${styles['end']}`} data-reading>
          {t('calls:reading')}
        </p>
      )}
    </div>
  )
}
