import type { Instant } from '../../domain/time.js'

/** A login of a user in one browser. Its secret is known by its digest only. */
export interface Login {
  readonly id: number
  readonly user: number
  readonly createdAt: Instant
  readonly usedAt: Instant
}

interface NewLogin {
  readonly user: number
  readonly digest: string
  readonly at: Instant
  readonly address: string
  /** Of the browser, cut. */
  readonly agent: string
}

/** What is counted: wrong logins of a name from an address, from an address, of a name; wrong passwords asked for again. */
export type AttemptKind = 'name-address' | 'address' | 'name' | 'again'

/** The logins that are open, and the wrong tries. They are kept apart from the log, so that their end deletes them. */
export interface LoginStore {
  readonly open: (login: NewLogin) => number
  readonly find: (digest: string) => Login | undefined
  readonly byId: (id: number) => Login | undefined
  readonly touch: (id: number, at: Instant) => void
  /** Returns the ids of the open logins of a user, those that were used longest ago first. */
  readonly ofUser: (user: number, now: Instant) => readonly number[]
  readonly counts: (now: Instant) => ReadonlyMap<number, number>
  readonly end: (ids: readonly number[]) => void
  readonly replace: (id: number, digest: string) => void
  /** Whether a user has logged in from an address since a time. */
  readonly hasLoggedInFrom: (user: number, address: string, since: Instant) => boolean

  readonly attempted: (kind: AttemptKind, key: string, at: Instant) => void
  /** Returns when the attempts since a time were made, oldest first. */
  readonly attempts: (kind: AttemptKind, key: string, since: Instant) => readonly Instant[]
  readonly forgive: (kind: AttemptKind, key: string) => void
}
