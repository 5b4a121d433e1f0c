/** One line of the table: a measured value and its threshold. */
export interface Figure {
  /** The number of the goal. */
  readonly goal: number
  readonly measure: string
  readonly threshold: string
  readonly measured: string
  readonly ok: boolean
}

/** Returns a figure that must not exceed a limit. */
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

/** Returns a figure that must equal a value. */
export const exactly = (goal: number, measure: string, value: string | number, wanted: string | number): Figure => ({
  goal,
  measure,
  threshold: String(wanted),
  measured: String(value),
  ok: value === wanted,
})

/** Returns a figure that must find nothing; it lists the first findings. */
export const none = (goal: number, measure: string, found: readonly string[]): Figure => ({
  goal,
  measure,
  threshold: 'none',
  measured: found.length === 0 ? 'none' : `${found.length}: ${found.slice(0, 2).join('; ').slice(0, 120)}`,
  ok: found.length === 0,
})
