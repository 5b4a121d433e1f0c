import * as Effect from 'effect/Effect'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import { Panes } from '../ports/panes.js'
import { refusalOf } from './refusal.js'

/**
 * Finds the agent in a slot of a lane, or in its lowest slot with one. Returns null if no agent is alive there; a shell in the slot is
 * an error.
 */
export const agentIn = (db: Reader, lane: number, slot: number | undefined, visibility: Visibility) =>
  Effect.gen(function* () {
    const panes = yield* Effect.mapError((yield* Panes).list, refusalOf)
    const pids = new Map(panes.flatMap(({ run, pid, end }) => (end === null ? [[run, pid] as const] : [])))
    const agents = []
    for (const { tool, dialog, ...live } of liveRuns(db, visibility, lane)) {
      const pid = pids.get(live.run)
      if (pid === undefined || (slot !== undefined && live.slot !== slot)) continue
      if (tool !== null) agents.push({ ...live, tool, dialog, pid })
      else if (slot !== undefined)
        return yield* Effect.fail(reject('ERUNLIVE', `a shell runs in slot ${slot}`, { fields: { run_id: live.run } }))
    }
    return agents.toSorted((a, b) => a.slot - b.slot)[0] ?? null
  })
