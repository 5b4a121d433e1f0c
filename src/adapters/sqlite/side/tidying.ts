import type { SideFile } from './side-file.js'

// Pages that one step writes: little enough that a search waits for some milliseconds.
const PAGES = 200
const [TIDY, TO_BEGIN, UNDER_WAY] = [0, 1, 2]

/** Text indexes of the file, in which what is deleted stays until its segments are written anew. */
type Index = 'event_text' | 'talk_text'

// Kept in the file: a tidying that a stop interrupts goes on.
const nameOf = (index: Index): string => `tidying ${index}`

/** Rows of an index were deleted. */
export const untidy = (file: SideFile, index: Index): void => file.setPosition(nameOf(index), TO_BEGIN)

/**
 * Rewrites some of the segments in which deleted rows left their letters; false when there are none. In steps, because the
 * whole index is written anew in the end, which takes long and nobody waits for.
 */
export const tidy = (file: SideFile, index: Index): boolean => {
  const { own } = file
  const state = file.position(nameOf(index))
  if (state === TIDY) return false
  const changes = (): number => (own.prepare('select total_changes() as n').get() as { n: number }).n
  const before = changes()
  // A negative number begins to merge all segments into one, a positive one goes on with it.
  const pages = state === TO_BEGIN ? -PAGES : PAGES
  own.prepare(`insert into ${index} (${index}, rank) values ('merge', ?)`).run(pages)
  const isDone = changes() - before < 2
  file.setPosition(nameOf(index), isDone ? TIDY : UNDER_WAY)
  if (isDone) own.pragma('wal_checkpoint(TRUNCATE)')
  return !isDone
}
