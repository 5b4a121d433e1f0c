import type { EventType } from '../events/envelope.js'
import type { Projection } from './define.js'

/** What the database stores about a projection whose tables exist. */
export interface Built {
  readonly name: string
  readonly version: number
  /** Digest of the DDL that created the tables. */
  readonly ddl: string
}

/** What to do with each projection of this release at the start. */
interface Plan {
  /** Their tables can be read and follow the log. */
  readonly current: readonly Projection[]
  /** The log has no event that they read: their tables are created empty, at once. */
  readonly empty: readonly Projection[]
  /** Their tables cannot be read until they are rebuilt from the log. */
  readonly outdated: readonly Projection[]
}

/**
 * Compares the projections of this release with what the database holds. A projection is outdated when its version or its DDL
 * differs, and also when it reads the tables of an outdated one.
 * @param projections in the order in which they are applied
 * @param occurs whether the log holds events of a type
 */
export const planOf = (
  projections: readonly Projection[],
  built: readonly Built[],
  ddlOf: (projection: Projection) => string,
  occurs: (type: EventType) => boolean,
): Plan => {
  const known = new Map(built.map((one) => [one.name, one]))
  const isBuilt = (projection: Projection): boolean => {
    const held = known.get(projection.name)
    return held !== undefined && held.version === projection.version && held.ddl === ddlOf(projection)
  }
  const current: Projection[] = []
  const empty: Projection[] = []
  const outdated: Projection[] = []
  for (const projection of projections) {
    const { reads, uses } = projection
    // The projections it reads come before it, so their state is already decided.
    const rests = uses.every((name) => !outdated.some((other) => other.name === name))
    if (!isBuilt(projection) && ![...reads].some(occurs)) empty.push(projection)
    else if (isBuilt(projection) && rests) current.push(projection)
    else outdated.push(projection)
  }
  return { current, empty, outdated }
}

/**
 * Returns the outdated projections and all whose tables they read, in order. The latter are rebuilt too, beside the current
 * tables, so that the former can read them.
 */
export const buildOf = (projections: readonly Projection[], outdated: readonly Projection[]): readonly Projection[] => {
  const wanted = new Set(outdated.map(({ name }) => name))
  // Backwards: a projection comes after those it reads.
  for (const { name, uses } of projections.toReversed()) if (wanted.has(name)) for (const used of uses) wanted.add(used)
  return projections.filter(({ name }) => wanted.has(name))
}
