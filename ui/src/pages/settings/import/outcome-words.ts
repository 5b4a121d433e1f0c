import type { Failure } from '../../../api/failure.js'
import { plural } from '../../../format/format.js'
import { isRecord } from '../../../kit/tool-argument.js'

export interface RejectedFile {
  readonly name: string
  readonly reason: string
}

/** What came of an import, in sessions. */
export interface Outcome {
  readonly imported: number
  readonly backfilled: number
  readonly skipped: number
  readonly errors: number
  readonly rejected_files?: readonly RejectedFile[]
}

const isRejectedFile = (value: unknown): value is RejectedFile =>
  isRecord(value) && typeof value['name'] === 'string' && typeof value['reason'] === 'string'

/** The files that a refusal names. */
export const rejectedIn = ({ details }: Failure): readonly RejectedFile[] => {
  const files = details['rejected_files']
  return Array.isArray(files) ? files.filter(isRejectedFile) : []
}

/** `3 sessions are new, 1 was completed, 40 were known.` */
export function outcomeWords({ imported, backfilled, skipped, errors }: Outcome): string {
  const known = [
    backfilled > 0 && `${plural(backfilled, 'was', 'were')} completed`,
    skipped > 0 && `${plural(skipped, 'was', 'were')} known`,
  ].filter((part) => part !== false)
  const fresh = imported === 0 ? 'No session is new' : `${plural(imported, 'session is', 'sessions are')} new`
  const unread = errors === 0 ? '' : ` ${plural(errors, 'file')} could not be read.`
  return `${[fresh, ...known].join(', ')}.${unread}`
}
