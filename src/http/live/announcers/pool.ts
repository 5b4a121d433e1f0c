import type { ToolId } from '../../../domain/tools/catalog.js'
import type { Announcers } from '../announcer.js'
import { admins } from '../audience.js'
import type { Outbox } from '../rooms.js'

interface PoolEvent {
  readonly data: { readonly tool: ToolId; readonly name: string }
}

const changed = ({ data: { tool, name } }: PoolEvent, { send }: Outbox): void =>
  send('account_changed', { tool, name }, admins)

/** The announcers of the account pool. Messages have names only: the rows are read with the rights of the reader. */
export const poolAnnouncers = {
  'pool-account-added': changed,
  'pool-account-renewed': changed,
  'pool-refresh-failed': changed,
  'pool-quota-read': changed,
  'pool-account-removed': changed,
} satisfies Announcers['events']
