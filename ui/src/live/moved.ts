import type { Group, GroupKey } from './triage.js'

/** Returns how many rows would appear, disappear or change places if `wanted` were shown instead of `shown`. */
export function countMoved(shown: readonly Group[], wanted: readonly Group[]): number {
  const from = groupById(shown)
  const to = groupById(wanted)
  const arrived = [...to].filter(([id, group]) => from.get(id) !== group).length
  const left = [...from.keys()].filter((id) => !to.has(id)).length
  return arrived + left === 0 ? reordered(shown, wanted) : arrived + left
}

const groupById = (groups: readonly Group[]): ReadonlyMap<string, GroupKey> =>
  new Map(groups.flatMap(({ key, ids }) => ids.map((id) => [id, key] as const)))

function reordered(shown: readonly Group[], wanted: readonly Group[]): number {
  const before = shown.flatMap((group) => group.ids)
  return wanted.flatMap((group) => group.ids).filter((id, place) => before[place] !== id).length
}
