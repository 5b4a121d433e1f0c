import { expect, it } from 'vitest'
import { pasteText } from '../../../../../../ui/src/pages/lane/terminal/paste-text.js'

it.each([
  ['the end of a paste', 'echo x\u001b[201~\r touch f\r', 'echo x␛[201~\r touch f\r'],
  ['the end of a paste in one character', 'echo x\u009b201~', 'echo x\ufffd201~'],
  ['an interrupt, an end of input and a delete', '\u0003\u0004\u007f', '␃␄␡'],
  ['a null', 'a\u0000b', 'a␀b'],
  ['tabs, lines and other characters', '\tgrüße\r\n日本 😀\n', '\tgrüße\r\n日本 😀\n'],
])('a paste has no control characters but tab and line break: %s', (_name, text, pasted) => {
  expect(pasteText(text)).toBe(pasted)
})
