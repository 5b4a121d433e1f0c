import type { PermissionName } from '../../domain/access/permission.js'
import type { Endpoint } from './endpoint.js'

/** What staff may limit to their own rows. */
const LISTS: ReadonlySet<PermissionName> = new Set<PermissionName>([
  'history:read',
  'session:read',
  'lane:read',
  'alert:read',
])

/** Whether a route has rows of many owners, so that `rows=own` limits what staff get. A single row is asked for by its id. */
export const listsOwners = ({ access, about, names }: Endpoint): boolean =>
  LISTS.has(access) && about === undefined && names === undefined

/** The query parameter of these routes. Anything but `own` means all rows that the caller may see. */
export const OWN_ROWS = {
  name: 'rows',
  description: '`own`: only the rows of the caller, for staff of a server, who see those of everybody otherwise',
  schema: { type: 'string', enum: ['own'] },
} as const
