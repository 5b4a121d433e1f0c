import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginning, copiedIn } from '../../../../../../ui/src/pages/lane/terminal/copied.js'

const encoded = (text: string): string => Buffer.from(text).toString('base64')

describe('a text that a program offers for the clipboard', () => {
  it('is any text in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(copiedIn(`c;${encoded(text)}`)).toBe(text)
        expect(copiedIn(`;${encoded(text)}`)).toBe(text)
      }),
    )
  })

  it.each([
    ['a question for what is on the clipboard', 'c;?'],
    ['nothing', 'c;'],
    ['no selection', encoded('text')],
    ['not base64', 'c;&&&&'],
    ['not UTF-8', `c;${Buffer.from([0xff, 0xfe]).toString('base64')}`],
    ['too long', `c;${'A'.repeat(1_000_004)}`],
  ])('is not taken from %s', (_name, data) => expect(copiedIn(data)).toBeNull())

  it('is shown in one line, cut, and as it will be pasted', () => {
    expect(beginning('git push\n\tnow')).toBe('git push now')
    expect(beginning('safe\u202Etxt.exe\u0007')).toBe('safe txt.exe')
    expect(beginning('x'.repeat(100))).toBe(`${'x'.repeat(59)}…`)
  })
})
