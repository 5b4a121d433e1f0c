import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideRace, type KnownRace } from '../../domain/race/decide.js'
import { raceStream } from '../../events/streams.js'
import { knownRace } from '../../projections/queries/races.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

/** Commands about a race. */
export const race = defineDecider({
  stream: raceStream,
  load: (db: Reader, id: string): KnownRace => knownRace(db, systemVisibility, id),
  decide: decideRace,
})
