export type Cell = string | number | null

/** What is exported: the columns by name, one list of cells per row. */
export interface Sheet {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

// Names come from transcripts; a spreadsheet would run a text with one of these first characters as a formula.
const FORMULA = /^[=+\-@\t\r]/

const quoted = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the sheet as CSV (RFC 4180). Texts that a spreadsheet would read as formulas are marked as texts. */
export const csvOf = ({ columns, rows }: Sheet): string =>
  [columns, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')

/** The sheet as an array of objects. */
export const jsonOf = ({ columns, rows }: Sheet): string =>
  JSON.stringify(
    rows.map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null]))),
    null,
    2,
  )
