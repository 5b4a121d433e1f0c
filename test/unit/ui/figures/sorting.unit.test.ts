import { describe, expect, it } from 'vitest'
import { givenSorting, nextSorting, type SortColumn, sortedRows } from '../../../../ui/src/figures/sorting.js'

interface Row {
  readonly name: string
  readonly calls: number | null
  readonly rate: string
  readonly share: number
}

const name: SortColumn<Row> = { title: 'Name', value: (row) => row.name }
const calls: SortColumn<Row> = { title: 'Calls', isNumber: true, value: (row) => row.calls }
const rate: SortColumn<Row> = { title: 'Rate', isNumber: true, value: (row) => row.rate, order: (row) => row.share }
const columns = [name, calls, rate]
const rows: readonly Row[] = [
  { name: 'Read', calls: 9, rate: '9%', share: 0.09 },
  { name: 'Bash', calls: 4, rate: '12%', share: 0.12 },
  { name: 'Grep', calls: null, rate: '0%', share: 0 },
]
const namesBy = (title: string, isAscending: boolean) =>
  sortedRows(rows, columns, { title, isAscending }).map((row) => row.name)

describe('a sorted table', () => {
  it('sorts by the value or by the order of the column', () => {
    expect(namesBy('Name', true)).toEqual(['Bash', 'Grep', 'Read'])
    expect(namesBy('Rate', false)).toEqual(['Bash', 'Read', 'Grep'])
  })

  it('keeps rows without a value last in both directions', () => {
    expect(namesBy('Calls', true)).toEqual(['Bash', 'Read', 'Grep'])
    expect(namesBy('Calls', false)).toEqual(['Read', 'Bash', 'Grep'])
  })

  it('starts with the largest number and with A, and reverses on a second click', () => {
    expect(nextSorting(calls, undefined)).toEqual({ title: 'Calls', isAscending: false })
    expect(nextSorting(calls, { title: 'Calls', isAscending: false })).toEqual({ title: 'Calls', isAscending: true })
    expect(nextSorting(name, { title: 'Calls', isAscending: false })).toEqual({ title: 'Name', isAscending: true })
  })

  it('names the column that ranks the rows, whatever another column happens to do', () => {
    const byShare = [name, calls, { ...rate, isRank: true }]
    expect(givenSorting(byShare)).toEqual({ title: 'Rate', isAscending: false })
    expect(givenSorting(columns)).toBeUndefined()
  })
})
