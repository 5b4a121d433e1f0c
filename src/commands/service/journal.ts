import { type Author, SYSTEM } from '../../domain/access/author.js'
import { deliveryKey } from '../../events/dedup.js'
import type { Payload } from '../../events/envelope.js'
import { SERVICE_STREAM } from '../../events/streams.js'
import type { CommandRunner } from '../kernel/run.js'
import { untilStored } from '../kernel/stored.js'
import type { HooksNote } from '../ports/agent-cli.js'

/** Returns the journal of the service. It records what was done to and by the service, in a separate stream. */
export const serviceJournal = ({ record }: CommandRunner) => ({
  /** Records that hooks were installed into or removed from the settings of a CLI. */
  hooksChanged: (data: Payload<'hooks-installed'>, author: Author) =>
    untilStored(record(SERVICE_STREAM, { type: 'hooks-installed', data }, author)),

  /** Records a change by a command that could not write to the log; a note that is read twice counts once. */
  hooksNoted: ({ id, at, change }: HooksNote) =>
    record(
      SERVICE_STREAM,
      { type: 'hooks-installed', data: change, dedup: deliveryKey(id) },
      { by: 'local', via: 'cli' },
      at,
    ),

  /** Records that the configuration of an agent CLI was changed. */
  configChanged: (data: Payload<'config-changed'>, author: Author) =>
    untilStored(record(SERVICE_STREAM, { type: 'config-changed', data }, author)),

  /** Records that all plugins of Claude Code were updated. */
  pluginsUpdated: (data: Payload<'plugins-updated'>, author: Author) =>
    untilStored(record(SERVICE_STREAM, { type: 'plugins-updated', data }, author)),

  /** Records that all tables were rebuilt from the log. */
  rebuilt: ({ events, parked }: Payload<'projections-rebuilt'>) =>
    record(SERVICE_STREAM, { type: 'projections-rebuilt', data: { events, parked } }, SYSTEM),

  /** Records that a bundle was imported. */
  bundleImported: (data: Payload<'bundle-imported'>, author: Author) =>
    untilStored(record(SERVICE_STREAM, { type: 'bundle-imported', data }, author)),
})

export type ServiceJournal = ReturnType<typeof serviceJournal>
