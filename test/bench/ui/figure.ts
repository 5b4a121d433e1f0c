/** One line of the table: what was measured, and what it may be. */
export interface Figure {
  /** Its number among the goals of the dashboard. */
  readonly goal: number
  readonly measure: string
  readonly threshold: string
  readonly measured: string
  readonly ok: boolean
}

/** A number that must not pass another. */
export const atMost = (
  goal: number,
  measure: string,
  value: number,
  max: number,
  unit: string,
  digits = 0,
): Figure => ({
  goal,
  measure,
  threshold: `<= ${max} ${unit}`.trimEnd(),
  measured: Number.isNaN(value) ? 'not seen' : `${value.toFixed(digits)} ${unit}`.trimEnd(),
  ok: value <= max,
})

/** Something that must be exactly so. */
export const exactly = (goal: number, measure: string, value: string | number, wanted: string | number): Figure => ({
  goal,
  measure,
  threshold: String(wanted),
  measured: String(value),
  ok: value === wanted,
})

/** Things of which there must be none; the first ones are named. */
export const none = (goal: number, measure: string, found: readonly string[]): Figure => ({
  goal,
  measure,
  threshold: 'none',
  measured: found.length === 0 ? 'none' : `${found.length}: ${found.slice(0, 2).join('; ').slice(0, 120)}`,
  ok: found.length === 0,
})
