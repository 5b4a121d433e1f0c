import { useState } from 'react'
import { exactCount } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import { classes } from '../kit/classes.js'
import { InfoTip } from '../kit/tooltip.js'
import styles from './data-table.module.css'
import type { Column } from './figure.js'

/** More rows than this are shown on request; the exported file has all of them. */
const SHOWN = 60

interface DataTableProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly labelledBy?: string
}

/** Rows of figures: names to the left, numbers in columns to the right. */
export function DataTable<Row>({ columns, rows, labelledBy }: DataTableProps<Row>) {
  const t = useWords()
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, SHOWN)
  return (
    <div className={styles['box']} tabIndex={0} role="region" aria-labelledby={labelledBy}>
      <table className={classes('num', styles['table'])} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.title}
                {column.info !== undefined && <InfoTip>{column.info}</InfoTip>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.title} className={classOf(column)}>
                  {column.show === undefined ? words(column.value(row)) : column.show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <button type="button" className={styles['more']} onClick={() => setAll(true)}>
          {t('figure.more', { count: rows.length - shown.length })}
        </button>
      )}
    </div>
  )
}

const classOf = <Row,>({ isNumber, isSpare, isPath }: Column<Row>): string =>
  classes(isNumber === true && styles['number'], isSpare === true && styles['spare'], isPath === true && styles['path'])

const words = (cell: string | number | null): string =>
  cell === null ? '–' : typeof cell === 'number' ? exactCount(cell) : cell
