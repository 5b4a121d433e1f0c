import { useWords } from '../i18n/use-words.js'
import { flowOf, type Link } from './flow-layout.js'
import { OTHER } from './palette.js'
import { useWidth } from './use-width.js'

const NAME_PX = 120
const HEIGHT = 300

interface FlowProps {
  readonly links: readonly Link[]
  readonly colourOf: (name: string) => string
  readonly label: string
}

/** From what to what, and how often: bands between two columns of names, as thick as they are many. */
export function Flow({ links, colourOf, label }: FlowProps) {
  const t = useWords()
  const [follow, width] = useWidth()
  const { bands, from, to } = flowOf(links, HEIGHT)
  const left = NAME_PX
  const right = Math.max(left + 40, width - NAME_PX)
  const middle = (left + right) / 2
  return (
    <div className="chart-box" ref={follow}>
      {width > 0 && (
        <svg className="chart" width={width} height={HEIGHT} role="img" aria-label={label}>
          {bands.map(({ source, target, value, y0, y1, thick }) => (
            <path
              key={`${source} ${target}`}
              className="band"
              d={`M${left + 4},${y0} C${middle},${y0} ${middle},${y1} ${right - 4},${y1}`}
              stroke={colourOf(source)}
              strokeWidth={Math.max(1, thick)}
            >
              <title>{t('figure.flow', { source, target, count: value })}</title>
            </path>
          ))}
          {[
            ...from.map((node) => ({ ...node, x: left, anchor: 'end' as const, at: left - 8 })),
            ...to.map((node) => ({ ...node, x: right - 4, anchor: 'start' as const, at: right + 8 })),
          ].map(({ name, y, thick, x, anchor, at }) => (
            <g key={`${anchor} ${name}`}>
              <rect x={x} y={y} width={4} height={Math.max(1, thick)} fill={colourOf(name) || OTHER} />
              <text x={at} y={y + thick / 2 + 4} textAnchor={anchor}>
                {name.length > 16 ? `${name.slice(0, 15)}…` : name}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  )
}
