import { watchSpool } from '../adapters/spool/watch.js'
import type { AcceptedHook, Delivery } from '../commands/ingest/hook.js'
import type { ServiceJournal } from '../commands/service/journal.js'
import { localPrincipal } from '../domain/access/visibility.js'
import { isRejection, type Rejection } from '../domain/rejection.js'
import { held } from './held.js'
import type { ServiceRuntime } from './runtime.js'

interface SpoolParts {
  readonly path: string
  /** Returns the owner of the lane of a run; null if it is unknown, and with one user. */
  readonly ownerOfRun: (run: string) => string | null
  readonly ingestHook: (delivery: Delivery) => Promise<AcceptedHook | Rejection>
  readonly journal: Pick<ServiceJournal, 'hooksNoted'>
  readonly runtime: ServiceRuntime
  readonly complain: (line: string) => void
}

/** Ingests spooled hooks, now and whenever one appears. */
export const openSpool = ({ path, ownerOfRun, ingestHook, journal, runtime, complain }: SpoolParts) =>
  held(
    () =>
      watchSpool(path, {
        take: async ({ delivery, ...hook }) => {
          // The token of a pane is not written down: the run stands for it (supplement-server 13.5).
          const paneOwner = hook.run === null ? null : ownerOfRun(hook.run)
          const taken = await ingestHook({ ...hook, deliveryId: delivery, by: localPrincipal.id, paneOwner })
          return isRejection(taken) ? 'refused' : 'committed'
        },
        takeNote: (note) => runtime.promise(journal.hooksNoted(note)),
        onError: (error) => complain(`the spool cannot be read: ${String(error)}`),
      }),
    (open) => open.close(),
  )
