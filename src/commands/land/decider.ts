import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideLanding, type KnownLanding } from '../../domain/land/decide.js'
import { laneStream } from '../../events/streams.js'
import { landingOf } from '../../projections/queries/landings.js'
import { laneById } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

const load = (db: Reader, id: number): KnownLanding =>
  laneById(db, systemVisibility, id) === undefined
    ? undefined
    : { lane: id, landed: landingOf(db, systemVisibility, id) }

/** Commands about the landing of a lane, by its id. */
export const landing = defineDecider({ stream: (id: number) => laneStream(String(id)), load, decide: decideLanding })
