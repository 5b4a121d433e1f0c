import { cutTo, oneLine, widthOf } from '../../domain/reports/width.js'

export interface Column {
  readonly title: string
  readonly align?: 'right'
  /** Minimum width; the column may be truncated to it when the line is too long. */
  readonly least?: number
}

export interface Table {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  readonly total?: readonly string[]
}

type Paint = (style: 'bold' | 'dim', text: string) => string

const GAP = '  '

/** Formats a table as lines of at most `width` columns, as far as columns can be truncated; null means no limit. */
export const tableLines = ({ columns, rows, total }: Table, width: number | null, paint: Paint): readonly string[] => {
  const titles = columns.map(({ title }) => title)
  const body = [...rows, ...(total === undefined ? [] : [total])].map((row) => row.map(oneLine))
  const widths = fitted(
    columns,
    columns.map((_, i) => Math.max(...[titles, ...body].map((row) => widthOf(row[i] ?? '')))),
    width,
  )
  const line = (row: readonly string[]): string =>
    columns
      .map(({ align }, i) => {
        const columnsHere = widths[i] ?? 0
        const text = cutTo(row[i] ?? '', columnsHere)
        const room = ' '.repeat(Math.max(0, columnsHere - widthOf(text)))
        return align === 'right' ? room + text : text + room
      })
      .join(GAP)
      .trimEnd()
  const rule = paint('dim', widths.map((n) => '─'.repeat(n)).join(GAP))
  const shown = body.slice(0, rows.length).map(line)
  const last = total === undefined ? [] : [rule, paint('bold', line(body.at(-1) ?? []))]
  return [paint('bold', line(titles)), rule, ...shown, ...last]
}

/** Returns the column widths after truncation, the widest columns first. */
const fitted = (columns: readonly Column[], wanted: readonly number[], width: number | null): readonly number[] => {
  const widths = [...wanted]
  if (width === null) return widths
  const room = width - GAP.length * (columns.length - 1)
  let over = widths.reduce((sum, n) => sum + n, 0) - room
  while (over > 0) {
    const spare = (i: number): number => (widths[i] ?? 0) - (columns[i]?.least ?? widths[i] ?? 0)
    const widest = columns.reduce((best, _, i) => (spare(i) > spare(best) ? i : best), 0)
    if (spare(widest) <= 0) break
    widths[widest] = (widths[widest] ?? 0) - 1
    over -= 1
  }
  return widths
}
