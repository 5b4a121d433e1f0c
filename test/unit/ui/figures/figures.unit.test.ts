import { describe, expect, it } from 'vitest'
import { csvOf, jsonOf } from '../../../../ui/src/figures/csv.js'
import { columnsOf, levelsOf } from '../../../../ui/src/figures/day-columns.js'
import { familyColour, keysOf, modelColours } from '../../../../ui/src/figures/palette.js'

describe('an exported table', () => {
  const sheet = { columns: ['Name', 'Cost'], rows: [['plain', 1.5] as const, ['a "b", c\nd', null] as const] }

  it('quotes only the cells that need it', () =>
    expect(csvOf(sheet)).toBe('Name,Cost\r\nplain,1.5\r\n"a ""b"", c\nd",\r\n'))

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('escapes %j, which a spreadsheet would run', (formula) =>
    expect(csvOf({ columns: ['x'], rows: [[formula]] })).toBe(`x\r\n'${formula}\r\n`),
  )

  it('does not escape negative numbers', () => expect(csvOf({ columns: ['x'], rows: [[-1]] })).toBe('x\r\n-1\r\n'))

  it('is an array of objects as JSON', () =>
    expect(JSON.parse(jsonOf(sheet))).toEqual([
      { Name: 'plain', Cost: 1.5 },
      { Name: 'a "b", c\nd', Cost: null },
    ]))
})

describe('the columns of a chart', () => {
  it('have round axis levels up to the largest value or above', () => {
    expect(levelsOf(57)).toEqual({ levels: [0, 20, 40, 60], top: 60 })
    expect(levelsOf(0.003).levels).toEqual([0, 0.001, 0.002, 0.003])
    expect(levelsOf(0)).toEqual({ levels: [0, 1], top: 1 })
  })

  it('fill the width exactly for any number of days', () => {
    for (const days of [1, 7, 30, 365, 2000]) expect(columnsOf(days, 1000).step * days).toBeCloseTo(1000)
    expect(columnsOf(3, 1000).columns).toBeLessThanOrEqual(40)
  })
})

it('gives the first names a colour each and shares one among the rest', () => {
  const { keys, colourOf } = keysOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'Other')
  expect(new Set(keys.map(({ colour }) => colour)).size).toBe(6)
  expect(keys.at(-1)?.name).toBe('Other')
  expect(colourOf('f')).toBe(colourOf('g'))
  expect(keysOf(['a', 'b']).keys.map(({ name }) => name)).toEqual(['a', 'b'])
})

describe('the colour of a model', () => {
  it('is that of its family on every page', () => {
    expect(familyColour('claude-opus-5')).toBe(familyColour('claude-3-opus-20240229'))
    const families = ['claude-opus-5', 'claude-sonnet-5', 'claude-haiku-4-5', 'gpt-5.6', 'somebody']
    expect(new Set(families.map(familyColour)).size).toBe(families.length)
  })

  it('is lighter for a second model of the family', () => {
    const colours = modelColours(['claude-opus-5', 'claude-sonnet-5', 'claude-opus-4-8'])
    expect(colours.get('claude-opus-5')).toBe('var(--c1)')
    expect(colours.get('claude-opus-4-8')).toBe('var(--c1-2)')
  })
})
