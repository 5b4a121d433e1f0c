import { plain } from '../text.js'

// Bidirectional control characters would reorder the line they are in.
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}]+$/u
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
// oxlint-disable-next-line no-control-regex -- printable ASCII is what needs no segmenter
const ASCII = /^[\u0020-\u007e]*$/

/** Returns untrusted text as one line without characters that move the cursor or change the text direction. */
export const oneLine = (text: string): string => plain(text).replace(BIDI, '').replace(/\s+/gu, ' ').trim()

const columnsOf = (cluster: string): number => (NOTHING.test(cluster) ? 0 : WIDE.test(cluster) ? 2 : 1)

/** Returns the number of terminal columns of a line. */
export const widthOf = (line: string): number => {
  if (ASCII.test(line)) return line.length
  let width = 0
  for (const { segment } of clusters.segment(line)) width += columnsOf(segment)
  return width
}

/** Returns a line cut to a number of columns, with an ellipsis if something was cut. */
export const cutTo = (line: string, columns: number): string => {
  if (widthOf(line) <= columns) return line
  let width = 0
  let kept = ''
  for (const { segment } of clusters.segment(line)) {
    width += columnsOf(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return `${kept}…`
}
