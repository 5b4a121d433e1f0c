import type { Racer } from '../../api/types.js'

/** The lanes with the best of a measured figure: null where it says nothing. */
export interface Best {
  readonly cost: number | null
  readonly size: number | null
}

const NOTHING: Best = { cost: null, size: null }

/** Returns the lane with the least of a figure; null if two share it, or it is not known of all. */
const least = (racers: readonly Racer[], figure: (racer: Racer) => number | null): number | null => {
  const known = racers.map((racer) => ({ lane: racer.lane_id, value: figure(racer) }))
  const values = known.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length < racers.length) return null
  const smallest = known.filter(({ value }) => value === Math.min(...values))
  return smallest.length === 1 ? (smallest[0]?.lane ?? null) : null
}

/** Returns which results cost least and change fewest lines, once all agents that were started are at rest. Nothing else is ranked. */
export function bestOf(racers: readonly Racer[]): Best {
  const compared = racers.filter(({ state }) => state !== 'gone' && state !== 'none')
  if (compared.length < 2 || compared.some(({ state }) => state !== 'rests')) return NOTHING
  return {
    cost: least(compared, ({ cost_usd: cost, unpriced_models: unpriced }) => (unpriced.length === 0 ? cost : null)),
    // An agent that changed nothing has not solved it.
    size: least(compared, ({ changes }) =>
      changes === null || changes.files === 0 ? null : changes.added + changes.deleted,
    ),
  }
}
