import { describe, expect, it } from 'vitest'
import type { Item } from '../../../../../../ui/src/pages/session/conversation/items.js'
import type { Turn } from '../../../../../../ui/src/api/types.js'
import { endsOfTurns } from '../../../../../../ui/src/pages/session/conversation/turns.js'

const item = (line: number) => ({ key: String(line), message: { line } }) as Item
const turn = (number: number, line: number | null) => ({ number, line }) as Turn
const items = [1, 3, 4, 10, 12, 20].map(item)
const placesOf = (turns: readonly Turn[], shown = items, isOver = true) =>
  [...endsOfTurns(turns, shown, isOver)].map(([key, { number }]) => [key, number])

describe('a turn ends below the last message before the next prompt', () => {
  it('and the last one below the last message', () => {
    expect(placesOf([turn(1, 1), turn(2, 10), turn(3, 20)])).toEqual([
      ['4', 1],
      ['12', 2],
    ])
    expect(placesOf([turn(1, 1), turn(2, 10)])).toEqual([
      ['4', 1],
      ['20', 2],
    ])
  })

  it('unless it has not ended, or its end is not loaded', () => {
    expect(placesOf([turn(1, 1), turn(2, 10)], items, false)).toEqual([['4', 1]])
    expect(placesOf([turn(1, 1), turn(2, 10)], items.slice(0, 3), false)).toEqual([])
  })

  it('although older messages are not loaded, or a prompt is in no line', () => {
    expect(placesOf([turn(1, 1), turn(2, 10)], items.slice(2))).toEqual([
      ['4', 1],
      ['20', 2],
    ])
    expect(placesOf([turn(1, 1), turn(2, null), turn(3, 10)])).toEqual([
      ['4', 1],
      ['20', 3],
    ])
  })

  it('and not where it has nothing but its prompt', () => {
    expect(placesOf([turn(1, 1), turn(2, 3), turn(3, 4)], [1, 3, 4].map(item))).toEqual([])
  })
})
