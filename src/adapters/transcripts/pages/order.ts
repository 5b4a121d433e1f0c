import type { Message } from '../../../domain/transcript/view/message.js'

/** A line of a page, shown or not, with its own id and its parent's. */
export interface Placed {
  readonly message: Message | null
  readonly uuid: unknown
  readonly parent: unknown
}

/**
 * Returns the messages in line order, but each after its parent. Short sessions can contain them swapped. Only parents on the
 * page count; a parent that is not shown is replaced by its own parent. A compaction repeats older lines: the first line with a
 * uuid is the parent.
 */
export function behindParents(lines: readonly Placed[]): Message[] {
  const byUuid = new Map<string, Placed>()
  for (const line of lines) if (typeof line.uuid === 'string' && !byUuid.has(line.uuid)) byUuid.set(line.uuid, line)
  const done = new Set<Placed>()
  const ordered: Message[] = []
  for (const line of lines) {
    // Unprocessed ancestors, nearest first. A cycle stops where it closes.
    const waiting: Placed[] = []
    for (let next: Placed | undefined = line; next !== undefined && !done.has(next); ) {
      done.add(next)
      waiting.push(next)
      next = typeof next.parent === 'string' ? byUuid.get(next.parent) : undefined
    }
    for (const { message } of waiting.toReversed()) if (message !== null) ordered.push(message)
  }
  return ordered
}
