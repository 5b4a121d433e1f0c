import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import type { Token } from '../../../kit/syntax/token.js'

export type Seen = RouteAnswer<'GET /api/lanes/:id/seen'>
export type SeenFile = Seen['files'][number]
export type Block = SeenFile['blocks'][number]
export type Hunk = RouteAnswer<'GET /api/lanes/:id/seen/file'>['hunks'][number]
export type Line = Hunk['lines'][number]

/** Lines that follow each other and belong to the same block, or to none. */
export interface Segment {
  /** Undefined for unchanged lines, and for changes that the list of blocks does not have yet. */
  readonly block: Block | undefined
  readonly lines: readonly Line[]
}

const isIn = (block: Block, { type, oldLine, newLine }: Line): boolean => {
  if (type === 'added') return newLine !== null && newLine >= block.new_start && newLine < block.new_start + block.added
  if (type === 'removed')
    return oldLine !== null && oldLine >= block.old_start && oldLine < block.old_start + block.removed
  return false
}

/** Splits the lines of a hunk at the blocks that the user marks. */
export function segmentsOf({ lines }: Hunk, blocks: readonly Block[]): readonly Segment[] {
  const segments: { block: Block | undefined; lines: Line[] }[] = []
  for (const line of lines) {
    const block = blocks.find((one) => isIn(one, line))
    const last = segments.at(-1)
    const isSame =
      last !== undefined && last.block === block && (last.lines[0]?.type === 'context') === (line.type === 'context')
    if (isSame) last.lines.push(line)
    else segments.push({ block, lines: [line] })
  }
  return segments
}

/** Identifies a block among those of all files. */
export const blockKey = (path: string, { hash, ordinal }: Pick<Block, 'hash' | 'ordinal'>): string =>
  `${path}\n${hash}\n${ordinal}`

/** A part of a line; `isChanged` where it differs from the line on the other side. */
interface Piece extends Token {
  readonly isChanged: boolean
}

/** Splits a line at the text that differs, and at its coloured parts. */
export function piecesOf({ text, words = [] }: Line, tokens: readonly Token[] | undefined): readonly Piece[] {
  const isWhole = tokens !== undefined && tokens.reduce((sum, token) => sum + token.text.length, 0) === text.length
  const pieces: Piece[] = []
  let at = 0
  for (const { text: part, kind } of isWhole ? tokens : [{ text, kind: undefined }]) {
    const last = at + part.length
    while (at < last) {
      const word = words.find(({ end }) => end > at)
      const isChanged = word !== undefined && word.start <= at
      const end = Math.min(last, word === undefined ? last : isChanged ? word.end : word.start)
      pieces.push({ text: text.slice(at, end), kind, isChanged })
      at = end
    }
  }
  return pieces
}

/** Returns how many lines of a file were added and removed. */
export const linesOf = ({ blocks }: SeenFile): { readonly added: number; readonly removed: number } => ({
  added: blocks.reduce((sum, { added }) => sum + added, 0),
  removed: blocks.reduce((sum, { removed }) => sum + removed, 0),
})

/** Returns the file after another one that has blocks that were not seen; the first such one after the last. */
export function nextUnseen(files: readonly SeenFile[], path: string | undefined): SeenFile | undefined {
  const place = files.findIndex((file) => file.path === path)
  const rotated = [...files.slice(place + 1), ...files.slice(0, place + 1)]
  return rotated.find(({ blocks, folded }) => folded === null && blocks.some(({ seen }) => !seen))
}
