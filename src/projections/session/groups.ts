import type { AgentStatus } from '../../domain/session/status.js'
import type { Db } from '../sql.js'
import { CountChanges, countTable } from '../count-table.js'
import type { CountKey } from '../origin.js'

const BESIDE_OWNER = ['provider', 'source', 'status', 'situation', 'main_status', 'model', 'cwd'] as const
const COLUMNS = ['owner', ...BESIDE_OWNER] as const
const SESSIONS = countTable('p_session_group', BESIDE_OWNER)
const AGENTS = countTable('p_agent_group', ['status', 'source', 'provider'])

/** The columns by which sessions are counted and filtered. */
interface Grouped extends CountKey {
  readonly status: string
  readonly situation: string
  readonly main_status: string | null
  readonly model: string | null
  readonly cwd: string | null
}

interface Move {
  readonly stream: number
  /** Null for a new session. */
  readonly before: Grouped | null
  readonly now: Grouped
  readonly agents: AgentStatuses
}

/** The changes of a batch in the number of a session's agents per status. */
export class AgentStatuses {
  readonly #known = new Map<string, AgentStatus>()
  readonly changes = new Map<AgentStatus, number>()

  /** Registers the status in an agent's stored row. */
  held({ id, status }: { readonly id: string; readonly status: AgentStatus }): void {
    if (!this.#known.has(id)) this.#known.set(id, status)
  }

  /** Registers the status that an agent's row will have. */
  now(id: string, status: AgentStatus): void {
    const before = this.#known.get(id)
    if (before === status) return
    if (before !== undefined) this.#change(before, -1)
    this.#change(status, 1)
    this.#known.set(id, status)
  }

  /** Registers that the row of an agent was deleted. */
  gone(id: string): void {
    const before = this.#known.get(id)
    if (before !== undefined) this.#change(before, -1)
    this.#known.delete(id)
  }

  #change(status: AgentStatus, n: number): void {
    this.changes.set(status, (this.changes.get(status) ?? 0) + n)
  }
}

/** Maintains the number of sessions and agents of each kind from their changes, so that no list has to be counted. */
export class Groups {
  readonly #sessions = new CountChanges(SESSIONS)
  readonly #agents = new CountChanges(AGENTS)

  /** Counts the changes of a session and of its agents. */
  moved(db: Db, { stream, before, now, agents }: Move): void {
    const isSame = before !== null && COLUMNS.every((column) => before[column] === now[column])
    if (!isSame) {
      if (before !== null) this.#count(before, -1)
      this.#count(now, 1)
    }
    for (const [status, n] of agents.changes) this.#countAgents(before ?? now, status, n)
    if (before === null || (before.owner === now.owner && before.provider === now.provider)) return
    for (const { status, n } of agentsOf(db, stream)) {
      this.#countAgents(before, status, -n)
      this.#countAgents(now, status, n)
    }
  }

  /** Subtracts a session and its agents. Call it before they are deleted. */
  remove(db: Db, stream: number): void {
    const session = db.get<Grouped & Record<string, never>>(
      `select ${COLUMNS.join(', ')} from p_session where stream = ?`,
      stream,
    )
    if (session === undefined) return
    this.#count(session, -1)
    for (const { status, n } of agentsOf(db, stream)) this.#countAgents(session, status, -n)
  }

  write(db: Db): void {
    this.#sessions.write(db)
    this.#agents.write(db)
  }

  #countAgents({ owner, source, provider }: CountKey, status: string, n: number): void {
    this.#agents.add(owner, [status, source, provider], n)
  }

  #count({ owner, ...session }: Grouped, n: number): void {
    const values = BESIDE_OWNER.map((column) => session[column] ?? '')
    this.#sessions.add(owner, values, n)
  }
}

const agentsOf = (db: Db, stream: number) =>
  db.all<{ status: string; n: number }>(
    'select status, count(*) as n from p_agent where stream = ? group by status',
    stream,
  )
