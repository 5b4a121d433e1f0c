import { calendarDay } from '../format/format.js'
import styles from './day-bars.module.css'
import type { Key } from './palette.js'
import { columnsOf, levelsOf } from './day-columns.js'
import { useWidth } from './use-width.js'

interface DayOf {
  readonly date: string
  /** One amount for each key, from the bottom up. */
  readonly amounts: readonly number[]
}

const HEIGHT = 200
/** The width of a letter of a level, with its spacing. */
const LETTER = 7.2
const BESIDE = 12
const BOTTOM = 22
const TOP = 10

interface DayBarsProps {
  readonly days: readonly DayOf[]
  readonly keys: readonly Key[]
  /** Formats an amount. */
  readonly words: (amount: number) => string
  readonly label: string
}

/** Half the width of `30 Nov`. */
const HALF_MARK = 20

/** Amounts by day, one column each, stacked by key. */
export function DayBars({ days, keys, words, label }: DayBarsProps) {
  const [follow, width] = useWidth()
  const { levels, top } = levelsOf(Math.max(...days.map(({ amounts }) => amounts.reduce((a, b) => a + b, 0))))
  const left = Math.max(...levels.map((level) => words(level).length)) * LETTER + BESIDE
  const floor = HEIGHT - BOTTOM
  const y = (amount: number): number => floor - (amount / top) * (floor - TOP)
  const { columns, step, every } = columnsOf(days.length, width - left)
  return (
    <div className={styles['box']} ref={follow}>
      {width > 0 && (
        <svg className={styles['chart']} width={width} height={HEIGHT} role="img" aria-label={label}>
          {levels.map((level) => (
            <g key={level}>
              <line
                className={level === 0 ? styles['base'] : styles['grid']}
                x1={left}
                x2={width}
                y1={y(level)}
                y2={y(level)}
              />
              <text x={left - 8} y={y(level) + 4} textAnchor="end">
                {words(level)}
              </text>
            </g>
          ))}
          {days.map(({ date, amounts }, index) => {
            const x = left + index * step
            let below = 0
            return (
              <g key={date}>
                <title>{`${calendarDay(date)}: ${keys
                  .map(({ name }, part) => ({ name, amount: amounts[part] ?? 0 }))
                  .filter(({ amount }) => amount > 0)
                  .map(({ name, amount }) => `${name} ${words(amount)}`)
                  .join(', ')}`}</title>
                <rect className={styles['hit']} x={x} y={TOP} width={step} height={floor - TOP} />
                {amounts.map((amount, part) => {
                  const from = below
                  below += amount
                  return amount === 0 ? null : (
                    <rect
                      key={keys[part]?.name}
                      x={x + (step - columns) / 2}
                      y={y(below)}
                      width={columns}
                      height={Math.max(1, y(from) - y(below) - 1)}
                      rx={1.5}
                      fill={keys[part]?.colour}
                    />
                  )
                })}
                {index % every === 0 && <DayMark date={date} at={x + step / 2} width={width} />}
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}

/** A day below its column; the last ones stay inside the drawing. */
function DayMark({ date, at, width }: { date: string; at: number; width: number }) {
  const isLast = at + HALF_MARK > width
  return (
    <text x={isLast ? width : at} y={HEIGHT - 6} textAnchor={isLast ? 'end' : 'middle'}>
      {calendarDay(date)}
    </text>
  )
}
