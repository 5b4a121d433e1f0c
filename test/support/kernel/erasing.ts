import type { ErasureRecord } from '../../../src/events/commit.js'
import { SERVICE_STREAM, sessionStream } from '../../../src/events/streams.js'
import type { Kernel } from './kernel.js'

const gone = {
  sessions: 1,
  agents: 1,
  events: 1,
  tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  cost: '0',
}

/** Returns the record that an erasure writes. */
export const recordOf = (session: string): ErasureRecord => ({
  stream: SERVICE_STREAM,
  event: {
    type: 'session-purged',
    data: { session, reason: 'deleted', gone },
    occurredAt: 1,
    by: 'local',
    via: 'http',
  },
})

export const erase = (kernel: Kernel, sessions: readonly string[]): Promise<void> =>
  kernel.committer.submit((tx) => tx.erase(sessions.map(sessionStream), () => recordOf(sessions.join(' '))))
