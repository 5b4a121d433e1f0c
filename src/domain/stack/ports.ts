import * as Either from 'effect/Either'

/** The port of each name. */
export type Ports = Readonly<Record<string, number>>

/** Ports that other programs listen on, with their process ids. None: they belong to another user. */
export type BusyPorts = ReadonlyMap<number, readonly number[]>

/** A port that cannot be used. */
export interface BusyPort {
  readonly name: string
  readonly port: number
  readonly pids: readonly number[]
}

const STEP = 100
const STEPS = 9
const LAST_PORT = 65_535

/** Returns the port that a name has unless another program uses it. */
export const expectedPort = (base: number, slot: number): number => base + slot

interface Wanted {
  readonly bases: Ports
  readonly slot: number
  /** The ports that the lane has already. They never move, so its addresses stay valid. */
  readonly recorded: Ports
  readonly busy: BusyPorts
  /** Ports of other lanes, whose stacks may be down. */
  readonly reserved: ReadonlySet<number>
}

/**
 * Returns the port of each name: the recorded one, or else the expected one or the first free one of those above it, in steps of
 * 100. If a recorded port is busy, or a name finds no free one, no ports are returned.
 */
export const assignPorts = ({ bases, slot, recorded, busy, reserved }: Wanted): Either.Either<Ports, BusyPort> => {
  const assigned: Record<string, number> = {}
  const names = Object.keys(bases)
  for (const name of names) {
    const port = Object.hasOwn(recorded, name) ? recorded[name] : undefined
    if (port === undefined) continue
    const pids = busy.get(port)
    if (pids !== undefined) return Either.left({ name, port, pids })
    assigned[name] = port
  }
  for (const name of names.filter((one) => !Object.hasOwn(assigned, one))) {
    const first = expectedPort(bases[name] ?? 0, slot)
    const used = new Set(Object.values(assigned))
    const candidates = Array.from({ length: STEPS + 1 }, (_, step) => first + step * STEP)
    const port = candidates.find((one) => one <= LAST_PORT && !busy.has(one) && !reserved.has(one) && !used.has(one))
    if (port === undefined) return Either.left({ name, port: first, pids: busy.get(first) ?? [] })
    assigned[name] = port
  }
  return Either.right(assigned)
}

/** Whether a lane with any slot could get a port. */
export const isCandidate = (
  bases: Ports,
  slots: { readonly min: number; readonly max: number },
  port: number,
): boolean => Object.values(bases).some((base) => port >= base + slots.min && port <= base + slots.max + STEP * STEPS)
