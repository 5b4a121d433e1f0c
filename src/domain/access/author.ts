/** A user of the service, by id. A local service has one, who needs no id; `host` is the service itself. */
export type PrincipalId = 'local' | `user:${string}` | 'host'

/** The possible owners of a row. What belongs to the local user belongs to nobody in particular. */
export type OwnerId = Exclude<PrincipalId, 'host'>

/**
 * The way an event entered the log: a hook, a line of a transcript or a file next to it, the status file of a CLI, a request, a
 * command that ran without the service, a bundle, or the service on its own.
 */
export const VIAS = ['hook', 'transcript', 'status', 'http', 'cli', 'import', 'system'] as const
export type Via = (typeof VIAS)[number]

/** The change of a row of somebody else, as the audit log tells it. */
export interface ForeignChange {
  /** Identifies the request: it is told once, however many commits it has. */
  readonly request: string
  /** The user whose row it is. */
  readonly owner: number
  readonly session: string | null
  readonly lane: number | null
  readonly route: string
  /** The names of the members that the request sets. */
  readonly fields: readonly string[]
}

/** Who caused an event, and the way it arrived. */
export interface Author {
  readonly by: PrincipalId
  readonly via: Via
  /** Set while an admin changes a row of somebody else: the change is told in the transaction that makes it. */
  readonly foreign?: ForeignChange
}

/** The author of what the service decides without being asked. */
export const SYSTEM: Author = { by: 'host', via: 'system' }

export const isPrincipalId = (value: unknown): value is PrincipalId =>
  value === 'local' || value === 'host' || (typeof value === 'string' && /^user:./.test(value))

export const isVia = (value: unknown): value is Via => VIAS.some((via) => via === value)

/** The id of an account, as streams and the names of secrets have it. */
export const accountId = (id: OwnerId): string => (id === 'local' ? id : id.slice('user:'.length))

const USER = /^user:(\d{1,15})$/

/** Returns the number of a user, as interfaces name users; null for the local user and the service. */
export const userNumber = (id: string): number | null => {
  const found = USER.exec(id)
  return found === null ? null : Number(found[1])
}

/** Returns the user with a number; without one, the local user. */
export const userNumbered = (number: number | null): OwnerId => (number === null ? 'local' : `user:${number}`)
