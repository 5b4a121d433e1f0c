import { configQuery } from './shapes.js'

/** Lists of what is configured. Members see that of projects in their own lanes. */
export const reading = {
  tag: 'config',
  access: 'config:read',
  // Only members need the table of lanes.
  tables: false,
  query: configQuery,
  errors: ['EADMIN', 'EREBUILDING'],
} as const

export const writing = { tag: 'config', access: 'config:write', checksText: true } as const
