import { sqliteCompanionStamps } from '../adapters/sqlite/companion-stamps.js'
import { type CompanionParts, Companions } from '../commands/ingest/companions.js'
import type { Db } from '../projections/sql.js'

interface Parts extends Omit<CompanionParts, 'stamps' | 'onError'> {
  readonly db: Db
  readonly complain: (line: string) => void
}

/** Reads what stands beside the transcripts. */
export const openCompanions = ({ complain, ...parts }: Parts): Companions =>
  new Companions({
    ...parts,
    stamps: sqliteCompanionStamps(parts.db),
    onError: (error, path) => complain(`${path} could not be read: ${String(error)}`),
  })
