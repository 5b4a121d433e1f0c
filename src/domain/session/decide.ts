import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { type Instant, parseInstant } from '../time.js'
import type { SessionStatus } from './status.js'

export type Metadata = Readonly<Record<string, unknown>> | null

export interface CreateSession {
  readonly name?: string | null | undefined
  readonly cwd?: string | null | undefined
  readonly model?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

/** Absent and null members are left unchanged. */
export interface UpdateSession {
  readonly name?: string | null | undefined
  readonly status?: SessionStatus | null | undefined
  readonly ended_at?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

interface AbandonSession {
  /** Nothing happened in the session after this time, as far as the sender knew. */
  readonly idleSince: Instant
  readonly idleMinutes: number
}

/** What a decision needs to know about a session; undefined if it does not exist. */
export type KnownSession = { readonly status: SessionStatus; readonly lastAt: Instant } | undefined

/** Creates a session unless it exists. */
const create = (session: KnownSession, { name = null, cwd = null, model = null, metadata = null }: CreateSession) =>
  session === undefined ? accept({ type: 'session-created', data: { name, cwd, model, metadata } }) : accept()

const update = (session: KnownSession, { name, status, ended_at, metadata }: UpdateSession) => {
  if (session === undefined) return refuse(reject('NOT_FOUND', 'session not found'))
  const endedAt = ended_at == null ? undefined : parseInstant(ended_at)
  if (ended_at != null && endedAt === undefined)
    return refuse(reject('INVALID_INPUT', 'ended_at: must be an ISO 8601 date-time'))
  return accept({
    type: 'session-updated',
    data: {
      ...(name ? { name } : {}),
      ...(status ? { status } : {}),
      ...(endedAt === undefined ? {} : { endedAt }),
      ...(metadata ? { metadata } : {}),
    },
  })
}

/** Marks a session as abandoned, unless it ended or something happened in it. */
const abandon = (session: KnownSession, { idleSince, idleMinutes }: AbandonSession) =>
  session?.status === 'active' && session.lastAt <= idleSince
    ? accept({ type: 'session-abandoned', data: { idleMinutes } })
    : accept()

export const decideSession = { create, update, abandon }
