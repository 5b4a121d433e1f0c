import { type ReactNode, useId, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import { InfoTip } from '../kit/tooltip.js'
import { csvOf, jsonOf, type Sheet } from './csv.js'
import type { Column } from './figure.js'
import styles from './panel.module.css'
import { RowsTable } from './rows-table.js'
import { save } from './save.js'

interface PanelProps<Row> {
  readonly title: string
  readonly note?: ReactNode
  /** Explains the numbers, behind a sign beside the title. */
  readonly info?: string | undefined
  /** Of the exported files. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** The last row of the table. */
  readonly total?: Row | undefined
  /** The title is only read aloud: the controls of the chart are in its place. */
  readonly hidesTitle?: boolean
  readonly controls?: ReactNode
  /** In place of the table when there are no rows. */
  readonly empty?: string
  /** All rows at once, where there is no chart. */
  readonly showsAll?: boolean
  /** The chart; without one the table is the figure. */
  readonly children?: ReactNode
}

/** A figure with its title, its numbers as a table, and as files. */
export function Panel<Row>(props: PanelProps<Row>) {
  const {
    title,
    note,
    info,
    name,
    columns,
    rows,
    total,
    controls,
    hidesTitle = false,
    empty,
    showsAll = false,
    children,
  } = props
  const t = useWords()
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const sheet = (): Sheet => ({
    columns: columns.map((column) => column.title),
    rows: [...rows, ...(total === undefined ? [] : [total])].map((row) => columns.map(({ value }) => value(row))),
  })
  const acts = rows.length > 0 && (
    <div className={styles['acts']}>
      {children !== undefined && (
        <button type="button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('figure.table')}
        </button>
      )}
      <button type="button" onClick={() => save(`${name}.csv`, 'text/csv', csvOf(sheet()))}>
        {t('figure.csv')}
      </button>
      <button type="button" onClick={() => save(`${name}.json`, 'application/json', jsonOf(sheet()))}>
        {t('figure.json')}
      </button>
    </div>
  )
  const heading = (
    <h2 id={id} className={hidesTitle ? 'sr-only' : undefined}>
      {title}
    </h2>
  )
  return (
    <section className={styles['panel']} aria-labelledby={id}>
      {hidesTitle ? (
        <div className={styles['controls']}>
          {heading}
          {controls}
          {acts}
        </div>
      ) : (
        <header>
          {heading}
          {info !== undefined && <InfoTip>{info}</InfoTip>}
          {note !== undefined && <span className={styles['note']}>{note}</span>}
          {acts}
        </header>
      )}
      {rows.length === 0 && empty !== undefined ? (
        <p className="faint">{empty}</p>
      ) : asTable || children === undefined ? (
        <RowsTable columns={columns} rows={rows} total={total} labelledBy={id} showsAll={showsAll} />
      ) : (
        children
      )}
    </section>
  )
}

/** The unit of a chart's axis, beside its controls. */
export const AxisTitle = ({ children }: { children: string }) => <span className={styles['axis']}>{children}</span>
