import * as Effect from 'effect/Effect'
import type { Projector, RebuildProgress } from '../adapters/sqlite/projector.js'
import type { Clock } from '../commands/ports/clock.js'
import type { ServiceJournal } from '../commands/service/journal.js'
import type { Tell } from '../http/live/announcer.js'
import type { ServiceRuntime } from './runtime.js'

const PROGRESS_S = 2

interface RebuildingParts {
  readonly projector: Projector
  readonly journal: Pick<ServiceJournal, 'rebuilt'>
  readonly runtime: ServiceRuntime
  readonly tell: Tell
  readonly clock: Clock
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
}

/**
 * Brings the tables to this release. `current` resolves when all tables can be read, `settled` when the replaced ones are cleared
 * too, or the service stops. `whenReadable` waits for the former, forever if the tables cannot be built.
 */
export const openTables = (parts: RebuildingParts, stop: AbortSignal) => {
  const current = rebuildOutdated(parts, stop)
  current.catch((error: unknown) => {
    if (!stop.aborted) parts.complain(`the tables could not be built from the log: ${String(error)}`)
  })
  const whenReadable = Effect.catchAll(
    Effect.tryPromise(() => current),
    () => Effect.never,
  )
  const cleared = current.then(() =>
    parts.projector.clearLeftovers(stop).catch((error: unknown) => {
      if (!stop.aborted) parts.complain(`replaced tables could not be cleared: ${String(error)}`)
    }),
  )
  return { current, whenReadable, settled: cleared.catch(() => undefined) }
}

/** Rebuilds the outdated tables from the log. */
const rebuildOutdated = async (parts: RebuildingParts, stop: AbortSignal): Promise<void> => {
  const { projector, journal, runtime, tell, clock, say } = parts
  if (projector.ready) return
  say(`rebuilding outdated tables: ${projector.outdated.join(', ')}`)
  let reportedAt = clock.monotonic()
  const report = ({ position, head }: RebuildProgress): void => {
    const now = clock.monotonic()
    if (position < head && now - reportedAt < PROGRESS_S) return
    reportedAt = now
    say(`rebuilt ${position} of ${head} events`)
  }
  await runtime.promise(journal.rebuilt(await projector.rebuild(report, stop, 'outdated')))
  tell('rebuilt', undefined)
}
