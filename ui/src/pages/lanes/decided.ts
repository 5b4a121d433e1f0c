import { useQuery } from '@tanstack/react-query'
import { decisionsQuery } from '../../api/queries.js'
import type { Decision } from '../../api/types.js'
import { type Group, type GroupKey, ORDER } from '../../live/triage.js'

/** What is decided first in a lane that waits for several decisions. */
const FIRST: readonly Decision['kind'][] = ['ask', 'failed', 'conflict', 'review', 'land']

/** The groups to which a decision moves a lane whose agents are at rest. */
const GROUP_OF: Partial<Record<Decision['kind'], GroupKey>> = { conflict: 'other', review: 'review', land: 'land' }
const AT_REST: ReadonlySet<GroupKey> = new Set(['turn', 'idle'])

const NONE: readonly Decision[] = []

/** Returns what is decided next in a lane. */
export const nextIn = (decisions: readonly Decision[], lane: string): Decision | undefined =>
  decisions
    .filter((one) => String(one.lane?.id) === lane && FIRST.includes(one.kind))
    .toSorted((a, b) => FIRST.indexOf(a.kind) - FIRST.indexOf(b.kind))[0]

/** What waits for a decision, as the service said last. */
export const useDecisions = (): readonly Decision[] => useQuery(decisionsQuery).data?.decisions ?? NONE

/** What is decided next in a lane, live. */
export const useNext = (lane: string): Decision | undefined =>
  useQuery({ ...decisionsQuery, select: ({ decisions }) => nextIn(decisions, lane) ?? null }).data ?? undefined

/** Moves lanes whose agents left something to decide out of the groups that need nothing. */
export function withDecided(groups: readonly Group[], decisions: readonly Decision[]): readonly Group[] {
  const moved = new Map<GroupKey, string[]>()
  const kept = groups.map(({ key, ids }) => {
    if (!AT_REST.has(key)) return { key, ids }
    return {
      key,
      ids: ids.filter((id) => {
        const next = nextIn(decisions, id)
        const to = next === undefined ? undefined : GROUP_OF[next.kind]
        if (to !== undefined) moved.set(to, [...(moved.get(to) ?? []), id])
        return to === undefined
      }),
    }
  })
  if (moved.size === 0) return groups
  return [...kept, ...[...moved].map(([key, ids]) => ({ key, ids }))]
    .filter(({ ids }) => ids.length > 0)
    .toSorted((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
}
