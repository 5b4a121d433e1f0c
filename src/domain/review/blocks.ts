import type { DiffHunk } from '../git/diff.js'

/** A run of changed lines of a file. Neither its line numbers nor what is around it identify it: edits above do not change it. */
export interface Block {
  readonly path: string
  /** SHA-256 of the path, the removed and the added lines. */
  readonly hash: string
  /** Counts equal blocks of one file, from 0. */
  readonly ordinal: number
  /** The first line of each side, and how many lines were removed and added. */
  readonly oldStart: number
  readonly newStart: number
  readonly removed: number
  readonly added: number
}

/** A changed file, with hunks without context. Each character of a line is a byte. */
export interface ReviewedFile {
  readonly path: string
  /** Where it was renamed from. */
  readonly from: string | null
  readonly status: string
  readonly hunks: readonly DiffHunk[]
  /** Identifies the content of a file without hunks: binary, too large, or only its mode or name changed. */
  readonly content: string | null
}

/** Returns the SHA-256 of a list of texts, which no other list has. */
export type Digest = (parts: readonly string[]) => string

const linesOf = ({ lines }: DiffHunk, type: 'removed' | 'added'): readonly string[] =>
  lines.filter((line) => line.type === type).map(({ text, noNewline }) => (noNewline ? `${text}\\` : text))

/** Returns the blocks of a file in order. A file without hunks is one block. */
export const blocksOf = ({ path, hunks, content, from, status }: ReviewedFile, digest: Digest): readonly Block[] => {
  if (hunks.length === 0) {
    // A new file is the same before and after it is added.
    const hash = digest([path, status === '?' ? 'A' : status, from ?? '', content ?? ''])
    return [{ path, hash, ordinal: 0, oldStart: 0, newStart: 0, removed: 0, added: 0 }]
  }
  const seen = new Map<string, number>()
  return hunks.map((hunk) => {
    const [removed, added] = [linesOf(hunk, 'removed'), linesOf(hunk, 'added')]
    const hash = digest([path, removed.join('\n'), String(removed.length), added.join('\n'), String(added.length)])
    const ordinal = seen.get(hash) ?? 0
    seen.set(hash, ordinal + 1)
    return {
      path,
      hash,
      ordinal,
      oldStart: hunk.oldStart,
      newStart: hunk.newStart,
      removed: removed.length,
      added: added.length,
    }
  })
}

/** Returns the digest of all changes of a lane. It stays the same when the base moves and nothing of the lane changed. */
export const digestOfBlocks = (blocks: readonly Block[], digest: Digest): string =>
  digest(blocks.map(({ path, hash, ordinal }) => `${path}\n${hash}\n${ordinal}`).toSorted())
