import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import type { SessionStatus } from '../session/status.js'
import type { Instant } from '../time.js'

/** What an erasure subtracted from the figures of the service. */
export interface Gone {
  readonly sessions: number
  readonly agents: number
  readonly events: number
  readonly tokens: {
    readonly input: number
    readonly output: number
    readonly cacheRead: number
    readonly cacheWrite: number
  }
  /** Exact, as a whole number of 10⁻¹⁷ USD. */
  readonly cost: string
}

/** The session of a command; undefined if it does not exist. */
export type KnownSession =
  | {
      readonly id: string
      readonly lastAt: Instant
      readonly status: SessionStatus
      readonly pid: number | null
    }
  | undefined

/**
 * What to erase, with the event that records it. The event is a function, because how much is gone is known only after the rows
 * are removed.
 */
const oneSession = (session: string, reason: 'deleted' | 'retention') => ({
  sessions: [session],
  record: (gone: Gone) => ({ type: 'session-purged' as const, data: { session, reason, gone } }),
})

/**
 * Why a session cannot be deleted; undefined if it can. Hooks of a running agent would bring its session back. A state without a
 * process is no reason: it can be stale, and it does not prevent a deletion.
 */
export const refusalOf = (
  session: KnownSession,
  { isAlive }: { readonly isAlive: (pid: number) => boolean },
): Rejection<'NOT_FOUND' | 'SESSION_RUNNING'> | undefined => {
  if (session === undefined) return reject('NOT_FOUND', 'session not found')
  const { status, pid } = session
  const runs = status === 'active' && pid !== null && isAlive(pid)
  return runs ? reject('SESSION_RUNNING', 'the session is running: end it first') : undefined
}

/** Erases a session on request, unless it is running. `alive`: its process, if it was alive before the decision. */
const purge = (session: KnownSession, { alive }: { readonly alive: number | null }) => {
  const refused = refusalOf(session, { isAlive: (pid) => pid === alive })
  return session === undefined || refused !== undefined
    ? Either.left(refused ?? reject('NOT_FOUND', 'session not found'))
    : Either.right(oneSession(session.id, 'deleted'))
}

/** Erases a session that has finished. */
const purgeFinished = (session: KnownSession) =>
  session === undefined || session.status === 'active'
    ? noSession('no finished session with this id')
    : Either.right(oneSession(session.id, 'deleted'))

/** Erases a session because of its age, unless something happened in it after `idleSince`. */
const retire = (session: KnownSession, { idleSince }: { readonly idleSince: Instant }) =>
  session === undefined || session.lastAt > idleSince
    ? noSession('no idle session with this id')
    : Either.right(oneSession(session.id, 'retention'))

const noSession = (message: string) => Either.left(reject('NOT_FOUND', message))

/** Erases all sessions. */
const clear = () =>
  Either.right({
    sessions: 'all sessions' as const,
    record: (gone: Gone) => ({ type: 'data-cleared' as const, data: { gone } }),
  })

export const decideErasure = { purge, purgeFinished, retire, clear }
