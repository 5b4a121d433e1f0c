const STATUS = {
  INVALID_INPUT: 400,
  MISSING_SESSION: 400,
  INVALID_IMAGE: 400,
  INVALID_PROVIDER: 400,
  INVALID_PATH: 400,
  INVALID_JSON: 400,
  INVALID_FORMAT: 400,
  PATH_NOT_FOUND: 400,
  NOT_A_DIRECTORY: 400,
  NO_FILES: 400,
  NO_JSONL: 400,
  IMPORT_UPLOAD_FAILED: 400,
  EBADPATH: 400,
  EBADREV: 400,
  ENOBASE: 400,
  ENOFILE: 400,
  ENOFILECHANGE: 400,
  ENOTIMAGE: 400,
  ENOWORKTREE: 400,
  INVALID_LABEL: 400,
  INVALID_HOST: 400,
  INVALID_PORT: 400,
  INVALID_IDENTITY_FILE: 400,
  INVALID_REMOTE_HOME: 400,
  EBADCWD: 400,
  EBADFIELD: 400,
  EBADPIPELINE: 400,
  EBADPROMPT: 400,
  EBADPROXY: 400,
  EBADSESSION: 400,
  EBADSLOT: 400,
  EBADTOOL: 400,
  EBADSLUG: 400,
  EEMPTYREPO: 400,
  EBADACTION: 400,
  ECONFIRM: 400,
  EEXPECT: 400,
  ENOTMANAGED: 400,
  ENOTWORKTREE: 400,
  EOUTSIDEROOT: 400,
  EUNSUPPORTED: 400,
  EUNAUTHORIZED: 401,
  EBADHOST: 403,
  EBADORIGIN: 403,
  ELOCALONLY: 403,
  ESECRET: 403,
  DEFAULT_RULE: 403,
  CUSTOM_RULE: 403,
  NOT_FOUND: 404,
  WORKFLOW_NOT_FOUND: 404,
  ENOLANE: 404,
  ENOTFOUND: 404,
  EBADMETHOD: 405,
  ETIMEOUT: 408,
  EDUPCWD: 409,
  EGIT: 409,
  EPROVISIONING: 409,
  ESTALE: 409,
  EUNPUSHED: 409,
  EWORKTREEDIRCOLLISION: 409,
  ENOCWD: 409,
  ERUNLIVE: 409,
  ESESSIONLIVE: 409,
  NOT_FAILED: 409,
  SESSION_RUNNING: 409,
  ETOOBIG: 413,
  EXTRACTION_LIMIT_EXCEEDED: 413,
  EBADTYPE: 415,
  HOOK_INSTALL_FAILED: 500,
  SYNC_FAILED: 500,
  ERUNTIMEOUT: 500,
  ETMUX: 500,
  EINTERNAL: 500,
  ETMUXMISSING: 503,
  EUNAVAILABLE: 503,
  EREBUILDING: 503,
} as const

export type RejectionCode = keyof typeof STATUS

export const statusOf = (code: RejectionCode): number => STATUS[code]

/**
 * An expected refusal: a value, never thrown by the domain. Its type names the codes it can have, so that the compiler compares
 * what a function rejects with what its caller declares. The status comes from one table; a route may declare another one,
 * because the contract uses some codes with several statuses.
 */
export interface Rejection<Code extends RejectionCode = RejectionCode> {
  readonly _tag: 'Rejection'
  readonly code: Code
  readonly status: number
  readonly message: string
  /** Further members of `error` in the response. */
  readonly fields: Readonly<Record<string, unknown>>
}

export const reject = <Code extends RejectionCode>(
  code: Code,
  message: string,
  options: { readonly fields?: Readonly<Record<string, unknown>> } = {},
): Rejection<Code> => ({
  _tag: 'Rejection',
  code,
  status: STATUS[code],
  message,
  fields: options.fields ?? {},
})

export const isRejection = (value: unknown): value is Rejection =>
  typeof value === 'object' && value !== null && '_tag' in value && value._tag === 'Rejection'
