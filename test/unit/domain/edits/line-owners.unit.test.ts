import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Hunk } from '../../../../src/domain/edits/hunk.js'
import { lineOwners, type OwnedEdit } from '../../../../src/domain/edits/line-owners.js'
import { lineDiff } from '../../../../src/domain/line-diff.js'

/** Returns the change between two texts as one hunk with all their lines, which a CLI records with or without its place. */
const hunkOf = (before: readonly string[], after: readonly string[], isNumbered = true): Hunk => ({
  oldStart: isNumbered ? 1 : null,
  newStart: isNumbered ? 1 : null,
  lines: lineDiff(before, after, 1e6).map(({ mark, text }) => `${mark}${text}`),
})
const edit = (owner: string, ...hunks: Hunk[]): OwnedEdit<string> => ({ owner, hunks, isCut: false })
const written = (...lines: string[]): Hunk => ({ oldStart: 0, newStart: 1, lines: lines.map((line) => `+${line}`) })

describe('the owner of a line', () => {
  it('is the last edit that wrote it, through later edits', () => {
    const owners = lineOwners(
      ['a', 'b', 'c'],
      [
        edit('one', { oldStart: 2, newStart: 2, lines: [' b', '+x', ' c'] }),
        edit('two', { oldStart: 1, newStart: 1, lines: ['-a', '+y', '+z', ' b'] }),
        edit('three', { oldStart: null, newStart: null, lines: [' x', '-c', '+w'] }),
      ],
      ['y', 'z', 'b', 'x', 'w'],
    )
    expect(owners).toEqual(['two', 'two', null, 'one', 'three'])
  })

  it('is the edit that wrote the whole file, new or not', () => {
    expect(lineOwners(['old'], [edit('one', written('a', 'b')), edit('two', written('a'))], ['a'])).toEqual(['two'])
    expect(lineOwners([], [edit('one', { oldStart: null, newStart: null, lines: ['+a', '+b'] })], ['a', 'b'])).toEqual([
      'one',
      'one',
    ])
  })

  it('is nobody where something else has changed the file', () => {
    const edits = [edit('one', written('first', 'same', 'second', 'same'))]
    expect(lineOwners([], edits, ['first', 'same', 'other', 'same'])).toEqual(['one', 'one', null, null])
    expect(lineOwners([], edits, ['same'])).toEqual([null])
    expect(lineOwners([], edits, ['new', 'first', 'same', 'second', 'same'])).toEqual([
      null,
      'one',
      'one',
      'one',
      'one',
    ])
  })

  it('is nobody for a text that an edit wrote which does not fit, or was cut', () => {
    const edits = [
      edit('one', written('a', 'b')),
      edit('two', { oldStart: 7, newStart: 7, lines: ['-gone', '+a'] }),
      { ...edit('three', written('b')), isCut: true },
    ]
    expect(lineOwners([], edits, ['a', 'b'])).toEqual([null, null])
  })

  it('is not guessed where the place of a change is in doubt', () => {
    const twice = { oldStart: null, newStart: null, lines: ['-a', '+b'] }
    expect(lineOwners(['a', 'a'], [edit('one', twice)], ['a', 'b'])).toEqual([null, null])
  })

  const text: fc.Arbitrary<string[]> = fc.array(fc.constantFrom('a', 'b', '', '}', 'x', 'y'), { maxLength: 12 })

  it('equals that of a replay line by line, for any edits', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 6 }), (before, versions) => {
        let lines = before.map((line) => ({ line, owner: null as string | null }))
        const edits = versions.map((after, i) => {
          const now = lines.map(({ line }) => line)
          let at = 0
          lines = lineDiff(now, after, 1e6).flatMap(({ mark, text: line }) => {
            if (mark === '+') return [{ line, owner: String(i) }]
            const kept = lines[at++]
            return mark === ' ' && kept !== undefined ? [kept] : []
          })
          return edit(String(i), hunkOf(now, after))
        })
        const owners = lineOwners(
          before,
          edits,
          lines.map(({ line }) => line),
        )
        expect(owners).toEqual(lines.map(({ owner }) => owner))
      }),
    )
  })

  it('is never a wrong edit when something else changes the file in between, or hunks have no numbers', () => {
    const change = fc.record({ after: text, isRecorded: fc.boolean(), isNumbered: fc.boolean() })
    fc.assert(
      fc.property(text, fc.array(change, { maxLength: 6 }), (before, changes) => {
        // Each line knows who wrote it: a text says more than once who it was.
        let now = before
        const edits: OwnedEdit<string>[] = []
        const wrote = new Map<string, Set<string>>()
        for (const [i, { after, isRecorded, isNumbered }] of changes.entries()) {
          for (const { mark, text: line } of lineDiff(now, after, 1e6))
            if (mark === '+' && isRecorded) wrote.set(String(i), (wrote.get(String(i)) ?? new Set()).add(line))
          if (isRecorded) edits.push(edit(String(i), hunkOf(now, after, isNumbered)))
          now = after
        }
        for (const [i, owner] of lineOwners(before, edits, now).entries())
          if (owner !== null) expect(wrote.get(owner)?.has(now[i] ?? '')).toBe(true)
      }),
    )
  })
})
