import type { Projector, RebuildProgress } from '../adapters/sqlite/projector.js'
import type { ServiceJournal } from '../commands/journal.js'
import type { Clock } from '../commands/ports/clock.js'
import type { LiveSocket } from '../http/ws.js'

const PROGRESS_S = 2

interface RebuildingParts {
  readonly projector: Projector
  readonly journal: Pick<ServiceJournal, 'rebuilt'>
  readonly socket: LiveSocket
  readonly clock: Clock
  readonly say: (line: string) => void
}

/** Rebuilds the tables of another release from the log; resolves when all tables can be read. */
export const rebuildOutdated = async (parts: RebuildingParts, stop: AbortSignal): Promise<void> => {
  const { projector, journal, socket, clock, say } = parts
  if (projector.ready) return
  say(`rebuilding outdated tables: ${projector.outdated.join(', ')}`)
  let reportedAt = clock.monotonic()
  const report = ({ position, head }: RebuildProgress): void => {
    const now = clock.monotonic()
    if (position < head && now - reportedAt < PROGRESS_S) return
    reportedAt = now
    say(`rebuilt ${position} of ${head} events`)
  }
  await journal.rebuilt(await projector.rebuild(report, stop, 'outdated'))
  if (socket.isWanted) socket.send('resync', { reason: 'bulk_change' })
}
