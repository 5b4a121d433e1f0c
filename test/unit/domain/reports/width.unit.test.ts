import { describe, expect, it } from 'vitest'
import { cutTo, oneLine, widthOf } from '../../../../src/domain/reports/width.js'

describe('a table cell', () => {
  it('is one line without escape sequences, control or bidi characters', () => {
    expect(oneLine('\u001b[2J\u001b]0;title\u0007a\r\n\tb\u202egnp.exe')).toBe('a bgnp.exe')
  })

  it.each([
    ['plain', 5],
    ['né', 2],
    ['ne\u0301', 2],
    ['日本', 4],
    ['👩‍💻!', 3],
  ])('%s takes %i columns', (line, columns) => {
    expect(widthOf(line)).toBe(columns)
  })

  it('is cut at a whole character, to at most the given width', () => {
    expect(cutTo('abcdef', 4)).toBe('abc…')
    expect(cutTo('日本語', 4)).toBe('日…')
    expect(cutTo('abcd', 4)).toBe('abcd')
  })
})
