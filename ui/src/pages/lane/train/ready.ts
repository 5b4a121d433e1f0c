import type { Decision } from '../../../api/types.js'

/** Lanes that may land together: their repository, as git names its common directory, and their ids, the oldest decision first. */
export interface ReadyLanes {
  readonly repository: string
  readonly lanes: readonly number[]
}

/** Returns the repositories in which two lanes or more wait to be landed, those with the most lanes first. */
export function readyLanes(
  decisions: readonly Pick<Decision, 'kind' | 'lane' | 'repository'>[],
): readonly ReadyLanes[] {
  const found = new Map<string, number[]>()
  for (const { kind, lane, repository } of decisions)
    if (kind === 'land' && lane !== null && repository !== null)
      found.set(repository, [...(found.get(repository) ?? []), lane.id])
  return [...found]
    .map(([repository, lanes]) => ({ repository, lanes }))
    .filter(({ lanes }) => lanes.length > 1)
    .toSorted((a, b) => b.lanes.length - a.lanes.length)
}

/** Returns the name of a repository: that of its folder, where the common directory is the `.git` in it. */
export const repositoryName = (repository: string): string =>
  repository
    .replace(/\/\.git$/, '')
    .split('/')
    .at(-1) ?? repository
