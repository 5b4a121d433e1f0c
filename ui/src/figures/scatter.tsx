import type { ReactNode } from 'react'
import { logScale } from './log-scale.js'
import { useWidth } from './use-width.js'

interface Point {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly words: string
  readonly colour: string
}

interface ScatterProps {
  readonly points: readonly Point[]
  readonly label: string
  readonly xWords: (x: number) => string
  readonly yWords: (y: number) => string
  /** What is marked across, where that is not counted in tens. */
  readonly xSteps?: readonly number[]
  readonly onPick: (key: string) => void
  readonly caption: ReactNode
}

const HEIGHT = 260
const LEFT = 58
const BOTTOM = 24

/** Points over two wide ranges: both axes are logarithmic. */
export function Scatter({ points, label, xWords, xSteps, yWords, onPick, caption }: ScatterProps) {
  const [follow, width] = useWidth()
  const across = logScale(
    points.map(({ x }) => x),
    LEFT + 8,
    width - 10,
    xSteps,
  )
  const up = logScale(
    points.map(({ y }) => y),
    HEIGHT - BOTTOM - 8,
    10,
  )
  return (
    <div className="chart-box" ref={follow}>
      {width > 0 && (
        <svg className="chart" width={width} height={HEIGHT} role="img" aria-label={label}>
          {up.marks.map((mark) => (
            <g key={mark}>
              <line className="grid" x1={LEFT} x2={width} y1={up.at(mark)} y2={up.at(mark)} />
              <text x={LEFT - 8} y={up.at(mark) + 4} textAnchor="end">
                {yWords(mark)}
              </text>
            </g>
          ))}
          {across.marks.map((mark) => (
            <text
              key={mark}
              x={across.at(mark)}
              y={HEIGHT - 6}
              textAnchor={across.at(mark) > width - 30 ? 'end' : 'middle'}
            >
              {xWords(mark)}
            </text>
          ))}
          {points.map(({ key, x, y, words, colour }) => (
            <circle
              key={key}
              className="point"
              cx={across.at(x)}
              cy={up.at(y)}
              r={5}
              fill={colour}
              onClick={() => onPick(key)}
            >
              <title>{words}</title>
            </circle>
          ))}
        </svg>
      )}
      <p className="caption">{caption}</p>
    </div>
  )
}
