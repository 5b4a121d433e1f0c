import type { Decision, Lane } from '../../../api/types.js'

/** Lanes that may land together: the directory of their repository, and their ids in the order of the decisions. */
export interface ReadyLanes {
  readonly repository: string
  readonly lanes: readonly number[]
}

type Placed = Pick<Lane, 'id' | 'source_repo' | 'cwd'>

/** Returns the repositories in which two lanes or more wait to be landed, those with the most lanes first. */
export function readyLanes(
  decisions: readonly Pick<Decision, 'kind' | 'lane'>[],
  laneOf: (id: number) => Placed | undefined,
): readonly ReadyLanes[] {
  const found = new Map<string, number[]>()
  for (const { kind, lane } of decisions) {
    const row = kind === 'land' && lane !== null ? laneOf(lane.id) : undefined
    if (row === undefined) continue
    const repository = row.source_repo ?? row.cwd
    found.set(repository, [...(found.get(repository) ?? []), row.id])
  }
  return [...found]
    .map(([repository, lanes]) => ({ repository, lanes }))
    .filter(({ lanes }) => lanes.length > 1)
    .toSorted((a, b) => b.lanes.length - a.lanes.length)
}
