import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentDigest } from '../../../../src/events/digest.js'
import { readHunks } from '../../../../src/domain/git/diff.js'
import { lineDiff } from '../../../../src/domain/line-diff.js'
import { blocksOf, digestOfBlocks, type ReviewedFile } from '../../../../src/domain/review/blocks.js'
import { markKey } from '../../../../src/domain/review/marks.js'

const file = (patch: string, path = 'a.txt'): ReviewedFile => ({
  path,
  from: null,
  status: 'M',
  hunks: readHunks(patch, 1e9).hunks,
  content: null,
})
const hashes = (patch: string, path?: string) =>
  blocksOf(file(patch, path), contentDigest).map(({ hash, ordinal }) => [hash, ordinal])

describe('the blocks of a file', () => {
  it('are its runs of changed lines, wherever they are', () => {
    expect(hashes('@@ -1 +1 @@\n-a\n+b\n')).toEqual(hashes('@@ -90 +95 @@ function x()\n-a\n+b\n'))
    expect(blocksOf(file('@@ -3,2 +3 @@\n-a\n-b\n+c\n'), contentDigest)).toMatchObject([
      { oldStart: 3, newStart: 3, removed: 2, added: 1, ordinal: 0 },
    ])
  })

  it('are counted where they are equal', () => {
    const [first, second] = hashes('@@ -1 +1 @@\n-a\n+b\n@@ -9 +9 @@\n-a\n+b\n')
    expect([first?.[0] === second?.[0], first?.[1], second?.[1]]).toEqual([true, 0, 1])
  })

  it('differ with their path, their lines, the side of a line, and the newline at the end of the file', () => {
    const all = [
      hashes('@@ -1 +1 @@\n-a\n+b\n'),
      hashes('@@ -1 +1 @@\n-a\n+b\n', 'b.txt'),
      hashes('@@ -1 +1 @@\n-b\n+a\n'),
      hashes('@@ -1,2 +0,0 @@\n-a\n-b\n'),
      hashes('@@ -0,0 +1,2 @@\n+a\n+b\n'),
      hashes('@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n'),
      hashes('@@ -1 +1,2 @@\n-a\n+b\n+\n'),
    ]
    expect(new Set(all.map(String)).size).toBe(all.length)
  })

  it('are one block for a file without lines, which differs with its content', () => {
    const binary = (content: string): ReviewedFile => ({ ...file(''), content })
    expect(blocksOf(binary('1'), contentDigest)).toHaveLength(1)
    const added = (status: string) => blocksOf({ ...binary('1'), status }, contentDigest)
    expect(added('?')).toEqual(added('A'))
    expect(blocksOf(binary('1'), contentDigest)).not.toEqual(blocksOf(binary('2'), contentDigest))
  })

  it('give a digest that depends on them, not on their order', () => {
    const line = fc.stringMatching(/^[a-z]{0,3}$/)
    const block = fc.tuple(line, line).map(([a, b]) => `@@ -1 +1 @@\n-${a}\n+${b}\n`)
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), fc.array(block, { maxLength: 6 }), (one, other) => {
        const blocksIn = (all: readonly string[]) =>
          all.flatMap((patch, at) => blocksOf(file(patch, `${at}`), contentDigest))
        const digest = (all: readonly string[]) => digestOfBlocks(blocksIn(all), contentDigest)
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        expect(digest(one) === digest(other)).toBe(isSame)
        const blocks = blocksIn(one)
        expect(digestOfBlocks(blocks.toReversed(), contentDigest)).toBe(digestOfBlocks(blocks, contentDigest))
      }),
    )
  })
})

describe('a mark of a block', () => {
  const line = fc.constantFrom('a', 'b', '}', '')
  const text = fc.array(line, { maxLength: 10 })
  /** The blocks of a change of a file, with what each removes and adds. */
  const changed = (before: readonly string[], after: readonly string[]) => {
    const runs: { removed: string[]; added: string[] }[] = []
    let isOpen = false
    for (const { mark, text: of } of lineDiff(before, after, 1e6)) {
      if (mark === ' ') isOpen = false
      else {
        if (!isOpen) runs.push({ removed: [], added: [] })
        isOpen = true
        runs.at(-1)?.[mark === '-' ? 'removed' : 'added'].push(of)
      }
    }
    const hunks = runs.map(({ removed, added }) => ({
      header: '',
      context: '',
      oldStart: 1,
      newStart: 1,
      lines: [
        ...removed.map((of) => ({ type: 'removed' as const, text: of, oldLine: 1, newLine: null })),
        ...added.map((of) => ({ type: 'added' as const, text: of, oldLine: null, newLine: 1 })),
      ],
    }))
    const blocks = hunks.length === 0 ? [] : blocksOf({ ...file(''), hunks }, contentDigest)
    return blocks.map((block, i) => ({ key: markKey(block), content: JSON.stringify(runs[i]) }))
  }

  it('never covers a changed block, and covers as many equal ones as were seen', () => {
    fc.assert(
      fc.property(text, text, text, fc.func(fc.boolean()), (before, first, second, isSeen) => {
        const seen = changed(before, first).filter(({ key }) => isSeen(key))
        const marks = new Set(seen.map(({ key }) => key))
        const covered = changed(before, second).filter(({ key }) => marks.has(key))
        const count = (of: readonly { readonly content: string }[], content: string): number =>
          of.filter((one) => one.content === content).length
        for (const { content } of covered) expect(count(covered, content)).toBeLessThanOrEqual(count(seen, content))
        if (JSON.stringify(first) === JSON.stringify(second)) expect(covered).toHaveLength(seen.length)
      }),
      { numRuns: 1000 },
    )
  })
})
