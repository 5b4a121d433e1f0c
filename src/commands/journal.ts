import { type Author, SYSTEM } from '../domain/access/author.js'
import type { Committer } from '../events/commit.js'
import { deliveryKey } from '../events/dedup.js'
import type { New, Payload } from '../events/envelope.js'
import { SERVICE_STREAM } from '../events/streams.js'
import type { HooksNote } from './ports/agent-cli.js'
import type { Clock } from './ports/clock.js'

/** Returns the journal of the service. It records what was done to and by the service, in a separate stream. */
export const serviceJournal = (committer: Committer, clock: Clock) => {
  const write = (event: New): Promise<void> =>
    committer.submit((tx) => {
      tx.append(SERVICE_STREAM, event)
    })
  return {
    /** Records that hooks were installed into or removed from the settings of a CLI. */
    hooksChanged: (data: Payload<'hooks-installed'>, author: Author): Promise<void> =>
      write({ type: 'hooks-installed', data, occurredAt: clock.now(), ...author }),

    /** Records a change by a command that could not write to the log; a note that is read twice counts once. */
    hooksNoted: ({ id, at, change }: HooksNote): Promise<void> =>
      write({ type: 'hooks-installed', data: change, occurredAt: at, by: 'local', via: 'cli', dedup: deliveryKey(id) }),

    /** Records that all tables were rebuilt from the log. */
    rebuilt: ({ events, parked }: Payload<'projections-rebuilt'>): Promise<void> =>
      write({ type: 'projections-rebuilt', data: { events, parked }, occurredAt: clock.now(), ...SYSTEM }),
  }
}

export type ServiceJournal = ReturnType<typeof serviceJournal>
