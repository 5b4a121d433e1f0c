import * as Either from 'effect/Either'
import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { type Instant, parseInstant } from '../time.js'
import { readNote, readTags } from './label.js'
import type { SessionStatus, Situation } from './status.js'

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
  readonly pinned?: boolean | null | undefined
  readonly tags?: readonly string[] | null | undefined
  /** The empty text removes it. */
  readonly note?: string | null | undefined
}

interface AbandonSession {
  /** Nothing happened in the session after this time, as far as the sender knew. */
  readonly idleSince: Instant
  readonly idleMinutes: number
}

/** What a decision needs to know about a session; undefined if it does not exist. */
export type KnownSession =
  | {
      readonly status: SessionStatus
      readonly lastAt: Instant
      readonly situation: Situation
      readonly situationSince: Instant
      readonly pinned: boolean
      readonly tags: readonly string[]
      readonly note: string | null
      /** Since when the session had the failure that was dismissed; null if none was. */
      readonly dismissedAt: Instant | null
    }
  | undefined

/** Creates a session unless it exists. */
const create = (session: KnownSession, { name = null, cwd = null, model = null, metadata = null }: CreateSession) =>
  session === undefined ? accept({ type: 'session-created', data: { name, cwd, model, metadata } }) : accept()

const update = (session: KnownSession, { name, status, ended_at, metadata, pinned, tags, note }: UpdateSession) => {
  if (session === undefined) return refuse(noSession())
  return Either.gen(function* () {
    const endedAt = ended_at == null ? undefined : parseInstant(ended_at)
    if (ended_at != null && endedAt === undefined)
      return yield* refuse(reject('INVALID_INPUT', 'ended_at: must be an ISO 8601 date-time'))
    const [wantedTags, wantedNote] = [
      tags == null ? null : yield* readTags(tags),
      note == null ? undefined : yield* readNote(note),
    ]
    const marks = [
      ...(pinned == null || pinned === session.pinned ? [] : [pinSet(pinned)]),
      ...(wantedTags === null || isSameList(wantedTags, session.tags) ? [] : [tagsSet(wantedTags)]),
      ...(wantedNote === undefined || wantedNote === session.note ? [] : [noteSet(wantedNote)]),
    ]
    const isMarked = pinned != null || tags != null || note != null
    if (isMarked && name == null && status == null && ended_at == null && metadata == null) return marks
    const updated = {
      type: 'session-updated' as const,
      data: {
        ...(name ? { name } : {}),
        ...(status ? { status } : {}),
        ...(endedAt === undefined ? {} : { endedAt }),
        ...(metadata ? { metadata } : {}),
      },
    }
    return [updated, ...marks]
  })
}

// These are no activity of the session.
const pinSet = (pinned: boolean) => ({ type: 'session-pin-set' as const, data: { pinned } })
const tagsSet = (tags: readonly string[]) => ({ type: 'session-tags-set' as const, data: { tags } })
const noteSet = (note: string | null) => ({ type: 'session-note-set' as const, data: { note } })

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i])

/** Pins or unpins a session. */
const pin = (session: KnownSession, { pinned }: { readonly pinned: boolean }) => {
  if (session === undefined) return refuse(noSession())
  return pinned === session.pinned ? accept() : accept(pinSet(pinned))
}

/** Dismisses the failure of a session. */
const dismiss = (session: KnownSession) => {
  if (session === undefined) return refuse(noSession())
  const { situation, situationSince, dismissedAt } = session
  if (situation !== 'failed') return refuse(reject('NOT_FAILED', 'the session has not failed or has continued since'))
  return situationSince === dismissedAt ? accept() : accept(dismissalSet(situationSince))
}

/** Restores a dismissed failure. */
const restore = (session: KnownSession) => {
  if (session === undefined) return refuse(noSession())
  return session.dismissedAt === null ? accept() : accept(dismissalSet(null))
}

const dismissalSet = (failedAt: Instant | null) => ({ type: 'session-dismissal-set' as const, data: { failedAt } })

const noSession = () => reject('NOT_FOUND', 'session not found')

/** Marks a session as abandoned, unless it ended or something happened in it. */
const abandon = (session: KnownSession, { idleSince, idleMinutes }: AbandonSession) =>
  session?.status === 'active' && session.lastAt <= idleSince
    ? accept({ type: 'session-abandoned', data: { idleMinutes } })
    : accept()

export const decideSession = { create, update, pin, dismiss, restore, abandon }
