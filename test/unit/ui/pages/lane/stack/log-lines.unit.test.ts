import { describe, expect, it } from 'vitest'
import {
  firstFailure,
  isFailure,
  lastLine,
  linesOf,
  passagesOf,
} from '../../../../../../ui/src/pages/lane/stack/log-lines.js'

describe('the lines of a log', () => {
  it.each([
    ['\u001b[31mred\u001b[0m and plain', ['red and plain']],
    ['a link \u001b]8;;http://x\u0007here\u001b]8;;\u0007', ['a link here']],
    ['\u001b]0;a title\u001b\\text', ['text']],
    ['10 %\r20 %\r100 %\n', ['100 %', '']],
    ['windows\r\nlines\r\n', ['windows', 'lines', '']],
    ['bell\u0007 and null\u0000', ['bell and null']],
    ['\ttabs stay', ['\ttabs stay']],
    ['an unfinished \u001b[3', ['an unfinished [3']],
  ])('are text without colours: %j', (log, lines) => {
    expect(linesOf(log)).toEqual(lines)
  })

  it('end with the last one that says something', () => {
    expect(lastLine(linesOf('one\ntwo\n\n  \n'))).toBe('two')
    expect(lastLine([])).toBeUndefined()
  })
})

describe('a line that reports an error', () => {
  it.each([
    'TypeError: used.cards is not iterable',
    'error TS2322: not assignable',
    'java.lang.NullPointerException: no card',
    'panic: runtime error',
    'thread main panicked at src/main.rs:3',
    'Traceback (most recent call last):',
    'FATAL: database is gone',
    'listen EADDRINUSE: address already in use',
  ])('is found: %s', (line) => expect(isFailure(line)).toBe(true))

  it.each(['0 errors', 'Found 0 errors. Watching for changes.', 'no errors', 'GET /terror 200', 'errorless', 'ready'])(
    'is not: %s',
    (line) => expect(isFailure(line)).toBe(false),
  )

  it('is the first of a log', () => {
    expect(firstFailure(['ready', '  TypeError: a', 'Error: b'])).toBe('TypeError: a')
    expect(firstFailure(['ready'])).toBeUndefined()
  })
})

describe('the passages of a log', () => {
  it('have all lines in order, those that report errors apart', () => {
    expect(passagesOf(['a', 'b', 'Error: c', 'Error: d', 'e'])).toEqual([
      { isFailure: false, text: 'a\nb\n' },
      { isFailure: true, text: 'Error: c\nError: d\n' },
      { isFailure: false, text: 'e\n' },
    ])
    expect(passagesOf([])).toEqual([])
  })
})
