/** Two lanes whose committed work conflicts. */
export type ConflictingPair = readonly [number, number]

/**
 * Returns lanes in the order in which the most of them can land: those that conflict with the fewest others first, and of equal
 * ones the earlier one.
 */
export const fewestConflictsFirst = (
  lanes: readonly number[],
  conflicts: readonly ConflictingPair[],
): readonly number[] => {
  const count = (lane: number): number => conflicts.filter((pair) => pair.includes(lane)).length
  return lanes.toSorted((a, b) => count(a) - count(b))
}
