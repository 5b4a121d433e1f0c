import { type CompanionParts, Companions } from '../commands/ingest/companions.js'

interface Parts extends Omit<CompanionParts, 'onError'> {
  readonly complain: (line: string) => void
}

/** Opens the ingestion of the files beside the transcripts. */
export const openCompanions = ({ complain, ...parts }: Parts): Companions =>
  new Companions({ ...parts, onError: (error, path) => complain(`${path} could not be read: ${String(error)}`) })
