import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patchOfNewFile, readDiff, readHunks } from '../../../../src/domain/git/diff.js'

const raw = (status: string, ...paths: readonly string[]): string =>
  `:100644 100644 aaaaaaa bbbbbbb ${status}\0${paths.join('\0')}\0`
const section = (name: string, patch: string): string => `diff --git a/${name} b/${name}\nindex 1..2 100644\n${patch}`
const HUNK = '@@ -1,2 +1,2 @@ head\n one\n-two\n+TWO\n'

describe('readDiff', () => {
  it('joins paths, counts and patches in their order', () => {
    const output =
      `${raw('M', 'a "b')}${raw('R090', 'old', 'new')}${raw('T', 'link')}${raw('M', 'bin')}` +
      `1\t1\ta "b\x000\t0\t\0old\0new\x001\t1\tlink\0-\t-\tbin\0\0` +
      section('"a \\"b"', `--- x\n+++ x\n${HUNK}`) +
      section('old', 'rename from old\nrename to new\n') +
      section('link', '@@ -1 +0,0 @@\n-x\n') +
      section('link', '@@ -0,0 +1 @@\n+m\n') +
      section('bin', 'Binary files differ\n')
    const file = { from: null, added: 1, deleted: 1 }
    expect(readDiff(output)).toEqual([
      { ...file, path: 'a "b', status: 'M', patch: HUNK },
      { path: 'new', from: 'old', status: 'R', added: 0, deleted: 0, patch: '' },
      { ...file, path: 'link', status: 'T', patch: '@@ -1 +0,0 @@\n-x\n@@ -0,0 +1 @@\n+m\n' },
      { ...file, path: 'bin', status: 'M', added: null, deleted: null, patch: '' },
    ])
  })

  it('leaves out files that were only touched', () => {
    const output = `${raw('M', 'touched')}${raw('M', 'a')}1\t1\ta\0\0${section('a', HUNK)}`
    expect(readDiff(output).map(({ path, patch }) => [path, patch])).toEqual([['a', HUNK]])
  })

  it('has no patch without one, or of a file whose patch was cut', () => {
    const counts = `${raw('M', 'a')}${raw('M', 'b')}1\t1\ta\x001\t1\tb\0`
    expect(readDiff(counts).map(({ patch }) => patch)).toEqual([null, null])
    const cut = `${counts}\0${section('a', HUNK)}${section('b', HUNK.slice(0, 20))}`
    expect(readDiff(cut, true).map(({ patch }) => patch)).toEqual([HUNK, null])
    expect(readDiff('')).toEqual([])
  })
})

describe('readHunks', () => {
  it('numbers the lines and marks a missing newline', () => {
    const patch = `${HUNK}\\ No newline at end of file\n@@ -9 +9,2 @@\n-@@ x\n+-- a\n+\t+b\r\n`
    expect(readHunks(patch, 1000)).toEqual({
      hunks: [
        {
          header: '@@ -1,2 +1,2 @@',
          context: 'head',
          oldStart: 1,
          newStart: 1,
          lines: [
            { type: 'context', oldLine: 1, newLine: 1, text: 'one' },
            { type: 'removed', oldLine: 2, newLine: null, text: 'two' },
            { type: 'added', oldLine: null, newLine: 2, text: 'TWO', noNewline: true },
          ],
        },
        {
          header: '@@ -9 +9,2 @@',
          context: '',
          oldStart: 9,
          newStart: 9,
          lines: [
            { type: 'removed', oldLine: 9, newLine: null, text: '@@ x' },
            { type: 'added', oldLine: null, newLine: 9, text: '-- a' },
            { type: 'added', oldLine: null, newLine: 10, text: '\t+b\r' },
          ],
        },
      ],
      truncated: false,
    })
  })

  it('returns the first hunks that fit', () => {
    const { hunks, truncated } = readHunks(HUNK + HUNK, HUNK.length)
    expect([hunks.length, truncated]).toEqual([1, true])
    expect(readHunks('', 0)).toEqual({ hunks: [], truncated: false })
  })
})

it('the patch of a new file has its lines', () => {
  const lines = fc.array(fc.constantFrom('', 'a', '@@ -1 +1 @@', 'diff --git a b', '-', '\\ No newline', 'b\r'), {
    minLength: 1,
  })
  fc.assert(
    fc.property(lines, fc.boolean(), (texts, ends) => {
      const text = texts.join('\n') + (ends ? '\n' : '')
      if (text === '') return
      const [hunk] = readHunks(patchOfNewFile(text), 10_000).hunks
      const rebuilt = hunk?.lines.map((line) => line.text + (line.noNewline ? '' : '\n')).join('')
      expect(rebuilt).toBe(text)
    }),
  )
  expect(patchOfNewFile('')).toBe('')
})
