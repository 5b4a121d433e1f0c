import { systemVisibility } from '../../domain/access/system-visibility.js'
import { liveRun } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../run.js'
import type { Delivery } from '../ingest/hook.js'
import { laneRuns } from './decider.js'

const REMEMBERED = 1024

type From = Pick<Delivery, 'pid' | 'by'>

/**
 * Returns a function that records which session the agent of a run is in. It is called for every hook from a pane, so what is
 * known costs no query. An agent may change its session; another agent that it starts in the same pane has another process and is
 * ignored.
 */
export const runSessions = (run: CommandRunner['run'], db: Reader, complain: (line: string) => void) => {
  const known = new Map<string, { readonly session: string; readonly pid: number | null }>()

  const report = async (id: string, session: string, { pid, by }: From): Promise<void> => {
    const found = liveRun(db, systemVisibility, id)
    // A fork reports the session that it forks until its first prompt.
    if (found === undefined || found.forked === session) return
    const isNew = found.session === null || known.has(id) || found.pid === pid
    if (!isNew && found.session !== session) return
    if (known.size > REMEMBERED) known.clear()
    known.set(id, { session, pid })
    if (found.session !== session)
      await run(laneRuns, { lane: found.lane }, 'report', { run: id, session }, { by, via: 'hook' })
  }

  return (id: string, session: string, from: From): void => {
    const last = known.get(id)
    if (last !== undefined && (last.session === session || last.pid !== from.pid)) return
    report(id, session, from).catch((error: unknown) =>
      complain(`the session of ${id} was not recorded: ${String(error)}`),
    )
  }
}
