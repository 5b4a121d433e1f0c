import * as Effect from 'effect/Effect'
import type { CommandRunner } from '../commands/kernel/run.js'
import { staffWatch } from '../commands/users/watch.js'
import type { JobFeed } from '../commands/ports/job-feed.js'
import { sees } from '../domain/access/visibility.js'
import type { Clock } from '../commands/ports/clock.js'
import { viewCommands } from '../commands/runs/views.js'
import type { Committer } from '../events/commit.js'
import type { Admit } from '../http/access/admit.js'
import type { createMetrics } from '../http/metrics.js'
import type { Announcers } from '../http/live/announcer.js'
import { Live } from '../http/live/live.js'
import { type Current, SocketRights } from '../http/live/rights.js'
import { realPace } from '../http/live/pace.js'
import { LiveSocket } from '../http/live/socket.js'
import { TerminalSocket, type TerminalParts } from '../http/live/terminal.js'
import { Watchers } from '../http/live/watchers.js'
import { upgradeHandler } from '../http/live/upgrade.js'

interface LiveWiring {
  readonly admit: Admit
  readonly current: Current
  readonly allowedHosts: readonly string[]
  readonly socket: LiveSocket
  readonly committer: Pick<Committer, 'committed'>
  readonly clock: Clock
  readonly ready: () => boolean
  readonly metrics: Pick<ReturnType<typeof createMetrics>, 'broadcast'>
  readonly complain: (line: string) => void
}

/** Returns the sockets of the clients, before anything can be sent on them. */
export const liveSocket = ({ now, monotonic }: Clock): LiveSocket => new LiveSocket({ now, monotonic })

/** Returns what sends the messages of jobs. A hook that was interrupted may still write; that is dropped. */
const jobFeed = ({ streams, append }: LiveSocket): JobFeed => ({
  open: (job, owner) => streams.open(job, ({ visibility }) => sees(visibility, owner)),
  output: (output) => {
    if (!streams.isOpen(output.job)) return undefined
    append(output.job, 'lane_hook_output', output)
    return streams.whenReady(output.job)
  },
  result: (result) => append(result.job, 'lane_hook_result', result),
  up: (result) => append(result.job, 'lane_runtime', result),
  close: (job) => streams.close(job),
})

/** For each user (supplement-server 8). */
const MOST_SOCKETS = 32
const MOST_TERMINALS = 16

/** The events after which a user may see other rows than before, or none. */
const CHANGES_RIGHTS =
  /^(?:user-|access-token-revoked$|run-ended$|lane-owner-changed$|server-mode-|host-owner-changed$)/

/** Opens the live channel: the sockets, and what sends on them. */
export const openLive = ({ socket, committer, clock, metrics, ...parts }: LiveWiring) => {
  const live = new Live({
    ...parts,
    committed: committer.committed,
    took: (seconds) => metrics.broadcast.observe(seconds),
    socket,
    pace: realPace(clock.monotonic),
    monotonic: clock.monotonic,
  })
  const rights = [
    new SocketRights(parts.current, MOST_SOCKETS),
    new SocketRights(parts.current, MOST_TERMINALS),
  ] as const
  const watchers = new Watchers((lane) => live.tell('lane-watched', lane))
  const changes = committer.committed.subscribe(({ events }) => {
    if (events.some(({ type }) => CHANGES_RIGHTS.test(type))) for (const one of rights) one.check()
  })
  return {
    /** Returns the handler of upgrade requests: the live channel, and the terminals of panes. */
    upgrade: (terminals: TerminalSocket) =>
      upgradeHandler(
        new Map([
          ['/ws', { permission: 'history:read', accept: socket.accept, rights: rights[0] }],
          ['/ws/terminal', { permission: 'terminal:open', accept: terminals.accept, rights: rights[1] }],
        ]),
        parts,
      ),
    tell: live.tell,
    watchers,
    feed: jobFeed(socket),
    start: (announcers: Announcers): void => live.start(announcers),
    flush: (): void => live.flush(),
    /** Announces what is held back, then closes the sockets. */
    close: (): void => {
      changes.unsubscribe()
      for (const one of rights) one.close()
      live.close()
      socket.close()
    },
  }
}

export interface TerminalsWiring extends Pick<TerminalParts, 'db' | 'run' | 'complain'> {
  readonly mode: 'local' | 'server'
  readonly runner: Pick<CommandRunner, 'record'>
  readonly committer: Pick<Committer, 'committed'>
  readonly watchers: Watchers
  readonly clock: Clock
}

/** Returns the sockets of terminals. Closing them does not end the panes. */
export const terminalSocket = (parts: TerminalsWiring) => {
  const { db, mode, runner, run, complain, watchers, clock } = parts
  const { committed } = parts.committer
  const { attached } = staffWatch({ db, record: runner.record })
  // With one user, every terminal is theirs.
  const told: TerminalParts['attached'] = mode === 'local' ? () => Effect.void : attached
  const { now } = clock
  const view = viewCommands({ db, committed }).open
  return new TerminalSocket({ db, view, run, complain, attached: told, watchers, now })
}
