import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import type { Train, TrainEnd, TrainStep } from './train.js'

/** What commands need to know: the train, if it exists, and the one that runs for its repository and base, if any. */
export interface KnownTrain {
  readonly train: Train | null
  readonly running: string | null
}

/** Starts a train. One runs for each repository and base. */
const start = ({ running }: KnownTrain, order: Omit<Train, 'steps' | 'end'>) => {
  const { id, ...rest } = order
  return running === null
    ? accept({ type: 'train-started' as const, data: { train: id, ...rest } })
    : refuse(reject('ETRAIN', 'a train for this base is running', { fields: { train: running } }))
}

/** Records that a lane had its turn, also after a stop: the lane whose turn it is finishes. */
const step = ({ train }: KnownTrain, { lane, outcome, commit, details, told }: TrainStep) =>
  train === null || train.steps.some((one) => one.lane === lane)
    ? accept()
    : accept({
        type: 'train-lane-done' as const,
        data: { train: train.id, lane, outcome, commit, details, told },
      })

/** Ends a train. Nothing changes one that has ended. */
const end = ({ train }: KnownTrain, { reason }: { readonly reason: TrainEnd }) =>
  train === null || train.end !== null
    ? accept()
    : accept({ type: 'train-ended' as const, data: { train: train.id, reason } })

export const decideTrain = { start, step, end }
