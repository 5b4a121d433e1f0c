import { decimal, duration } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { type Range, ticks } from './range.js'
import styles from './timeline.module.css'

/** Room for a label on the axis. */
const LABEL_PX = 90

/** The axis with the time since the start, at round distances. */
export function Axis({ whole, range, width }: { whole: Range; range: Range; width: number }) {
  const t = useWords()
  const scale = width / (range.to - range.from)
  const at = ticks(range, whole, Math.max(2, Math.floor(width / LABEL_PX)))
  return (
    <svg className={styles['axis']} data-axis width={width} height={22} aria-hidden>
      {at.map((time) => {
        const x = (time - range.from) * scale
        // The last label would be cut off at the edge.
        return x > width - LABEL_PX / 2 ? null : (
          <g key={time}>
            <line x1={x} x2={x} y1={16} y2={22} />
            <text x={x} y={12} textAnchor={x < 12 ? 'start' : 'middle'}>
              {time === whole.from ? t('session:timeline.start') : `+${exactDuration(time - whole.from)}`}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** Neighbouring labels must differ, so those below ten minutes have seconds. */
function exactDuration(ms: number): string {
  if (ms < 60_000) return `${decimal(ms / 1000)} s`
  const seconds = Math.round(ms / 1000) % 60
  return seconds === 0 || ms >= 3_600_000 ? duration(ms) : `${duration(ms)} ${seconds} s`
}
