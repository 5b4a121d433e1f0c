import { type Instant, MINUTE, QUARTER } from '../time.js'

const HOUR: Instant = 60 * MINUTE
export const BLOCK: Instant = 5 * HOUR

/** Five hours of use: the window in which an agent's plan counts usage. */
export interface Block {
  /** The full hour of the first use. */
  readonly start: Instant
  readonly end: Instant
}

/**
 * Returns the blocks that the use falls into. The first block starts at the full hour of the first use; the first use after its
 * five hours starts the next block in the same way. `quarters` are the quarter hours with use, ascending. A block starts on a
 * full hour, so no quarter hour lies in two blocks.
 */
export const blocksOf = (quarters: readonly number[]): readonly Block[] => {
  const blocks: Block[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const quarter of quarters) {
    const at = quarter * QUARTER
    if (at < end) continue
    const start = Math.floor(at / HOUR) * HOUR
    end = start + BLOCK
    blocks.push({ start, end })
  }
  return blocks
}

/** What was used, and the times of the first and the last use. */
interface Used {
  readonly tokens: number
  readonly usd: number
  readonly first: Instant
  readonly last: Instant
}

/** Returns how fast a block is used; null while its use has no duration. */
export const burnOf = ({ tokens, usd, first, last }: Used) => {
  const minutes = (last - first) / MINUTE
  return minutes <= 0 ? null : { tokens_per_minute: tokens / minutes, usd_per_hour: (usd / minutes) * 60 }
}

/** Extrapolates the use of a block to its end at the current rate; null if there is no rate yet. */
export const projected = (block: Block, used: Used, now: Instant) => {
  const burn = burnOf(used)
  if (burn === null) return null
  const minutes = Math.max(0, (block.end - now) / MINUTE)
  return {
    tokens: Math.round(used.tokens + burn.tokens_per_minute * minutes),
    usd: used.usd + (burn.usd_per_hour / 60) * minutes,
    remaining_minutes: Math.round(minutes),
  }
}

/** Whether a block is still open: its five hours are not over, and its last use is less than five hours ago. */
export const isOpen = (block: Block, last: Instant, now: Instant): boolean => now < block.end && now - last < BLOCK
