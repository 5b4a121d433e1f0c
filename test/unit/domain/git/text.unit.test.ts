import { describe, expect, it } from 'vitest'
import { linesOf, textToSave } from '../../../../src/domain/git/text.js'

describe('an edited text', () => {
  it.each([
    ['with LF', 'one\ntwo\n', 'one\nTWO\n', 'one\nTWO\n'],
    ['with CRLF that an editor changed to LF', 'one\r\ntwo\r\n', 'one\nTWO\nthree\n', 'one\r\nTWO\r\nthree\r\n'],
    ['with CRLF that the client kept', 'one\r\ntwo\r\n', 'ONE\r\ntwo\r\n', 'ONE\r\ntwo\r\n'],
    ['with LF that a client changed to CRLF', 'one\ntwo\n', 'one\r\nTWO\r\n', 'one\nTWO\n'],
    ['without its final newline', 'one\ntwo\n', 'one\ntwo\nthree', 'one\ntwo\nthree\n'],
    ['without its final CRLF', 'one\r\n', 'ONE', 'ONE\r\n'],
    ['of a file without a final newline', 'one\ntwo', 'one\nTWO', 'one\nTWO'],
    ['with a final newline that the user added', 'one', 'one\n', 'one\n'],
    ['of an empty file', '', 'one\n', 'one\n'],
    ['that is now empty', 'one\n', '', ''],
    ['with mixed terminators around the edit', 'a\r\nb\nc\r\nd\n', 'a\nb\nC\nd\n', 'a\r\nb\nC\r\nd\n'],
    ['with a repeated line', 'a\n', 'a\na\na\n', 'a\na\na\n'],
    ['with a CR inside a line', 'a\rb\nc\n', 'a\rb\nC\n', 'a\rb\nC\n'],
  ])('%s keeps the terminators of the file', (_, before, after, saved) => {
    expect(textToSave(before, after)).toBe(saved)
  })

  it.each(['', '\n', 'a', 'a\n', 'a\r\nb', '\r\n\r\n', 'a\r\nb\nc\r\n'])(
    'is unchanged if nothing was edited: %j',
    (text) => {
      expect(textToSave(text, text)).toBe(text)
      const { lines, finalNewline } = linesOf(text)
      expect(textToSave(text, lines.join('\n') + (finalNewline ? '\n' : ''))).toBe(text)
    },
  )
})
