import type { Cell } from './csv.js'

/** What sorting needs to know of a column. */
export interface SortColumn<Row> {
  readonly title: string
  readonly value: (row: Row) => Cell
  /** What the column sorts by, if not by its value. */
  readonly order?: (row: Row) => Cell
  /** Rows have no order by this column. */
  readonly isUnsorted?: boolean
  readonly isNumber?: boolean
  /** The rows are given in the order of this column, the largest first. */
  readonly isRank?: boolean
}

/** The column that orders the rows, and its direction. */
export interface Sorting {
  readonly title: string
  readonly isAscending: boolean
}

const keyOf = <Row>({ order, value }: SortColumn<Row>, row: Row): Cell => (order ?? value)(row)

const compare = (a: Cell, b: Cell): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b))
}

/** Returns the order in which the rows are given; undefined for a fixed order, such as that of days. */
export function givenSorting<Row>(columns: readonly SortColumn<Row>[]): Sorting | undefined {
  const column = columns.find(({ isRank }) => isRank === true)
  return column === undefined ? undefined : { title: column.title, isAscending: false }
}

/** Returns the sorting after a click on a heading: numbers start with the largest, names with A, a second click reverses. */
export const nextSorting = <Row>({ title, isNumber = false }: SortColumn<Row>, now: Sorting | undefined): Sorting => ({
  title,
  isAscending: now !== undefined && now.title === title ? !now.isAscending : !isNumber,
})

/** Returns the rows in an order. Rows without a value come last in both directions. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  { title, isAscending }: Sorting,
): readonly Row[] {
  const column = columns.find((one) => one.title === title)
  if (column === undefined) return rows
  return rows.toSorted((left, right) => {
    const [a, b] = [keyOf(column, left), keyOf(column, right)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return isAscending ? compare(a, b) : compare(b, a)
  })
}
