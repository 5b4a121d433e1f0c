import type { SideFile } from './side-file.js'

// Pages written per step: few enough that a search waits only milliseconds.
const PAGES = 200
const [TIDY, TO_BEGIN, UNDER_WAY] = [0, 1, 2]

/** Full-text indexes of the file. Deleted text stays in their segments until those are merged. */
type Index = 'event_text' | 'talk_text'

// Stored in the file, so that an interrupted merge continues.
const nameOf = (index: Index): string => `tidying ${index}`

/** Marks an index as containing deleted rows. */
export const untidy = (file: SideFile, index: Index): void => file.setPosition(nameOf(index), TO_BEGIN)

/**
 * Merges some of the segments that still contain deleted text; false when there are none. It works in steps, because the whole
 * index is rewritten in the end, which takes long.
 */
export const tidy = (file: SideFile, index: Index): boolean => {
  const { own } = file
  const state = file.position(nameOf(index))
  if (state === TIDY) return false
  const changes = (): number => (own.prepare('select total_changes() as n').get() as { n: number }).n
  const before = changes()
  // A negative number starts merging all segments into one, a positive one continues.
  const pages = state === TO_BEGIN ? -PAGES : PAGES
  own.prepare(`insert into ${index} (${index}, rank) values ('merge', ?)`).run(pages)
  const isDone = changes() - before < 2
  file.setPosition(nameOf(index), isDone ? TIDY : UNDER_WAY)
  if (isDone) own.pragma('wal_checkpoint(TRUNCATE)')
  return !isDone
}
