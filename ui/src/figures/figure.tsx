import { type ReactNode, useId, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import { csvOf, jsonOf, type Sheet } from './csv.js'
import { DataTable } from './data-table.js'
import styles from './figure.module.css'
import { save } from './save.js'
import type { SortColumn } from './sorting.js'

export interface Column<Row> extends SortColumn<Row> {
  /** Explains the column, behind a sign beside its title. */
  readonly info?: string
  /** Renders the value, if it is not just printed. */
  readonly show?: (row: Row) => ReactNode
  /** Left out where there is no room for all; the files have it. */
  readonly isSpare?: boolean
  /** Whether it is a path or a command, which may break anywhere on a phone. */
  readonly isPath?: boolean
  /** Something to press, not a figure: it is left out of files. */
  readonly isAction?: boolean
}

interface FigureProps<Row> {
  readonly title: ReactNode
  /** One sentence: what the figure shows. */
  readonly says?: ReactNode
  /** Of the exported files. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Filters and options of the rows. */
  readonly controls?: ReactNode
  /** The drawing; without one the table is the figure. */
  readonly children?: ReactNode
}

function sheetOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Sheet {
  const exported = columns.filter(({ isAction }) => isAction !== true)
  return {
    columns: exported.map(({ title }) => title),
    rows: rows.map((row) => exported.map(({ value }) => value(row))),
  }
}

/** A drawing with a summary, the same numbers as a table, and a file to download. */
export function Figure<Row>({ title, says, name, columns, rows, controls, children }: FigureProps<Row>) {
  const t = useWords()
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const isTable = asTable || children === undefined
  return (
    <section className={styles['figure']} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {says !== undefined && <p className={styles['says']}>{says}</p>}
        {rows.length > 0 && (
          <div className={styles['actions']}>
            {children !== undefined && (
              <button type="button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
                {t('figure.table')}
              </button>
            )}
            <button type="button" onClick={() => save(`${name}.csv`, 'text/csv', csvOf(sheetOf(columns, rows)))}>
              {t('figure.csv')}
            </button>
            <button
              type="button"
              onClick={() => save(`${name}.json`, 'application/json', jsonOf(sheetOf(columns, rows)))}
            >
              {t('figure.json')}
            </button>
          </div>
        )}
      </header>
      {controls}
      {isTable ? rows.length > 0 && <DataTable columns={columns} rows={rows} labelledBy={id} /> : children}
    </section>
  )
}
