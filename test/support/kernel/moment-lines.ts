import { contentKey } from '../../../src/events/digest.js'
import type { New } from '../../../src/events/envelope.js'

/** Returns a turn, error, interrupt and compaction event of a transcript. With `uuid` null the lines have no uuid. */
export const momentLines = (session: string, from = 1, uuid: string | null = 'line-of-the-parent'): readonly New[] => {
  const named = (n: number) => (uuid === null ? {} : { uuid: `${uuid}-${n}` })
  const line = (n: number) => ({ provider: 'claude' as const, line: from + n, agent: null })
  const at = (n: number) => ({
    occurredAt: from + n,
    by: 'local' as const,
    via: 'transcript' as const,
    dedup: contentKey(session, 'line', String(from + n)),
  })
  return [
    { type: 'turn-completed', data: { ...line(0), durationMs: 900, ...named(0) }, ...at(0) },
    {
      type: 'api-error-recorded',
      data: { ...line(1), text: 'limit reached', status: 429, retrying: false, ...named(1) },
      ...at(1),
    },
    { type: 'interrupt-recorded', data: { ...line(2), ...named(2) }, ...at(2) },
    {
      type: 'compaction-seen',
      data: {
        ...line(3),
        uuid: `line ${from + 3}`,
        trigger: 'auto',
        preTokens: 170_000,
        durationMs: null,
        ...named(3),
      },
      ...at(3),
    },
  ]
}
