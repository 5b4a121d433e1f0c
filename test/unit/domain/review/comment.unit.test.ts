import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { readComment, readCommentText } from '../../../../src/domain/review/comment.js'
import { decideReview } from '../../../../src/domain/review/decide.js'

const HASH = 'a'.repeat(64)
const draft = { comment: 'c1', isSent: false, isResolved: false }
const sent = { comment: 'c2', isSent: true, isResolved: false }
const LANE = { lane: 4, comments: [draft, sent] }
const TEXT = { path: 'a.ts', line: 3, endLine: 4, side: 'new', quote: null, text: 'Why?', block: null } as const

const events = (decision: Either.Either<readonly unknown[], unknown>) => Either.getOrThrow(decision)
const codeOf = (given: Either.Either<unknown, unknown>) =>
  Either.match(given, { onLeft: (one) => (one as { readonly code: string }).code, onRight: () => 'ok' })

describe('a comment on changes', () => {
  it('given a lane, when it is drafted, then it is recorded; a lane has at most 100 drafts', () => {
    const added = { comment: 'c3', account: 'local', ...TEXT } as const
    expect(events(decideReview.comment(LANE, added))).toEqual([{ type: 'comment-added', data: { lane: 4, ...added } }])
    const comments = Array.from({ length: 100 }, (_, n) => ({ ...draft, comment: `d${n}` }))
    expect(codeOf(decideReview.comment({ lane: 4, comments }, added))).toBe('EBADFIELD')
    expect(codeOf(decideReview.comment({ lane: 4, comments: [...comments.slice(1), sent] }, added))).toBe('ok')
    expect(codeOf(decideReview.comment(undefined, added))).toBe('ENOLANE')
  })

  it('given a draft, when its text changes, then it is recorded; one that was sent keeps its text', () => {
    const edit = (comment: string, text: string | undefined, resolved: boolean | undefined) =>
      decideReview.edit(LANE, { comment, text, resolved })
    expect(events(edit('c1', 'Because.', undefined))).toEqual([
      { type: 'comment-edited', data: { lane: 4, comment: 'c1', text: 'Because.', resolved: null } },
    ])
    expect(codeOf(edit('c2', 'Because.', undefined))).toBe('EBADFIELD')
    expect(events(edit('c2', undefined, true))).toEqual([
      { type: 'comment-edited', data: { lane: 4, comment: 'c2', text: null, resolved: true } },
    ])
    expect(events(edit('c2', undefined, false))).toEqual([])
    expect(codeOf(edit('none', undefined, true))).toBe('ENOTFOUND')
    expect(codeOf(decideReview.edit(undefined, { comment: 'c1', text: 'x', resolved: undefined }))).toBe('ENOLANE')
  })

  it('given comments, when they are removed or sent, then it is recorded', () => {
    expect(events(decideReview.remove(LANE, { comment: 'c1' }))).toEqual([
      { type: 'comment-removed', data: { lane: 4, comment: 'c1' } },
    ])
    expect(codeOf(decideReview.remove(LANE, { comment: 'none' }))).toBe('ENOTFOUND')
    expect(codeOf(decideReview.remove(undefined, { comment: 'c1' }))).toBe('ENOLANE')
    expect(events(decideReview.send(LANE, { comments: ['c1'], run: 'r' }))).toEqual([
      { type: 'comments-sent', data: { lane: 4, comments: ['c1'], run: 'r' } },
    ])
    expect(codeOf(decideReview.send(undefined, { comments: [], run: 'r' }))).toBe('ENOLANE')
  })

  it('is read with its place and its text', () => {
    expect(readComment({ path: 'a.ts', line: 3, end_line: 4, text: ' Why?\n' })).toEqual(
      Either.right({ ...TEXT, text: ' Why?' }),
    )
    expect(readComment({ path: 'a.ts', text: 'x', side: 'old', quote: 'q', block: HASH })).toEqual(
      Either.right({ ...TEXT, line: null, endLine: null, side: 'old', quote: 'q', text: 'x', block: HASH }),
    )
    for (const path of ['../a', '/etc/passwd', '', 'a\nb', undefined, 5])
      expect(codeOf(readComment({ path, text: 'x' }))).toBe('EBADPATH')
    for (const wrong of [
      { line: 0 },
      { line: 1.5 },
      { end_line: 2 },
      { line: 3, end_line: 2 },
      { side: 'both' },
      { quote: 'a\u001b[2J' },
      { block: 'x' },
      { text: ' ' },
    ])
      expect(codeOf(readComment({ path: 'a', text: 'x', ...wrong }))).toBe('EBADFIELD')
    for (const text of ['', 5, 'see C:\\', 'a\u0007', 'x'.repeat(16_001)])
      expect(codeOf(readCommentText(text))).toBe('EBADFIELD')
  })
})
