import type { Row } from './row.js'

const head = ['what', 'floor', 'measured', 'ratio', ''] as const

const cellsOf = ({ what, floor, measured, ratio, holds }: Row): readonly string[] => [
  what,
  floor,
  measured,
  ratio === null ? '' : ratio.toFixed(2),
  holds ? '' : 'MISSED',
]

/** The rows as a table for people, columns aligned. */
export const printedTable = (rows: readonly Row[]): string => {
  const lines = [head, ...rows.map(cellsOf)]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
