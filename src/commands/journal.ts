import type { Committer } from '../events/commit.js'
import { deliveryKey } from '../events/dedup.js'
import type { New, Payload } from '../events/envelope.js'
import { SERVICE_STREAM } from '../events/streams.js'
import type { HooksNote } from './ports/agent-cli.js'
import type { Clock } from './ports/clock.js'

/** Writes down what was done to the service and by it, on a stream of its own: it is nobody's session. */
export const serviceJournal = (committer: Committer, clock: Clock) => {
  const write = (event: New): Promise<void> =>
    committer.submit((tx) => {
      tx.append(SERVICE_STREAM, event)
    })
  return {
    /** Hooks were installed into or removed from the settings of a tool. */
    hooksChanged: (data: Payload<'hooks-installed'>, actor: string): Promise<void> =>
      write({ type: 'hooks-installed', data, occurredAt: clock.now(), actor }),

    /** A command changed hooks while it could not write to the log; a note that is read twice counts once. */
    hooksNoted: ({ id, at, change }: HooksNote): Promise<void> =>
      write({ type: 'hooks-installed', data: change, occurredAt: at, actor: 'local', dedup: deliveryKey(id) }),

    /** All tables were built anew from the log. */
    rebuilt: ({ events, parked }: Payload<'projections-rebuilt'>): Promise<void> =>
      write({ type: 'projections-rebuilt', data: { events, parked }, occurredAt: clock.now(), actor: 'system' }),
  }
}

export type ServiceJournal = ReturnType<typeof serviceJournal>
