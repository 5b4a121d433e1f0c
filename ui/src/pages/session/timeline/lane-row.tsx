import { memo } from 'react'
import type { SwimLane, ToolSpan } from '../../../api/types.js'
import { duration, momentSeconds } from '../../../format/format.js'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import { toolColour } from '../../../kit/tool-kinds.js'
import { agentLabel } from '../agents/agent-label.js'
import { AgentGlyph } from '../agents/agent-glyph.js'
import { barsOf, spanOf } from './bars.js'
import type { Range } from './range.js'
import styles from './timeline.module.css'

const HEIGHT = 24

/** The bar under the pointer: its first call, and the number of others that are too close to be drawn separately. */
export interface Pointed {
  readonly call: ToolSpan
  readonly near: number
  readonly bar: Element
}

interface LaneRowProps {
  readonly lane: SwimLane
  readonly depth: number
  readonly calls: readonly ToolSpan[]
  readonly whole: Range
  readonly range: Range
  readonly width: number
  readonly now: number
  readonly onPoint: (pointed: Pointed | undefined) => void
  readonly onPick: (call: ToolSpan) => void
}

/** One agent: its lifetime, and its calls. */
export const LaneRow = memo(function LaneRow(props: LaneRowProps) {
  // Renders again when the language changes: the labels come from plain functions.
  useWords()
  const { lane, depth, calls, whole, range, width, now, onPoint, onPick } = props
  const span = spanOf(lane, whole, range, width)
  const label = agentLabel(lane)
  const bars = barsOf(calls, range, width, now)
  return (
    <div className={styles['lane']} data-lane>
      <span className={styles['name']} style={{ paddingLeft: `${Math.min(depth, 4) * 12}px` }} title={label}>
        <AgentGlyph agent={lane} />
        <span>{label}</span>
        <span className="faint num">{calls.length > 0 ? calls.length : ''}</span>
      </span>
      <svg width={width} height={HEIGHT} aria-hidden>
        {span !== undefined && (
          <rect className={styles['life']} x={span.x} y={10.5} width={span.width} height={3} rx={1.5} />
        )}
        {bars.map(({ call, x, width: long, calls: many }) => (
          <rect
            key={call.id}
            className={classes(styles['call'], call.ended_at === null && styles['open'])}
            data-call
            x={x}
            y={5}
            width={long}
            height={14}
            rx={2.5}
            fill={toolColour(call.tool_name)}
            onPointerEnter={({ currentTarget: bar }) => onPoint({ call, near: many - 1, bar })}
            onPointerLeave={() => onPoint(undefined)}
            onClick={() => onPick(call)}
          />
        ))}
        {bars
          .filter(({ failed }) => failed)
          .map(({ call, x, width: long }) => (
            <rect
              key={call.id}
              className={styles['failed']}
              data-failed
              x={x}
              y={20}
              width={Math.max(long, 3)}
              height={3}
            />
          ))}
      </svg>
    </div>
  )
})

/** `Bash npm test, 14:02:11, 41 s`. */
export function callWords({ tool_name, summary, created_at, ended_at, failed }: ToolSpan, now: number): string {
  const what = summary === null ? tool_name : `${tool_name} ${summary}`
  const length =
    ended_at === null ? t('session:timeline.running') : duration(Date.parse(ended_at) - Date.parse(created_at))
  const words = t('session:timeline.call', { what, at: momentSeconds(created_at, now), time: length })
  return failed ? `${words}, ${t('session:timeline.failed')}` : words
}
