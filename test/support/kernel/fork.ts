import fc from 'fast-check'
import type { New } from '../../../src/events/envelope.js'
import { contentKey } from '../../../src/events/digest.js'
import { interleaved, type Told, toldSession } from './session-script.js'

/** An event and its session. */
export interface Said {
  readonly session: string
  readonly event: New
}

/** Returns the lines that a fork copies from its parent; its replies have `growth` more output tokens. */
export const forkOf = (
  { session: parent, transcripts }: Told,
  session: string,
  growth = 0,
): readonly (readonly New[])[] =>
  transcripts.map((lines, file) =>
    lines.map((event, line) => {
      const dedup = contentKey(session, 'copy', parent, `${file}:${line}`)
      if (event.type !== 'reply-recorded') return { ...event, dedup }
      const data = event.data as { readonly usage: { readonly output: number } }
      return { ...event, dedup, data: { ...data, usage: { ...data.usage, output: data.usage.output + growth } } }
    }),
  )

/**
 * A session, its fork and a fork of the fork, each with its own further turns, reported by hooks and transcripts. The
 * first fork belongs to another user.
 */
export const family: fc.Arbitrary<readonly (readonly Said[])[]> = fc
  .tuple(
    toldSession('parent'),
    toldSession('fork', '2026-11-20T11:00:00Z'),
    toldSession('late', '2026-11-20T12:00:00Z'),
  )
  .map(([parent, fork, late]) => [
    ...tellingsOf(parent, []),
    ...tellingsOf(fork, forkOf(parent, 'fork')),
    ...tellingsOf(late, [...forkOf(parent, 'late'), ...forkOf(fork, 'late')]),
  ])

const tellingsOf = ({ session, hooks, transcripts }: Told, copies: readonly (readonly New[])[]) => {
  const [main = [], ...subagents] = transcripts
  const begun = copies.flat()
  const owner = session === 'fork' ? { by: 'user:2' as const } : {}
  return [hooks, [...begun, ...main], ...subagents].map((events) =>
    events.map((event) => ({ session, event: { ...event, ...owner } })),
  )
}

/**
 * Returns the events of the family in some order of arrival. The first event of each session comes before all others,
 * parents first, because the session that is first in the log owns a copied line.
 */
export const arriving = (tellings: readonly (readonly Said[])[], choices: readonly number[]): Said[] => {
  const met = ['parent', 'fork', 'late'].flatMap(
    (session) => tellings.find(([first]) => first?.session === session)?.[0] ?? [],
  )
  const rest = tellings.map((telling) => telling.filter((said) => !met.includes(said)))
  return [...met, ...interleaved(rest, choices)]
}
