import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { decideReview } from '../../../../src/domain/review/decide.js'
import { markKey, readMarks } from '../../../../src/domain/review/marks.js'

const HASH = 'a'.repeat(64)
const MARK = { path: 'src/a.ts', hash: HASH, ordinal: 0 }
const LANE = { lane: 4, comments: [] }
const MARKS = { account: 'local', seen: [MARK], unseen: [] } as const

describe('marks of blocks', () => {
  it('given a lane, when blocks are marked, then that is recorded; no marks change nothing', () => {
    expect(decideReview.mark(LANE, MARKS)).toEqual(
      Either.right([{ type: 'blocks-marked', data: { lane: 4, ...MARKS } }]),
    )
    expect(Either.getOrThrow<readonly unknown[], unknown>(decideReview.mark(LANE, { ...MARKS, seen: [] }))).toEqual([])
  })

  it('given no lane, when blocks are marked, then it is refused', () => {
    expect(decideReview.mark(undefined, MARKS)).toMatchObject({ left: { code: 'ENOLANE' } })
  })

  it('are read with their path, hash and ordinal, and nothing else', () => {
    expect(readMarks({ seen: [{ ...MARK, more: 1 }] })).toEqual(Either.right({ seen: [MARK], unseen: [] }))
    for (const wrong of [{ ...MARK, hash: 'x' }, { ...MARK, ordinal: -1 }, { ...MARK, path: '' }, null, 'x'])
      expect(Either.isLeft(readMarks({ unseen: [wrong] }))).toBe(true)
  })

  it('have a key that no other block has', () => {
    const others = [{ ...MARK, path: 'b' }, { ...MARK, hash: 'b'.repeat(64) }, { ...MARK, ordinal: 1 }, MARK]
    expect(new Set(others.map(markKey)).size).toBe(4)
  })
})
