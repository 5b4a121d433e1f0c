import type { Group } from './triage.js'

const isSame = (a: Group, b: Group): boolean =>
  a.key === b.key && a.ids.length === b.ids.length && a.ids.every((id, place) => id === b.ids[place])

/**
 * The wanted groups, those that have not changed being the very ones shown before, and all of them if none has: an agent that
 * goes on renders its own row, not the list, and one that ends its turn renders nothing around those who wait.
 */
export function sameGroups(shown: readonly Group[], wanted: readonly Group[]): readonly Group[] {
  const groups = wanted.map((group) => shown.find((before) => isSame(before, group)) ?? group)
  const unchanged = groups.length === shown.length && groups.every((group, place) => group === shown[place])
  return unchanged ? shown : groups
}
