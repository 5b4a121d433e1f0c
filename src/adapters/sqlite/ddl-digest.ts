import { createHash } from 'node:crypto'
import type { Projection } from '../../projections/define.js'

/** Returns the digest of a projection's DDL. Equal digests mean tables made by the same statements. */
export const ddlDigest = ({ ddl }: Pick<Projection, 'ddl'>): string =>
  createHash('sha256').update(ddl.join(';\n')).digest('hex').slice(0, 16)
