import { sees } from '../../../domain/access/visibility.js'
import { pricingList } from '../../../projections/queries/pricing.js'
import type { Reader } from '../../../projections/sql.js'
import type { Signals } from '../announcer.js'
import { everyone, operators } from '../audience.js'
import type { Outbox } from '../rooms.js'

/** Asks clients to re-read everything. */
export const announceBulkChange = ({ send }: Outbox): void => send('resync', { reason: 'bulk_change' }, everyone)

/** Returns the announcer of new prices. They change every row, so clients re-read instead of receiving single rows. */
export const priceAnnouncer = (db: Reader) => (out: Outbox) => {
  out.send('pricing_updated', { pricing: pricingList(db) }, everyone)
  announceBulkChange(out)
}

/** Progress of an import goes to who asked for it, and to staff. */
export const announceImport = ({ owner, ...progress }: Signals['import-progress'], { send }: Outbox): void =>
  send('import.progress', progress, ({ visibility }) => sees(visibility, owner))

/** Progress of a clone goes to its user, and to staff. */
export const announceClone = ({ owner, ...progress }: Signals['clone-progress'], { send }: Outbox): void =>
  send('clone_progress', progress, ({ visibility }) => sees(visibility, owner))

export const announceUpdate = (status: Signals['update-status'], { send }: Outbox): void =>
  send('update_status', status, operators)
