import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { exactCount } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import { classes } from '../kit/classes.js'
import type { Column } from './figure.js'
import styles from './rows-table.module.css'
import { givenSorting, nextSorting, type Sorting, sortedRows } from './sorting.js'

/** Rows that are shown before all are asked for. */
const FIRST = 5
/** With one or two more rows than that, all are shown. */
const SPARED = 2

interface RowsTableProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly total?: Row | undefined
  readonly labelledBy: string
  readonly showsAll?: boolean
}

/** A table of names and numbers: the first five rows, and all on request. A click on a heading sorts them. */
export function RowsTable<Row>({ columns, rows, total, labelledBy, showsAll = false }: RowsTableProps<Row>) {
  const t = useWords()
  const [all, setAll] = useState(false)
  const [chosen, setChosen] = useState<Sorting>()
  const given = givenSorting(columns)
  const ordered = chosen === undefined ? rows : sortedRows(rows, columns, chosen)
  const sorting = chosen ?? given
  const isWhole = all || showsAll || rows.length <= FIRST + SPARED
  const shown = isWhole ? ordered : ordered.slice(0, FIRST)
  const cells = (row: Row) =>
    columns.map((column, index) => (
      <td key={column.title} className={classOf(column, index)}>
        {column.show === undefined ? plain(column.value(row)) : column.show(row)}
      </td>
    ))
  return (
    <>
      <table className={styles['table']} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {columns.map((column, index) => {
              const isSorted = sorting?.title === column.title
              const Arrow = sorting?.isAscending === true ? ArrowUp : ArrowDown
              return (
                <th
                  key={column.title}
                  scope="col"
                  className={classOf(column, index)}
                  {...(isSorted ? { 'aria-sort': sorting.isAscending ? 'ascending' : 'descending' } : {})}
                >
                  {column.isUnsorted === true ? (
                    column.title
                  ) : (
                    <button type="button" onClick={() => setChosen(nextSorting(column, sorting))}>
                      <span>
                        {column.title}
                        {isSorted && <Arrow size={12} aria-hidden />}
                      </span>
                    </button>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={index}>{cells(row)}</tr>
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <tr>{cells(total)}</tr>
          </tfoot>
        )}
      </table>
      {!isWhole && (
        <button type="button" className={styles['more']} onClick={() => setAll(true)}>
          {t('figure.showAll', { count: rows.length })}
          <ChevronRight size={13} aria-hidden />
        </button>
      )}
    </>
  )
}

const classOf = (
  { isNumber = false, isSpare = false }: { readonly isNumber?: boolean; readonly isSpare?: boolean },
  index: number,
): string =>
  classes(isNumber ? styles['number'] : styles['text'], isSpare && styles['spare'], index === 0 && styles['name'])

const plain = (cell: string | number | null): string =>
  cell === null ? '–' : typeof cell === 'number' ? exactCount(cell) : cell
