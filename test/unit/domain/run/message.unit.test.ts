import { Either } from 'effect'
import { describe, expect, it } from 'vitest'
import { readMessage, readReview } from '../../../../src/domain/run/message.js'

const read = (input: object) => {
  const result = readMessage(input)
  return Either.isRight(result) ? result.right : result.left.code
}
const review = (input: object) => {
  const result = readReview(input)
  return Either.isRight(result) ? result.right : [result.left.code, result.left.fields['field']]
}
const comment = { path: 'src/cart.ts', text: 'Why?' }

describe('a message', () => {
  it('is a text for the agent of a slot, or of any', () => {
    expect(read({ text: ' one\r\ntwo\tthree \n' })).toEqual({ text: 'one\ntwo\tthree', slot: undefined })
    expect(read({ text: 'x', slot: 3 })).toEqual({ text: 'x', slot: 3 })
    expect(read({ text: 'x', slot: null })).toEqual({ text: 'x', slot: undefined })
  })

  it.each(['!rm -rf .', '/clear', '#note', '&x', '$x', '@a.txt', ' \n!ls'])('%j is never a command', (text) => {
    expect(read({ text })).toMatchObject({ text: `Message: ${text.trim()}` })
  })

  it.each([undefined, 5, '', ' \n', 'a\u001b[201~b', 'a\rb', 'a\u0003', '\u009b1m', '\ud800', 'x'.repeat(131_073)])(
    '%j is refused',
    (text) => {
      expect(read({ text })).toBe('EBADMESSAGE')
    },
  )

  it('is limited by its bytes', () => {
    expect(read({ text: 'x'.repeat(131_072) })).toMatchObject({ slot: undefined })
    expect(read({ text: 'ü'.repeat(65_537) })).toBe('EBADMESSAGE')
  })

  it.each([10, -1, 'auto', '1', 1.5])('for slot %j is refused', (slot) => {
    expect(read({ text: 'x', slot })).toBe('EBADSLOT')
  })
})

describe('a review', () => {
  it('is one message with the place of each comment', () => {
    const comments = [
      { path: './src//cart.ts', line: 12, endLine: 14, quote: 'a\n\nb', text: 'Keep\nthis.' },
      { path: 'a b.txt', line: 3, endLine: 3, side: 'old', text: 'Why was this removed?' },
      comment,
    ]
    expect(review({ comments, summary: 'Nearly done.', slot: 2 })).toEqual({
      slot: 2,
      text: `Here is a review of your changes. Address each comment, then say what you did about it.

Nearly done.

1. src/cart.ts:12-14
   > a
   >
   > b
   Keep
   this.

2. a b.txt:3 (before your changes)
   Why was this removed?

3. src/cart.ts
   Why?`,
    })
  })

  it.each([
    [{}, 'INVALID_INPUT', 'comments'],
    [{ comments: [] }, 'INVALID_INPUT', 'comments'],
    [{ comments: Array.from({ length: 101 }, () => comment) }, 'INVALID_INPUT', 'comments'],
    [{ comments: [comment, null] }, 'INVALID_INPUT', 'comments[1]'],
    [{ comments: [{ ...comment, path: '../x' }] }, 'EBADPATH', 'comments[0].path'],
    [{ comments: [{ ...comment, path: '/etc/passwd' }] }, 'EBADPATH', 'comments[0].path'],
    [{ comments: [{ ...comment, path: 'a\u001b[201~' }] }, 'EBADPATH', 'comments[0].path'],
    [{ comments: [{ ...comment, path: 'a\nb' }] }, 'EBADPATH', 'comments[0].path'],
    [{ comments: [{ ...comment, line: 0 }] }, 'INVALID_INPUT', 'comments[0].line'],
    [{ comments: [{ ...comment, line: '1' }] }, 'INVALID_INPUT', 'comments[0].line'],
    [{ comments: [{ ...comment, endLine: 1 }] }, 'INVALID_INPUT', 'comments[0].endLine'],
    [{ comments: [{ ...comment, line: 5, endLine: 4 }] }, 'INVALID_INPUT', 'comments[0].endLine'],
    [{ comments: [{ ...comment, side: 'left' }] }, 'INVALID_INPUT', 'comments[0].side'],
    [{ comments: [{ ...comment, text: '\u001b' }] }, 'EBADMESSAGE', 'comments[0].text'],
    [{ comments: [{ ...comment, quote: 5 }] }, 'EBADMESSAGE', 'comments[0].quote'],
    [{ comments: [comment], summary: 5 }, 'EBADMESSAGE', 'summary'],
    [{ comments: [comment], slot: 11 }, 'EBADSLOT', 'slot'],
    [
      { comments: Array.from({ length: 3 }, () => ({ ...comment, text: 'x'.repeat(50_000) })) },
      'EBADMESSAGE',
      'comments',
    ],
  ])('%# is refused with %s', (input, code, field) => {
    expect(review(input)).toEqual([code, field])
  })
})
