import type { Row } from './row.js'

const head = ['what', 'floor', 'measured', 'ratio', ''] as const

const cellsOf = ({ what, floor, measured, ratio, holds }: Row): readonly string[] => [
  what,
  floor,
  measured,
  ratio === null ? '' : ratio.toFixed(2),
  holds ? '' : 'MISSED',
]

/** Returns the rows as a text table. */
export const printedTable = (rows: readonly Row[]): string => aligned([head, ...rows.map(cellsOf)])

/** Returns the lines with aligned columns. */
export const aligned = (lines: readonly (readonly string[])[]): string => {
  const columns = Math.max(...lines.map((line) => line.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
