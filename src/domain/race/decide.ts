import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import type { Race } from './race.js'

/** The race of a command; null if it does not exist yet. */
export type KnownRace = Race | null

const noRace = () => refuse(reject('ENOTFOUND', 'race not found'))

const start = (known: KnownRace, race: Omit<Race, 'isDecided' | 'kept' | 'isStopped'>) => {
  const { id, ...rest } = race
  return known === null ? accept({ type: 'race-started' as const, data: { race: id, ...rest } }) : accept()
}

/** Records that the agents of a race are stopped because of their cost. It happens once. */
const limit = (known: KnownRace, { costUsd }: { readonly costUsd: number }) =>
  known === null || known.isDecided || known.isStopped || known.limit === null || costUsd < known.limit
    ? accept()
    : accept({ type: 'race-limit-reached' as const, data: { race: known.id, costUsd } })

/** Keeps the result of one lane, or of none. It is decided once: a lane that was put away can be taken back. */
const keep = (known: KnownRace, { lane, why }: { readonly lane: number | null; readonly why: string | null }) => {
  if (known === null) return noRace()
  if (lane !== null && !known.entries.some((entry) => entry.lane === lane))
    return refuse(reject('EBADFIELD', `lane: ${lane} is not in this race`, { fields: { field: 'lane' } }))
  if (!known.isDecided) return accept({ type: 'race-decided' as const, data: { race: known.id, kept: lane, why } })
  if (known.kept === lane) return accept()
  const message = known.kept === null ? 'none was kept' : `lane ${known.kept} was kept`
  return refuse(reject('ERACE', `this race is decided: ${message}`, { fields: { kept: known.kept } }))
}

export const decideRace = { start, limit, keep }
