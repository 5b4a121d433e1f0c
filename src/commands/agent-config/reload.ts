import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import type { Serial } from '../kernel/serial.js'
import { Panes } from '../ports/panes.js'
import { refusalOf } from '../runs/refusal.js'
import type { Typing } from '../runs/typing.js'

interface ReloadParts {
  readonly db: Reader
  readonly serial: Serial
  readonly typing: Typing
}

/** What Claude Code reads its configuration again with (contract 3, reload). */
const COMMANDS = ['/reload-plugins', '/reload-skills'] as const
const PAUSE = '1 second'

/**
 * Returns the command that makes live agents read their configuration again. Nothing is typed into a shell, or into an agent that
 * asks or whose input line has a draft.
 */
export const reloadCommand =
  ({ db, serial, typing }: ReloadParts) =>
  ({ writes }: Caller) =>
    Effect.gen(function* () {
      const panes = yield* Effect.mapError((yield* Panes).list, refusalOf)
      const pids = new Map(panes.flatMap(({ run, pid, end }) => (end === null ? [[run, pid] as const] : [])))
      const live = liveRuns(db, writes).flatMap((run) => {
        const pid = pids.get(run.run)
        return pid !== undefined && (run.tool === null || run.tool === 'cli_a') ? [{ ...run, pid }] : []
      })
      const done = yield* Effect.forEach(
        live,
        ({ tool, ...run }) => {
          const place = { lane: run.lane, slot: run.slot, run_id: run.run }
          if (tool === null) return Effect.succeed({ ...place, skipped: 'a shell runs in this pane' })
          const typed = serial.hold(
            { kind: 'lane', name: String(run.lane) },
            Effect.gen(function* () {
              for (const [index, command] of COMMANDS.entries()) {
                if (index > 0) yield* Effect.sleep(PAUSE)
                if (!(yield* typing.prompt({ ...run, tool }, command))) return 'its program has ended'
              }
              return null
            }),
          )
          return Effect.map(
            Effect.catchAll(typed, ({ message }) => Effect.succeed(message)),
            (skipped) => ({ ...place, skipped }),
          )
        },
        { concurrency: 8 },
      )
      return {
        reloaded: done.flatMap(({ skipped, ...place }) => (skipped === null ? [place] : [])),
        skipped: done.flatMap(({ skipped, ...place }) => (skipped === null ? [] : [{ ...place, reason: skipped }])),
      }
    })

export type ReloadCommand = ReturnType<typeof reloadCommand>
