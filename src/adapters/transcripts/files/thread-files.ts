import type { Conversation, Cursor } from '../../../commands/ports/transcripts.js'
import { isContinuation, stemOf } from './rollout-name.js'

interface ReadFile {
  readonly path: string
  readonly cursor: Cursor
}

/**
 * Returns the files of one conversation, in order: the transcript, and the files that continue it. A file has several paths
 * after a move, a copy or a compression; `choose` returns the one to read.
 */
export function threadFiles<F extends ReadFile>(
  files: readonly F[],
  choose: (forms: readonly F[]) => F | undefined,
): readonly F[] {
  const continued = files.filter(({ path }) => isContinuation(path))
  const stems = [...new Set(continued.map(({ path }) => stemOf(path)))].toSorted()
  const first = choose(files.filter((file) => !continued.includes(file)))
  const later = stems.map((stem) => choose(continued.filter(({ path }) => stemOf(path) === stem)))
  return [first, ...later].filter((file) => file !== undefined)
}

const isUnended = ({ state }: Cursor): boolean => (JSON.parse(state) as { readonly unended?: boolean }).unended === true

/** Returns the bytes that a file takes in the conversation that continues it: its last line always ends. */
export const lengthOf = (cursor: Cursor): number => cursor.offset + (isUnended(cursor) ? 1 : 0)

/** Returns the last of a conversation's files, and those that it continues. */
export const asContinued = <F extends ReadFile>(
  files: readonly F[],
): (F & Pick<Conversation, 'earlier'>) | undefined => {
  const last = files.at(-1)
  if (last === undefined || files.length === 1) return last
  return { ...last, earlier: files.slice(0, -1).map(({ path, cursor }) => ({ path, cursor })) }
}
