import type { Message } from '../../domain/transcript/message.js'

/** A line of a page, shown or not, with the links that its writer gave it. */
export interface Placed {
  readonly message: Message | null
  readonly uuid: unknown
  readonly parent: unknown
}

/**
 * Messages in the order of their lines, each behind its parent. Short sessions can have them swapped in the file.
 * Only parents within the page count; a parent that shows nothing stands for its own parent. A compaction repeats older
 * lines: the first one of a uuid is the parent.
 */
export function behindParents(lines: readonly Placed[]): Message[] {
  const byUuid = new Map<string, Placed>()
  for (const line of lines) if (typeof line.uuid === 'string' && !byUuid.has(line.uuid)) byUuid.set(line.uuid, line)
  const done = new Set<Placed>()
  const ordered: Message[] = []
  for (const line of lines) {
    // Ancestors that were not taken yet, the nearest first; a circle ends where it closes.
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
