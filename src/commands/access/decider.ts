import { decideLaneOwner, decideSessionOwner } from '../../domain/access/decide.js'
import { laneStream, sessionStream } from '../../events/streams.js'
import { NOBODY } from '../../projections/ownership.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

const ownerOfStream = (db: Reader, name: string) => ({
  owner:
    db.get<{ owner: string }>(
      'select owner from p_ownership join stream on stream.id = p_ownership.stream where stream.name = ?',
      name,
    )?.owner ?? NOBODY,
})

/** Commands about whose a lane is. */
export const laneOwner = defineDecider({
  stream: (lane: number) => laneStream(String(lane)),
  load: (db: Reader, lane: number) => ownerOfStream(db, laneStream(String(lane))),
  decide: decideLaneOwner,
})

/** Commands about whose a session is. */
export const sessionOwner = defineDecider({
  stream: sessionStream,
  load: (db: Reader, session: string) => ownerOfStream(db, sessionStream(session)),
  decide: decideSessionOwner,
})
