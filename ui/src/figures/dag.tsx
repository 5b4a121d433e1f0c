import { exactCount } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import { dagOf, type Edge } from './dag-layout.js'
import type { Link } from './flow-layout.js'
import { useWidth } from './use-width.js'

interface DagProps {
  readonly roots: readonly string[]
  readonly links: readonly Link[]
  /** What stands below a name. */
  readonly noteOf: (name: string) => string
  readonly nameOf: (name: string) => string
  readonly label: string
}

const BOX = { width: 132, height: 40 }
const ROW_PX = 52
const NARROWEST_GAP = 44
const WIDEST_GAP = 150
const LETTERS = 16
/** Room above the first row for links that lead back. */
const TOP = 26

/** Who leads to whom: boxes in columns, linked by lines that are as thick as they are many. */
export function Dag({ roots, links, noteOf, nameOf, label }: DagProps) {
  const t = useWords()
  const [follow, width] = useWidth()
  const { columns, rows } = dagOf(roots, links, { x: 1, y: 1 })
  const room = (width - columns * BOX.width) / Math.max(1, columns - 1)
  const gap = Math.min(WIDEST_GAP, Math.max(NARROWEST_GAP, room))
  const { boxes, edges } = dagOf(roots, links, { x: BOX.width + gap, y: ROW_PX })
  const most = Math.max(...links.map(({ value }) => value), 1)
  const thickOf = (value: number): number => 1 + (value / most) * 9
  return (
    <div className="chart-box wide" ref={follow} tabIndex={0} role="region" aria-label={label}>
      {width > 0 && (
        <svg
          className="chart"
          width={columns * BOX.width + (columns - 1) * gap}
          height={TOP + rows * ROW_PX}
          role="img"
          aria-label={label}
        >
          <g transform={`translate(0 ${TOP})`}>
            {edges.map((edge) => (
              <path
                key={`${edge.source} ${edge.target}`}
                className={edge.isBack ? 'edge back' : 'edge'}
                d={pathOf(edge)}
                strokeWidth={thickOf(edge.value)}
              >
                <title>
                  {t('figure.flow', { source: nameOf(edge.source), target: nameOf(edge.target), count: edge.value })}
                </title>
              </path>
            ))}
            {boxes.map(({ name, x, y }) => (
              <g key={name} transform={`translate(${x} ${y})`} className="box">
                <title>{nameOf(name)}</title>
                <rect width={BOX.width} height={BOX.height} rx={6} />
                <text className="name" x={10} y={17}>
                  {shortened(nameOf(name))}
                </text>
                <text x={10} y={32}>
                  {noteOf(name)}
                </text>
              </g>
            ))}
            {edges
              .filter(({ isBack }) => !isBack)
              .map(({ source, target, from, to, value }) => (
                <text
                  key={`${source} ${target}`}
                  className="weight"
                  x={to.x - 6}
                  y={middleOf(to.y) - 6}
                  textAnchor="end"
                >
                  {from.layer + 1 === to.layer ? exactCount(value) : ''}
                </text>
              ))}
          </g>
        </svg>
      )}
    </div>
  )
}

const shortened = (name: string): string => (name.length > LETTERS ? `${name.slice(0, LETTERS - 1)}…` : name)
const middleOf = (y: number): number => y + BOX.height / 2

function pathOf({ from, to, isBack }: Edge): string {
  const [x0, y0, x1, y1] = [from.x + BOX.width, middleOf(from.y), to.x, middleOf(to.y)]
  if (!isBack) {
    const middle = (x0 + x1) / 2
    return `M${x0},${y0} C${middle},${y0} ${middle},${y1} ${x1},${y1}`
  }
  // Over the top, from the right end of one to the left of the other.
  const high = Math.min(from.y, to.y) - 20
  const top = [from.x + BOX.width - 16, to.x + 16]
  return `M${top[0]},${from.y} C${top[0]},${high} ${top[1]},${high} ${top[1]},${to.y}`
}
