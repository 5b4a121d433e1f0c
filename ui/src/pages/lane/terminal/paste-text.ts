/** Control characters but tab and line break. In a paste, one of them could end it, and what follows would be typed. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g
const FIRST_C1 = 0x80
const DELETE = 0x7f
/** The pictures of control characters begin here, in the same order. */
const PICTURES = 0x2400
const PICTURE_OF_DELETE = '\u2421'

/** Returns a text that can be pasted into a terminal: its control characters are replaced by their pictures. */
export const pasteText = (text: string): string =>
  text.replace(CONTROL, (character) => {
    const code = character.charCodeAt(0)
    if (code >= FIRST_C1) return '\ufffd'
    return code === DELETE ? PICTURE_OF_DELETE : String.fromCharCode(PICTURES + code)
  })
