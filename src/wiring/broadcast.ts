import type { Clock } from '../commands/ports/clock.js'
import type { Committer } from '../events/commit.js'
import { type Announcement, Broadcaster } from '../projections/broadcast.js'

/** Announces what is committed, and measures how long each announcement takes. */
export const openBroadcaster = (
  committer: Committer,
  announce: (announcement: Announcement) => void,
  clock: Clock,
  took: (seconds: number) => void,
): Broadcaster =>
  new Broadcaster({
    committed: committer.committed,
    announce: (announcement) => {
      const began = clock.monotonic()
      announce(announcement)
      took(clock.monotonic() - began)
    },
    now: clock.now,
    later: (milliseconds, work) => {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  })
