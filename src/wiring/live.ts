import type { Clock } from '../commands/ports/clock.js'
import type { Committer } from '../events/commit.js'
import type { Announcers } from '../http/live/announcer.js'
import { Live } from '../http/live/live.js'
import { realPace } from '../http/live/pace.js'
import { LiveSocket } from '../http/live/socket.js'
import { type GuardOptions, readerGuard, upgradeHandler } from '../http/live/upgrade.js'

interface LiveWiring extends GuardOptions {
  readonly socket: LiveSocket
  readonly committer: Pick<Committer, 'committed'>
  readonly clock: Clock
  readonly ready: () => boolean
  readonly took: (seconds: number) => void
  readonly complain: (line: string) => void
}

/** Returns the sockets of the clients, before anything can be sent on them. */
export const liveSocket = ({ now }: Clock): LiveSocket => new LiveSocket({ now })

/** Opens the live channel: the sockets, and what sends on them. */
export const openLive = ({ socket, committer, clock, ...parts }: LiveWiring) => {
  const live = new Live({
    ...parts,
    committed: committer.committed,
    socket,
    pace: realPace(clock.monotonic),
    monotonic: clock.monotonic,
  })
  return {
    upgrade: upgradeHandler(new Map([['/ws', { guard: readerGuard(parts), accept: socket.accept }]]), parts),
    tell: live.tell,
    start: (announcers: Announcers): void => live.start(announcers),
    flush: (): void => live.flush(),
    /** Announces what is held back, then closes the sockets. */
    close: (): void => {
      live.close()
      socket.close()
    },
  }
}
