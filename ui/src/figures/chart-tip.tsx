import styles from './chart-tip.module.css'

export interface TipLine {
  readonly name: string
  readonly colour: string
  readonly value: string
}

interface ChartTipProps {
  readonly title: string
  readonly total: string
  readonly lines: readonly TipLine[]
  readonly foot?: readonly string[]
}

/** The inside of a chart's tooltip: what it is about, the total, a swatch for each part. */
export function ChartTip({ title, total, lines, foot = [] }: ChartTipProps) {
  return (
    <div className={styles['tip']}>
      <div className={styles['head']}>
        <span>{title}</span>
        <b className="num">{total}</b>
      </div>
      {lines.map(({ name, colour, value }) => (
        <div key={name} className={styles['line']}>
          <i style={{ background: colour }} />
          <span>{name}</span>
          <b className="num">{value}</b>
        </div>
      ))}
      {foot.length > 0 && (
        <div className={styles['foot']}>
          {foot.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      )}
    </div>
  )
}
