import type { Instant } from '../../domain/time.js'

/** Row ids start with the time, so that the newest lines are found without sorting. This many rows fit into a millisecond. */
export const PER_MS = 1024
/** Milliseconds. Later times would give row ids beyond the exact integers. */
const LAST_MS = 8e12

/** Returns when the line of a row was written. */
export const timeOf = (row: number): Instant => Math.floor(row / PER_MS)

/** Returns the lowest row id of lines written at or after an instant. */
export const rowsFrom = (at: Instant): number => Math.min(LAST_MS, Math.max(0, Math.floor(at))) * PER_MS
