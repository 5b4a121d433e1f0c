/** The first hit at a line or behind it; the last one before it when there is none. `lines` stand in their order. */
export const nearest = (lines: readonly number[], line: number): number | undefined =>
  lines.find((hit) => hit >= line) ?? lines.at(-1)

/** The hit after or before a line, from the other end again beyond the last one. */
export function step(lines: readonly number[], line: number | undefined, by: 1 | -1): number | undefined {
  if (line === undefined) return by === 1 ? lines[0] : lines.at(-1)
  return by === 1
    ? (lines.find((hit) => hit > line) ?? lines[0])
    : (lines.findLast((hit) => hit < line) ?? lines.at(-1))
}
