import { pricingList } from '../../../projections/queries/pricing.js'
import type { Reader } from '../../../projections/sql.js'
import type { Signals } from '../announcer.js'
import { everyone, operators } from '../audience.js'
import type { Outbox } from '../rooms.js'

/** Returns the announcers of what concerns the service as a whole. */
export const serviceAnnouncers = (db: Reader) => {
  const reread = ({ send }: Outbox): void => send('resync', { reason: 'bulk_change' }, everyone)
  return {
    reread,
    prices: (out: Outbox): void => {
      out.send('pricing_updated', { pricing: pricingList(db) }, everyone)
      // A new price changes every row, so clients re-read instead of receiving single rows.
      reread(out)
    },
    importProgress: (progress: Signals['import-progress'], out: Outbox): void =>
      out.send('import.progress', progress, operators),
    updateStatus: (status: Signals['update-status'], out: Outbox): void => out.send('update_status', status, operators),
  }
}
