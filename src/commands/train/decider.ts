import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideTrain, type KnownTrain } from '../../domain/train/decide.js'
import type { Train } from '../../domain/train/train.js'
import { trainStream } from '../../events/streams.js'
import { knownTrain, trainRunningFor } from '../../projections/queries/trains.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

/** A train by its id, and for which base it is. */
export type TrainKey = Pick<Train, 'id' | 'repository' | 'base'>

const load = (db: Reader, key: TrainKey): KnownTrain => ({
  train: knownTrain(db, systemVisibility, key.id),
  running: trainRunningFor(db, systemVisibility, key),
})

/** Commands about a merge train. */
export const train = defineDecider({ stream: ({ id }: TrainKey) => trainStream(id), load, decide: decideTrain })
