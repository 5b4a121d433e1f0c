import * as Effect from 'effect/Effect'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { liveRun } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import type { Delivery } from '../ingest/hook.js'
import { reporting } from '../kernel/reporting.js'
import type { CommandRunner } from '../kernel/run.js'
import { untilStored } from '../kernel/stored.js'
import type { Fork } from '../ports/machine.js'
import { laneRuns } from './decider.js'

const REMEMBERED = 1024

type From = Pick<Delivery, 'pid' | 'by' | 'accountOwner'>

/**
 * Returns a function that records which session the agent of a run is in. It is called for every hook from a pane, so what is
 * known costs no query. An agent may change its session; another agent that it starts in the same pane has another process and is
 * ignored.
 */
interface SessionParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly fork: Fork
  /** Whether a run is not one of the system account of a user: everybody who knows its id can name it. */
  readonly isForeign: (run: string, accountOwner: string) => boolean
  readonly complain: (line: string) => void
}

export const runSessions = ({ run, db, fork, isForeign, complain }: SessionParts) => {
  const reported = (id: string) =>
    reporting((error) => complain(`the session of ${id} was not recorded: ${String(error)}`))
  const known = new Map<string, { readonly session: string; readonly pid: number | null }>()

  const report = (id: string, session: string, { pid, by }: From): Effect.Effect<unknown, unknown> => {
    const found = liveRun(db, systemVisibility, id)
    // A fork reports the session that it forks until its first prompt.
    if (found === undefined || found.forked === session) return Effect.void
    const isNew = found.session === null || known.has(id) || found.pid === pid
    if (!isNew && found.session !== session) return Effect.void
    if (known.size > REMEMBERED) known.clear()
    known.set(id, { session, pid })
    if (found.session === session) return Effect.void
    return run(laneRuns, { lane: found.lane }, 'report', { run: id, session }, { by, via: 'hook' })
  }

  return (id: string, session: string, from: From): void => {
    const last = known.get(id)
    if (last !== undefined && (last.session === session || last.pid !== from.pid)) return
    const { accountOwner = null } = from
    if (accountOwner !== null && isForeign(id, accountOwner)) return
    fork(reported(id)(untilStored(Effect.suspend(() => report(id, session, from)))))
  }
}
