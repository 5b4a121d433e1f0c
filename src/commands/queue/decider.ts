import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideQueue, type KnownQueue } from '../../domain/queue/decide.js'
import { laneStream } from '../../events/streams.js'
import { laneById } from '../../projections/queries/lanes.js'
import { queueOfLane } from '../../projections/queries/queue.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

const load = (db: Reader, id: number): KnownQueue =>
  laneById(db, systemVisibility, id) === undefined
    ? undefined
    : { lane: id, messages: queueOfLane(db, systemVisibility, id).map((message) => message.id) }

/** Commands about the messages that wait in a lane, by its id. */
export const queue = defineDecider({ stream: (id: number) => laneStream(String(id)), load, decide: decideQueue })
