import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { TooltipAt } from '../kit/tooltip.js'
import type { Bar } from './bar.js'
import { ChartTip } from './chart-tip.js'
import { columnsOf, levelsOf } from './day-columns.js'
import type { Key } from './palette.js'
import styles from './stacked-bars.module.css'
import { useWidth } from './use-width.js'

const PLOT = 216
const TOP = 8
const AXIS = 22
const LEFT = 52
const HALF_LABEL = 28

interface StackedBarsProps {
  readonly bars: readonly Bar[]
  readonly keys: readonly Key[]
  readonly words: (value: number) => string
  /** Of the axis; shorter than `words` where there is a short form. */
  readonly levels?: (value: number) => string
  readonly label: string
  /** A level to keep below. */
  readonly pace?: number | undefined
  readonly onPick?: ((bar: Bar) => void) | undefined
  readonly pickHint?: string
}

/** Which bar the tooltip is about, and where it points. */
interface Tip {
  readonly index: number
  readonly x: number
  readonly y: number
}

/** Bars of days or weeks, stacked by parts. Arrow keys move over the bars, Enter or a click picks one. */
export function StackedBars(props: StackedBarsProps) {
  const { bars, keys, words, levels: axisWords = words, label, pace, onPick, pickHint } = props
  const [follow, width] = useWidth()
  const drawing = useRef<SVGSVGElement>(null)
  const [tip, setTip] = useState<Tip>()
  const open = tip?.index
  const [active, setActive] = useState(bars.length - 1)
  const touched = useRef<number>(undefined)
  useEffect(() => {
    if (open === undefined) return undefined
    const close = (): void => setTip(undefined)
    document.addEventListener('scroll', close, true)
    return () => document.removeEventListener('scroll', close, true)
  }, [open])
  const totals = bars.map(({ amounts }) => amounts.reduce((sum, amount) => sum + amount, 0))
  const { levels, top } = levelsOf(Math.max(...totals, pace ?? 0))
  const { step, columns, every } = columnsOf(bars.length, width - LEFT)
  const y = (value: number): number => TOP + PLOT - (value / top) * PLOT
  const focusable = Math.min(Math.max(active, 0), bars.length - 1)
  const move = (event: KeyboardEvent, index: number): void => {
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: bars.length - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      drawing.current?.querySelectorAll<SVGGElement>('[data-bar]')[Math.min(Math.max(to, 0), bars.length - 1)]?.focus()
      return
    }
    const bar = bars[index]
    if (event.key === 'Enter' && bar !== undefined) onPick?.(bar)
  }
  const shown = open === undefined ? undefined : bars[open]
  const show = (index: number, bar: Element): void => {
    const box = bar.closest('svg')?.getBoundingClientRect()
    if (box === undefined) return
    setTip({ index, x: box.left + LEFT + (index + 0.5) * step, y: box.top + y(totals[index] ?? 0) })
  }
  return (
    <div className={styles['box']} ref={follow}>
      {width > 0 && (
        <svg
          ref={drawing}
          className={`${styles['chart']} ${open === undefined ? '' : styles['dimmed']}`}
          width={width}
          height={TOP + PLOT + AXIS}
          role="group"
          aria-label={label}
          onPointerLeave={() => setTip(undefined)}
        >
          {levels.map((level) => (
            <g key={level} aria-hidden>
              <line
                className={level === 0 ? styles['base'] : styles['grid']}
                x1={LEFT}
                x2={width}
                y1={y(level)}
                y2={y(level)}
              />
              <text x={LEFT - 10} y={y(level) + 4} textAnchor="end">
                {axisWords(level)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => {
            const x = LEFT + index * step
            const middle = x + step / 2
            let below = 0
            return (
              <g
                key={bar.date}
                className={styles['bar']}
                data-bar={bar.date}
                data-open={open === index}
                data-acts={onPick !== undefined}
                role={onPick === undefined ? 'img' : 'button'}
                tabIndex={index === focusable ? 0 : -1}
                aria-label={spoken(bar, keys, words, totals[index] ?? 0)}
                onFocus={({ currentTarget }) => {
                  setActive(index)
                  if (currentTarget.matches(':focus-visible')) show(index, currentTarget)
                }}
                onBlur={() => setTip(undefined)}
                onKeyDown={(event) => move(event, index)}
                onPointerEnter={({ pointerType, currentTarget }) => {
                  if (pointerType === 'mouse') show(index, currentTarget)
                }}
                onPointerDown={({ pointerType }) => {
                  touched.current = pointerType === 'mouse' ? undefined : index
                }}
                onClick={({ currentTarget }) => {
                  // The first tap shows the tooltip, a second one picks the bar.
                  if (touched.current === index && open !== index) show(index, currentTarget)
                  else onPick?.(bar)
                }}
              >
                <rect className={styles['hit']} x={x} y={TOP} width={step} height={PLOT} rx={4} />
                {bar.amounts.map((amount, part) => {
                  const from = below
                  below += amount
                  return amount <= 0 ? null : (
                    <rect
                      key={keys[part]?.name}
                      className={styles['part']}
                      x={middle - columns / 2}
                      y={y(below)}
                      width={columns}
                      height={Math.max(1, y(from) - y(below) - 1)}
                      rx={1.5}
                      fill={keys[part]?.colour}
                    />
                  )
                })}
              </g>
            )
          })}
          {/* Not in the bars, whose accessible names have the whole date. */}
          {bars.map((bar, index) => {
            const middle = LEFT + (index + 0.5) * step
            const isLast = middle > width - HALF_LABEL
            return (
              hasLabel(bars, index, every, step) && (
                <text
                  key={bar.date}
                  x={isLast ? width : middle}
                  y={TOP + PLOT + 18}
                  textAnchor={isLast ? 'end' : 'middle'}
                  data-now={bar.isNow === true}
                  aria-hidden
                >
                  {bar.label}
                </text>
              )
            )
          })}
          {pace !== undefined && <line className={styles['pace']} x1={LEFT} x2={width} y1={y(pace)} y2={y(pace)} />}
        </svg>
      )}
      {shown !== undefined && tip !== undefined && (
        <TooltipAt at={tip} onClose={() => setTip(undefined)}>
          <ChartTip
            title={shown.title}
            total={words(totals[tip.index] ?? 0)}
            lines={linesOf(shown, keys, words)}
            foot={[...(shown.foot ?? []), ...(onPick === undefined || pickHint === undefined ? [] : [pickHint])]}
          />
        </TooltipAt>
      )}
    </div>
  )
}

/** The current day always has its label; others keep away from it. */
const hasLabel = (bars: readonly Bar[], index: number, every: number, step: number): boolean => {
  if (bars[index]?.isNow === true) return true
  const last = bars.length - 1
  return index % every === 0 && (bars[last]?.isNow !== true || (last - index) * step >= 2 * HALF_LABEL)
}

const linesOf = ({ amounts }: Bar, keys: readonly Key[], words: (value: number) => string) =>
  keys.flatMap(({ name, colour }, index) => {
    const amount = amounts[index] ?? 0
    return amount > 0 ? [{ name, colour, value: words(amount) }] : []
  })

const spoken = (bar: Bar, keys: readonly Key[], words: (value: number) => string, total: number): string =>
  [`${bar.title}: ${words(total)}`, ...linesOf(bar, keys, words).map(({ name, value }) => `${name} ${value}`)].join(
    ', ',
  )
