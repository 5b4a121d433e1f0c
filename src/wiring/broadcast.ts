import type { Clock } from '../commands/ports/clock.js'
import type { Committer } from '../events/commit.js'
import type { LiveSocket } from '../http/ws.js'
import { type Announcement, Broadcaster } from '../projections/broadcast.js'

interface BroadcastingParts {
  readonly committer: Pick<Committer, 'committed'>
  readonly clock: Clock
  readonly socket: Pick<LiveSocket, 'send'>
  readonly announce: (announcement: Announcement) => void
  readonly took: (seconds: number) => void
  readonly complain: (line: string) => void
}

/** Returns the broadcaster, which announces commits and measures each announcement. */
export const openBroadcaster = (parts: BroadcastingParts): Broadcaster => {
  const { committer, clock, socket, announce, took, complain } = parts
  return new Broadcaster({
    committed: committer.committed,
    announce: (announcement) => {
      const began = clock.monotonic()
      try {
        announce(announcement)
      } catch (error) {
        // This runs after the response, where no caller catches the error. The clients have missed rows.
        complain(`changes could not be sent to clients: ${String(error)}`)
        socket.send('resync', { reason: 'bulk_change' })
      }
      took(clock.monotonic() - began)
    },
    now: clock.now,
    later: (milliseconds, work) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  })
}
