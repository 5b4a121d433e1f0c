import type { UpdateJournal } from '../../commands/ports/update-journal.js'
import type { UpdateJob } from '../../domain/agent-config/update-job.js'
import { isLoose } from '../../domain/agent-config/record.js'
import { parseBounded } from '../../domain/json/depth.js'
import { readText } from '../files/regular-file.js'
import { replaceFile } from '../files/replace-file.js'

const MAX_BYTES = 4 * 1024 * 1024

/** Keeps the journal in a file. Only the service writes it. */
export const updateJournal = (path: string): UpdateJournal => ({
  read: () => {
    const text = readText(path, MAX_BYTES)
    if (text === null) return null
    try {
      const job = parseBounded(text)
      return isLoose(job) && Array.isArray(job['steps']) ? (job as unknown as UpdateJob) : null
    } catch {
      return null
    }
  },
  write: (job) => replaceFile(path, JSON.stringify(job), 0o600),
})
