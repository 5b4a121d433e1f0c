const WIDTH = 96
const HEIGHT = 20
const EDGE = 2

/** A line of values without axes, inside a table. The numbers are in the exported file. */
export function Sparkline({ values, isBad = false }: { values: readonly number[]; isBad?: boolean }) {
  const most = Math.max(...values, 1)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) =>
      `${(index * step).toFixed(1)},${(HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE)).toFixed(1)}`,
  )
  return (
    <svg width={WIDTH} height={HEIGHT} style={{ display: 'inline-block', verticalAlign: 'middle' }} aria-hidden>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={isBad ? 'var(--fail)' : 'var(--ink-2)'}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  )
}
