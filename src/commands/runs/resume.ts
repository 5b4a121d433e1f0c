import * as Effect from 'effect/Effect'
import { isRejection } from '../../domain/rejection.js'
import { laneById } from '../../projections/queries/lanes.js'
import { type RunShape, vanishedRuns } from '../../projections/queries/run-history.js'
import type { Reader } from '../../projections/sql.js'
import type { RunCommands } from './runs.js'

type Caller = Parameters<RunCommands['start']>[2]

interface Wanted {
  /** The ids of the runs; undefined means all. */
  readonly runs: readonly string[] | undefined
  /** Whether to list them only. */
  readonly dryRun: boolean
}

interface Resumed {
  readonly run_id: string
  readonly from: string
  readonly lane_id: number
  readonly slot: number
}

interface Failed {
  readonly run_id: string
  readonly code: string
  readonly message: string
}

const shown = ({ run_id, lane_id, slot, tool, session_id, cwd, ended_at }: RunShape) =>
  ({ run_id, lane_id, slot, tool, session_id, cwd, ended_at }) as const

/** Returns the options that a run was started with, and the session to continue. */
export const inputOf = (run: RunShape) => ({
  resumeSessionId: run.session_id,
  slot: run.slot,
  model: run.model,
  permissionMode: run.permission_mode,
  effort: run.effort,
  sandbox: run.sandbox,
  approval: run.approval,
})

/** Returns the command that continues sessions after a restart of the machine. */
export const resumeCommands = ({ db, start }: { readonly db: Reader; readonly start: RunCommands['start'] }) => ({
  /** Resumes the sessions of runs whose panes vanished, one after the other. One that fails does not stop the others. */
  resume: ({ runs, dryRun }: Wanted, caller: Caller) =>
    Effect.gen(function* () {
      const resumable = vanishedRuns(db, caller.writes)
      const resumed: Resumed[] = []
      const failed: Failed[] = []
      const wanted = dryRun ? [] : resumable.filter(({ run_id }) => runs === undefined || runs.includes(run_id))
      for (const run of wanted) {
        const { run_id, lane_id, slot } = run
        const lane = laneById(db, caller.writes, lane_id)
        if (lane === undefined) continue
        const done = yield* Effect.either(start(lane, inputOf(run), caller))
        if (done._tag === 'Right') resumed.push({ run_id: done.right.run, from: run_id, lane_id, slot })
        else
          failed.push({
            run_id,
            code: isRejection(done.left) ? done.left.code : 'EINTERNAL',
            message: done.left.message,
          })
      }
      return { resumable: resumable.map(shown), resumed, failed }
    }),
})

export type ResumeCommands = ReturnType<typeof resumeCommands>
