const HEIGHT = 18
const STEP = 8

/** A handful of values as a row of tiny columns, inside a line of text. */
export function Spark({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(...values, 1)
  return (
    <svg className="spark" width={values.length * STEP} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      {values.map((value, index) => {
        const high = value === 0 ? 1 : Math.max(2, (value / most) * HEIGHT)
        return (
          <rect
            key={index}
            x={index * STEP}
            y={HEIGHT - high}
            width={STEP - 2}
            height={high}
            rx={1}
            fill={value === 0 ? 'var(--line-strong)' : 'var(--c1)'}
          />
        )
      })}
    </svg>
  )
}
