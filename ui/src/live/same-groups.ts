import type { Group } from './triage.js'

const isSame = (a: Group, b: Group): boolean =>
  a.key === b.key && a.ids.length === b.ids.length && a.ids.every((id, place) => id === b.ids[place])

/**
 * Returns the wanted groups, but the same objects as before for those that did not change, or for all. So a step of an agent
 * renders its own row and not the list, and the end of a turn renders no other group.
 */
export function sameGroups(shown: readonly Group[], wanted: readonly Group[]): readonly Group[] {
  const groups = wanted.map((group) => shown.find((before) => isSame(before, group)) ?? group)
  const unchanged = groups.length === shown.length && groups.every((group, place) => group === shown[place])
  return unchanged ? shown : groups
}
