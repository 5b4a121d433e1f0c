import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import { SYSTEM } from '../../domain/access/author.js'
import { type Instant, MINUTE } from '../../domain/time.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { Committer, StorageFailure } from '../../events/commit.js'
import type { Payload } from '../../events/envelope.js'
import { sessionStream } from '../../events/streams.js'
import type { Reader } from '../../projections/sql.js'
import { commit } from '../kernel/commit.js'
import type { Clock } from '../ports/clock.js'
import type { AgentDirectories, ProcessesPort } from '../ports/processes.js'

/**
 * Infers session ends that no hook reports: the agent's process exited or moved to another session, or nothing has happened for
 * a long time. Each is an event with its evidence; nothing is changed in place.
 */
export interface LifecycleParts {
  readonly committer: Committer
  readonly clock: Clock
  readonly processes: Omit<ProcessesPort, 'startMark'>
  readonly db: Reader
  readonly staleMinutes: number
  /** False when the agents' processes are not visible. */
  readonly liveness: boolean
  /**
   * Whether history is being imported. A session known only from transcripts may be long over; the import then records its end.
   */
  readonly importing: () => boolean
  /** Whether a remote source is being read, so that lines of a session may still arrive. */
  readonly isReading: (source: string) => boolean
}

interface ActiveSession {
  readonly id: string
  readonly provider: Provider
  readonly cwd: string | null
  readonly pid: number | null
  readonly last_at: Instant
  /** The newest time at which the process sent a hook for the session. */
  readonly pid_at: Instant | null
}

// When a process moves on to another session (a fork, /clear), late hooks of the old one may still arrive.
const MOVED_ON_AFTER = 5000
// Without a known process, silence must be longer than any pause between two lines.
const NO_PROCESS_AFTER = 2 * MINUTE

/** Checks all active sessions once. */
export const superviseSessions = (parts: LifecycleParts): Effect.Effect<void, StorageFailure> =>
  Effect.gen(function* () {
    const now = parts.clock.now()
    yield* superviseLocal(parts, now)
    yield* giveUpRemote(parts, now)
  })

/** Checks all active sessions every five seconds. The pause starts when a pass ends, so passes never overlap. */
export const supervision = (pass: Effect.Effect<unknown>): Effect.Effect<unknown> =>
  Effect.schedule(pass, Schedule.spaced('5 seconds'))

const superviseLocal = (parts: LifecycleParts, now: Instant): Effect.Effect<void, StorageFailure> =>
  Effect.gen(function* () {
    const { db, staleMinutes, liveness } = parts
    const active = db.all<ActiveSession>(
      `select id, provider, cwd, pid, pid_at, last_at from p_session
     where status = 'active' and source = 'local' and (pid is not null or last_hook_at > ?)`,
      parts.importing() ? 0 : -1,
    )
    if (active.length === 0) return
    const successors = newestByProcess(active)
    const directories = liveness ? parts.processes.agentDirectories() : null
    for (const session of active) {
      const end = liveness ? endOf(parts, session, successors, directories, now) : null
      if (end !== null) yield* append(parts, session, 'session-end-inferred', end)
      else if (now - session.last_at >= staleMinutes * MINUTE && !livesOn(parts, session)) {
        yield* append(parts, session, 'session-abandoned', { idleMinutes: staleMinutes })
      }
    }
  })

// Each of these rewrites a session and its agents, so few at a time: a hook must not wait for long.
const BATCH = 20

/**
 * Marks idle sessions of other machines as abandoned. They are known only from transcripts, often days old. The event has the
 * time of the last line, so any line read later is newer and revives the session.
 */
const giveUpRemote = (
  { committer, db, staleMinutes, isReading }: LifecycleParts,
  now: Instant,
): Effect.Effect<void, StorageFailure> =>
  Effect.gen(function* () {
    const stale = db
      .all<Omit<ActiveSession, 'provider' | 'cwd'> & { source: string }>(
        `select id, source, pid, pid_at, last_at from p_session
       where status = 'active' and source <> 'local' and last_at <= ? order by last_at`,
        now - staleMinutes * MINUTE,
      )
      .filter(({ source }) => !isReading(source))
    // A whole history read for the first time is announced as one change.
    const quiet = stale.length > BATCH
    for (let from = 0; from < stale.length; from += BATCH) {
      yield* commit(
        committer,
        (tx) => {
          tx.project()
          for (const session of stale.slice(from, from + BATCH)) {
            if (!isUnchanged(db, session)) continue
            const { id, source, last_at } = session
            const data = { idleMinutes: staleMinutes }
            const event = { type: 'session-abandoned', data, occurredAt: last_at, ...SYSTEM, source } as const
            tx.append(sessionStream(id), event)
          }
        },
        { quiet },
      )
    }
  })

const livesOn = ({ liveness, processes }: LifecycleParts, { pid }: ActiveSession): boolean =>
  liveness && pid !== null && processes.isAlive(pid)

const newestByProcess = (sessions: readonly ActiveSession[]): ReadonlyMap<number, ActiveSession> => {
  const newest = new Map<number, ActiveSession>()
  for (const session of sessions) {
    if (session.pid === null) continue
    const held = newest.get(session.pid)
    if (held === undefined || spokeAt(session) > spokeAt(held)) newest.set(session.pid, session)
  }
  return newest
}

type InferredEnd = Payload<'session-end-inferred'>

const endOf = (
  { processes }: LifecycleParts,
  session: ActiveSession,
  successors: ReadonlyMap<number, ActiveSession>,
  directories: AgentDirectories | null,
  now: Instant,
): InferredEnd | null => {
  const { pid } = session
  if (pid !== null) {
    if (!isSame(processes, pid, spokeAt(session))) return { reason: 'process-gone', pid }
    const successor = successors.get(pid)
    const quiet = now - spokeAt(session)
    const moved = successor !== undefined && successor !== session && quiet > MOVED_ON_AFTER
    return moved ? { reason: 'process-moved-on', pid } : null
  }
  if (directories === null || session.cwd === null || now - session.last_at < NO_PROCESS_AFTER) return null
  return directories[session.provider].has(session.cwd) ? null : { reason: 'no-process' }
}

const spokeAt = ({ pid_at, last_at }: ActiveSession): Instant => pid_at ?? last_at

/** Whether a pid is still the same process. Pids are reused: one that started after the last hook is another process. */
const isSame = (processes: LifecycleParts['processes'], pid: number, spokeAt: Instant): boolean => {
  if (!processes.isAlive(pid)) return false
  const started = processes.startedAt(pid)
  return started === null || started <= spokeAt + 1000
}

/** Whether a session is still active, and its process and last activity are those that were read before the transaction. */
const isUnchanged = (db: Reader, { id, pid, pid_at, last_at }: Omit<ActiveSession, 'provider' | 'cwd'>): boolean =>
  db.get(
    `select 1 from p_session where id = ? and status = 'active' and last_at = ? and pid is ? and pid_at is ?`,
    id,
    last_at,
    pid,
    pid_at,
  ) !== undefined

const append = (
  { committer, clock, db }: LifecycleParts,
  session: ActiveSession,
  type: 'session-end-inferred' | 'session-abandoned',
  data: InferredEnd | Payload<'session-abandoned'>,
): Effect.Effect<void, StorageFailure> =>
  commit(committer, (tx) => {
    tx.project()
    if (!isUnchanged(db, session)) return
    tx.append(sessionStream(session.id), { type, data, occurredAt: clock.now(), ...SYSTEM })
  })
