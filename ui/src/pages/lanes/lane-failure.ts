import { Failure } from '../../api/failure.js'
import { t } from '../../i18n/i18n.js'

/** Refusals of lane routes that have their own text, whatever was sent. */
const FIXED = [
  'EBUDGET',
  'EDUPCWD',
  'EEMPTYREPO',
  'EWORKTREEDIRCOLLISION',
  'EBADSLUG',
  'EBADCWD',
  'EBADPROMPT',
  'ENOCWD',
  'ENOLANE',
  'ERUNLIVE',
  'ESESSIONLIVE',
  'ETMUXMISSING',
  'EPROVISIONING',
  'ERUNTIMEOUT',
  'EUNPUSHED',
  'EBADURL',
  'ECREDENTIALS',
  'ENOREPO',
  'EEXISTS',
] as const
type Fixed = (typeof FIXED)[number]

/** The field of a form that a refusal is about, where the service names none. */
const FIELDS: Partial<Record<Fixed, string>> = {
  EDUPCWD: 'cwd',
  EEMPTYREPO: 'sourceRepo',
  EWORKTREEDIRCOLLISION: 'title',
  EBADSLUG: 'title',
  EBADURL: 'url',
  ENOREPO: 'url',
  EEXISTS: 'name',
}

const CONFLICT = 409

/** Returns the failure with the text of the interface; unchanged if its code has none. */
export function laneFailure(error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  const code = FIXED.find((fixed) => fixed === error.code)
  if (code === undefined) {
    // Git's own text says more than "the request failed".
    return error.code === 'EGIT' || error.code === 'ETMUX' || error.code === 'ESSHAUTH'
      ? new Failure(CONFLICT, error.code, error.message, error.field, error.details)
      : error
  }
  // A conflict: the general texts for 404 and 500 would hide this one.
  return new Failure(CONFLICT, code, t(`lanes:refusal.${code}`), FIELDS[code] ?? error.field, error.details)
}

/** Runs a request. Its failure has the text of the interface. */
export const orLaneFailure = async <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    throw laneFailure(error)
  })
