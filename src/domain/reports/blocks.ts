import { type Instant, MINUTE, QUARTER } from '../time.js'

const HOUR: Instant = 60 * MINUTE
export const BLOCK: Instant = 5 * HOUR

/** Five hours of use: what an agent's plan counts together. */
export interface Block {
  /** The full hour in which it was first used. */
  readonly start: Instant
  readonly end: Instant
}

/**
 * The blocks that use falls into. The first begins at the full hour of the first use; what comes after a block's five
 * hours begins the next one, in the same way. `quarters` are those with use, growing: a block begins on a full hour, so no
 * quarter of an hour lies in two.
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

/** What was used, and between which moments. */
export interface Used {
  readonly tokens: number
  readonly usd: number
  readonly first: Instant
  readonly last: Instant
}

/** How fast a block is used; null while its use has no length. */
export const burnOf = ({ tokens, usd, first, last }: Used) => {
  const minutes = (last - first) / MINUTE
  return minutes <= 0 ? null : { tokens_per_minute: tokens / minutes, usd_per_hour: (usd / minutes) * 60 }
}

/** What a block comes to when it goes on as it went so far; null where nobody can tell. */
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

/** Whether a block goes on: its five hours are not over and neither are five since it was last used. */
export const isOpen = (block: Block, last: Instant, now: Instant): boolean => now < block.end && now - last < BLOCK
