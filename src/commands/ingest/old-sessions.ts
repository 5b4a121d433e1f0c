import { SYSTEM } from '../../domain/access/author.js'
import { MINUTE } from '../../domain/time.js'
import type { Provider } from '../../domain/tools/catalog.js'
import { sessionStream } from '../../events/streams.js'
import type { Reader } from '../../projections/sql.js'
import type { Clock } from '../ports/clock.js'
import type { Committer } from '../../events/commit.js'
import type { ProcessesPort } from '../ports/processes.js'

interface Parts {
  readonly committer: Committer
  readonly clock: Clock
  readonly processes: Pick<ProcessesPort, 'agentDirectories'>
  readonly db: Reader
}

/** Milliseconds. A transcript not written for this long, whose session has no process, is history and not a waiting agent. */
const HISTORY_AFTER = 10 * MINUTE
// Each end rewrites a session and its agents, so few at a time: a hook must not wait for long.
const BATCH = 20
/** Milliseconds that a session which was read can look like one that waits. */
const ENDED_WITHIN = 250
/** Milliseconds for which the list of running agents is used. A prompt to an old session meanwhile reopens it. */
const LISTED_FOR = 5000

const OLD = `status = 'active' and last_hook_at = 0 and pid is null and source = 'local' and last_at < ?`

/** Ends sessions known only from transcripts that no process works on any more, although no line says so. */
export class OldSessions {
  readonly #read = new Set<string>()
  #endedAt: number
  #listedAt = -Infinity
  #inUse: ReturnType<ProcessesPort['agentDirectories']> = null

  constructor(private readonly parts: Parts) {
    this.#endedAt = parts.clock.now()
  }

  /** Ends sessions whose files were read, while others are: otherwise they all look as if they waited until the import is over. */
  async endRead(sessions: Iterable<string>): Promise<void> {
    for (const session of sessions) this.#read.add(session)
    const now = this.parts.clock.now()
    if (this.#read.size < BATCH && now - this.#endedAt < ENDED_WITHIN) return
    const ids = JSON.stringify([...this.#read])
    this.#read.clear()
    this.#endedAt = now
    await this.#end(now, ' and id in (select value from json_each(?))', ids)
  }

  /** Ends all of them: more than one file can report a session. */
  async endAll(): Promise<void> {
    this.#listedAt = -Infinity
    await this.#end(this.parts.clock.now(), '')
  }

  async #end(now: number, condition: string, ...params: readonly string[]): Promise<void> {
    const { db, committer } = this.parts
    const old = db.all<{ id: string; provider: Provider; cwd: string | null; last_at: number }>(
      `select id, provider, cwd, last_at from p_session where ${OLD}${condition}`,
      now - HISTORY_AFTER,
      ...params,
    )
    if (old.length === 0) return
    const inUse = this.#agentDirectories(now)
    const ended = old.filter(({ provider, cwd }) => cwd === null || inUse?.[provider].has(cwd) !== true)
    for (let from = 0; from < ended.length; from += BATCH) {
      await committer.submit(
        (tx) => {
          for (const { id, last_at } of ended.slice(from, from + BATCH)) {
            const event = { data: { reason: 'history' as const }, occurredAt: last_at, ...SYSTEM }
            tx.append(sessionStream(id), { type: 'session-end-inferred', ...event })
          }
        },
        { quiet: true },
      )
    }
  }

  #agentDirectories(now: number): ReturnType<ProcessesPort['agentDirectories']> {
    if (now - this.#listedAt >= LISTED_FOR) {
      this.#inUse = this.parts.processes.agentDirectories()
      this.#listedAt = now
    }
    return this.#inUse
  }
}
