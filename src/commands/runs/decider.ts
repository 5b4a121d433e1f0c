import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideAsks, type KnownAsks } from '../../domain/run/ask.js'
import { decideRuns, type KnownRuns } from '../../domain/run/decide.js'
import { laneStream } from '../../events/streams.js'
import { openAsks } from '../../projections/queries/asks.js'
import { laneById } from '../../projections/queries/lanes.js'
import { liveRuns, runHolding } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

interface RunsKey {
  readonly lane: number
  /** The session that a new run resumes. */
  readonly resume?: string | undefined
}

const loadRuns = (db: Reader, { lane: id, resume }: RunsKey): KnownRuns => {
  const lane = laneById(db, systemVisibility, id)
  return {
    lane: lane?.id,
    isProvisioning: lane?.status === 'provisioning',
    live: liveRuns(db, systemVisibility, id),
    holder: resume === undefined ? undefined : runHolding(db, systemVisibility, resume),
  }
}

/** Commands about the runs of a lane. */
export const laneRuns = defineDecider({
  stream: ({ lane }: RunsKey) => laneStream(String(lane)),
  load: loadRuns,
  decide: decideRuns,
})

const loadAsks = (db: Reader, { lane: id }: Pick<RunsKey, 'lane'>): KnownAsks => ({
  lane: laneById(db, systemVisibility, id)?.id,
  live: liveRuns(db, systemVisibility, id),
  open: openAsks(db, systemVisibility, id).map(
    ({ id: ask, run_id: run, digest, answerable, options, text, state }) => ({
      ask,
      run,
      digest,
      answerable,
      options,
      text,
      isSent: state === 'sent',
    }),
  ),
})

/** Commands about what the agents of a lane ask. */
export const laneAsks = defineDecider({
  stream: ({ lane }: Pick<RunsKey, 'lane'>) => laneStream(String(lane)),
  load: loadAsks,
  decide: decideAsks,
})
