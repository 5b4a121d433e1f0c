import { describe, expect, it } from 'vitest'
import { beside, columnsOf } from '../../../../../ui/src/pages/lanes/board-columns.js'

const COLUMNS = columnsOf([
  { key: 'waiting', ids: ['1', '2'] },
  { key: 'others', ids: ['3'] },
  { key: 'failed', ids: ['4'] },
  { key: 'review', ids: ['5'] },
  { key: 'turn', ids: ['6'] },
  { key: 'idle', ids: ['7'] },
  { key: 'archived', ids: ['8'] },
])

describe('the board of lanes', () => {
  it('has all columns, with what waits for the user before what waits for others, and no archived lanes', () => {
    expect(COLUMNS).toEqual([
      { key: 'needs', ids: ['1', '2', '4', '3'] },
      { key: 'working', ids: [] },
      { key: 'review', ids: ['5'] },
      { key: 'land', ids: [] },
      { key: 'idle', ids: ['6', '7'] },
    ])
  })

  it('leads sideways to the next column with lanes, at the same height or the last one', () => {
    expect(beside(COLUMNS, '2', 1)).toBe('5')
    expect(beside(COLUMNS, '5', 1)).toBe('6')
    expect(beside(COLUMNS, '7', -1)).toBe('5')
    expect(beside(COLUMNS, '5', -1)).toBe('1')
  })

  it('leads nowhere from the first and the last column, and from no lane', () => {
    expect(beside(COLUMNS, '1', -1)).toBeUndefined()
    expect(beside(COLUMNS, '6', 1)).toBeUndefined()
    expect(beside(COLUMNS, '', 1)).toBeUndefined()
  })
})
