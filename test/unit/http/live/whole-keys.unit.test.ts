import { describe, expect, it } from 'vitest'
import { wholeKeys } from '../../../../src/http/live/whole-keys.js'

const ESC = '\u001b'
const bytes = (text: string): Buffer => Buffer.from(text, 'utf8')

describe('the whole keys of some bytes', () => {
  it.each([
    ['letters', 'ls -l\r'],
    ['a character of two, three or four bytes', 'é€😀'],
    ['an arrow', `${ESC}[A`],
    ['a key with modifiers', `${ESC}[1;5C`],
    ['a function key', `${ESC}OP`],
    ['a key with Alt', `${ESC}é`],
    ['a paste', `${ESC}[200~two\nlines${ESC}[201~`],
    ['a report of the mouse', `${ESC}[<64;5;5M`],
    ['an old report of the mouse', `${ESC}[M !!`],
    ['a reply of the terminal', `${ESC}]11;rgb:0000/0000/0000${ESC}\\`],
    ['a byte that is no UTF-8', Buffer.from([0x41, 0x80, 0x80, 0x80, 0x80])],
  ])('are all of them for %s', (_name, text) => {
    const all = Buffer.from(text)
    expect(wholeKeys(all)).toBe(all.length)
  })

  it.each([
    ['an arrow', `${ESC}[A`],
    ['a key with modifiers', `${ESC}[1;5C`],
    ['a function key', `${ESC}OP`],
    ['a key with Alt', `${ESC}é`],
    ['a character', '😀'],
    ['an old report of the mouse', `${ESC}[M !!`],
    ['a reply of the terminal', `${ESC}]11;rgb:0000/0000/0000${ESC}\\`],
  ])('end before a part of %s', (_name, text) => {
    const key = bytes(text)
    for (let cut = 1; cut < key.length; cut += 1)
      expect(wholeKeys(Buffer.concat([bytes('a'), key.subarray(0, cut)])), `${cut} bytes`).toBe(1)
  })
})
