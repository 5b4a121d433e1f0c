import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokensOf } from '../../../../../../ui/src/kit/syntax/highlight.js'
import { languageOf } from '../../../../../../ui/src/kit/syntax/language.js'
import { type Line, piecesOf } from '../../../../../../ui/src/pages/lane/review/segments.js'

const line = (text: string, words: Line['words'] = []): Line => ({
  type: 'added',
  oldLine: null,
  newLine: 1,
  text,
  words,
})

describe('the parts of a line', () => {
  it('are coloured, and marked where the other side differs', () => {
    const [tokens] = tokensOf('typescript', "const total = 'net'")
    expect(piecesOf(line("const total = 'net'", [{ start: 6, end: 16 }]), tokens)).toEqual([
      { text: 'const', kind: 'key', isChanged: false },
      { text: ' ', kind: undefined, isChanged: false },
      { text: 'total = ', kind: undefined, isChanged: true },
      { text: "'n", kind: 'str', isChanged: true },
      { text: "et'", kind: 'str', isChanged: false },
    ])
  })

  it('are plain where the colours are those of another text', () => {
    expect(piecesOf(line('now'), [{ text: 'before', kind: 'key' }])).toEqual([
      { text: 'now', kind: undefined, isChanged: false },
    ])
  })

  it('are the whole line, in every language', () => {
    const text = fc.array(
      fc.constantFrom('/*', '*/', '"', "'", '`', '${', '}', '<a b="', '#', '--', 'let ', '\\', ' ', 'x', '\n'),
      { maxLength: 40 },
    )
    const language = fc.constantFrom('typescript', 'python', 'xml', 'bash', 'css', 'json', 'yaml', 'rust', 'markdown')
    fc.assert(
      fc.property(language, text, fc.nat(40), fc.nat(10), (name, parts, start, length) => {
        const source = parts.join('')
        const tokens = tokensOf(name, source)
        const lines = source.split('\n')
        expect(tokens.map((some) => some.map((token) => token.text).join(''))).toEqual(lines)
        for (const [at, one] of lines.entries()) {
          const from = Math.min(start, one.length)
          const word = { start: from, end: Math.min(one.length, from + length) }
          const pieces = piecesOf(line(one, word.end > from ? [word] : []), tokens[at])
          expect(pieces.map((piece) => piece.text).join('')).toBe(one)
          const changed = pieces.filter(({ isChanged }) => isChanged).map((piece) => piece.text)
          expect(changed.join('')).toBe(one.slice(word.start, word.end))
        }
      }),
    )
  })
})

it.each([
  ['src/a.test.TS', 'typescript'],
  ['Makefile', 'makefile'],
  ['.bashrc', undefined],
  ['a/constructor', undefined],
  ['a.constructor', undefined],
  ['readme', undefined],
])('the language of %s is %s', (path, language) => {
  expect(languageOf(path)).toBe(language)
})
