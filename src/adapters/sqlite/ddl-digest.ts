import { createHash } from 'node:crypto'
import type { Projection } from '../../projections/define.js'

/** What a projection's DDL is known by: its tables were made by the same statements when the digests are equal. */
export const ddlDigest = ({ ddl }: Pick<Projection, 'ddl'>): string =>
  createHash('sha256').update(ddl.join(';\n')).digest('hex').slice(0, 16)
