import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDeeper, MAX_DEPTH, parseBounded, parseShallow } from '../../../../src/domain/json/depth.js'
import { TOO_DEEP } from '../../../../src/domain/json/reducer.js'
import { Reducer } from '../../../../src/domain/json/reducer.js'

const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${'],"b":2}'.repeat(levels / 2)}`

describe('an untrusted value', () => {
  it('is unchanged up to the maximum depth', () => {
    expect(parseBounded(nested(MAX_DEPTH))).toEqual(JSON.parse(nested(MAX_DEPTH)))
    expect(isDeeper(parseBounded(nested(MAX_DEPTH)))).toBe(false)
    expect(parseShallow(nested(MAX_DEPTH))).toMatchObject({ _tag: 'Right' })
  })

  it.each([MAX_DEPTH + 2, 5000, 200_000])('with %i levels loses only what is nested too deep', (levels) => {
    const value = parseBounded(`{"kept":"words","deep":${nested(levels)}}`) as { readonly kept: string }
    expect([value.kept, isDeeper(value)]).toEqual(['words', false])
    expect(JSON.stringify(value)).toContain(TOO_DEEP)
  })

  it.each([
    ['of arrays', `${'['.repeat(101)}${']'.repeat(101)}`],
    ['that never ends', '['.repeat(1_000_000)],
    ['of objects with brackets in strings', `${'{"]}":'.repeat(200)}1${'}'.repeat(200)}`],
  ])('is refused when it must be shallow: %s', (_name, json) => {
    expect(parseShallow(json)).toMatchObject({ left: `nested deeper than ${MAX_DEPTH} levels` })
  })

  it('may have any number of brackets in strings and side by side', () => {
    const value = { text: '[{"'.repeat(500), list: Array.from({ length: 500 }, () => [{}]), '[': '\\"[[' }
    expect(parseShallow(JSON.stringify(value))).toEqual(expect.objectContaining({ right: value }))
  })

  it('has no lone surrogates in strings and keys', () => {
    expect(parseBounded(String.raw`{"a\ud800":"\udc00\ud83d\ude00\\ud800","\\":"\uDBFFx"}`)).toEqual({
      'a\ufffd': '\ufffd😀\\ud800',
      '\\': '\ufffdx',
    })
  })
})

describe('a reduced JSON text', () => {
  const reduced = (value: unknown, limits: object, space?: number) =>
    JSON.parse(new Reducer(JSON.stringify(value, null, space), { levels: 100, ...limits }).text()) as unknown

  it('is unchanged within its limits', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 3 }), (value, space) => {
        expect(reduced(value, { members: 1e6, characters: 1e6 }, space)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('is JSON with any limits', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.nat(4),
        fc.nat(12),
        fc.nat(60),
        fc.nat(2),
        (value, levels, members, characters, space) => {
          reduced(value, { levels, members, characters, kept: new Set(['a', '']) }, space)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('says how many members and elements were left out', () => {
    expect(reduced([1, 2, 3, 4], { members: 2 })).toEqual([1, 2, '[2 elements left out]'])
    expect(reduced({ a: 1, b: { c: [1] }, d: 1, e: 2 }, { members: 2 })).toEqual({
      a: 1,
      b: { '[left out]': '1 members' },
      '[left out]': '2 members',
    })
  })

  it('keeps members by name, wherever they are', () => {
    const kept = new Set(['id', 'x'])
    expect(reduced({ a: [1, 2], b: 1, id: 's', c: { x: 1 }, x: 2 }, { members: 1, kept })).toEqual({
      a: ['[2 elements left out]'],
      id: 's',
      x: 2,
      '[left out]': '2 members',
    })
    expect(reduced({ a: 1, id: 's' }, { members: 0, kept })).toEqual({ id: 's', '[left out]': '1 members' })
  })

  it('shortens strings and keys by characters, never in an escape or a pair', () => {
    const long = '\n'.repeat(100)
    expect(reduced({ a: long }, { characters: 10 })).toEqual({ a: `${'\n'.repeat(10)}[shortened from 100 characters]` })
    expect(reduced({ [long]: 1 }, { characters: 3 })).toEqual({ '\n\n\n[shortened from 100 characters]': 1 })
    expect(reduced(`xx${'😀'.repeat(60)}`, { characters: 3 })).toBe('xx[shortened from 122 characters]')
    expect(JSON.parse(new Reducer(`[${'9'.repeat(500)}]`, { levels: 9, characters: 60 }).text())).toEqual([
      '[a number of 500 characters]',
    ])
  })

  it.each(['[[[[', '{"a":[1', '[1,2}', '{"a" 1}', '["a', '{,}', '[1 2]', ''])('stays invalid: %s', (json) => {
    expect(() => JSON.parse(new Reducer(json, { levels: 100, members: 100 }).text()) as unknown).toThrow(SyntaxError)
  })
})
