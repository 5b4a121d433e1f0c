import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DiffLine } from '../../../../src/domain/git/diff.js'
import { withWordMarks } from '../../../../src/domain/git/word-marks.js'

const line = (type: DiffLine['type'], text: string): DiffLine => ({ type, oldLine: 1, newLine: 1, text })
const marked = (lines: readonly DiffLine[], steps?: number) => {
  const hunk = { header: '@@ -1 +1 @@', context: '', oldStart: 1, newStart: 1, lines }
  return withWordMarks([{ hunks: [hunk] }], steps)[0]?.hunks[0]?.lines ?? []
}
/** The marked words of each line. */
const words = (lines: readonly DiffLine[], steps?: number) =>
  marked(lines, steps).map(({ text, words: found }) => found?.map(({ start, end }) => text.slice(start, end)))
const replaced = (old: string, now: string) => words([line('removed', old), line('added', now)])

describe('a line that replaces another', () => {
  it.each([
    ['const a = 1', 'const b = 1', ['a'], ['b']],
    ['f(one)', 'f(one, two)', [], [', two']],
    ['  same', '    same', ['  '], ['    ']],
    ['größe = ä', 'größe = ö', ['ä'], ['ö']],
    ['same', 'same', [], []],
  ])('%j by %j has its words marked', (old, now, removed, added) =>
    expect(replaced(old, now)).toEqual([removed, added]),
  )

  it('is not marked where the two have nothing in common', () => {
    expect(replaced('one', 'two')).toEqual([undefined, undefined])
    expect(replaced('a b', 'c d')).toEqual([undefined, undefined])
  })

  it('is the one at the same place of as many removed lines', () => {
    const lines = ['removed', 'removed', 'added', 'added'].map((type, at) =>
      line(type as 'added', `${type} line ${at % 2}`),
    )
    expect(words([line('context', 'x'), ...lines, line('context', 'y')])).toEqual([
      undefined,
      ['removed'],
      ['removed'],
      ['added'],
      ['added'],
      undefined,
    ])
    expect(words(lines.slice(0, 3))).toEqual([undefined, undefined, undefined])
  })

  it('is not compared when it is long, or when enough was compared', () => {
    const long = `${'a b '.repeat(600)}c`
    expect(replaced(long, `${long} d`)).toEqual([undefined, undefined])
    const pair = [line('removed', 'a b'), line('added', 'a c')]
    expect(words([...pair, line('context', ''), ...pair], 9)).toEqual([['b'], ['c'], undefined, undefined, undefined])
  })
})

it('without the marked words, both lines are the same', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '.', 'ä', '😀'), { maxLength: 30 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (old, now) => {
      const rest = marked([line('removed', old), line('added', now)]).map(
        ({ text: all, words: found = [{ start: 0, end: all.length }] }) =>
          found.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), all),
      )
      expect(rest[0]).toBe(rest[1])
    }),
  )
})
