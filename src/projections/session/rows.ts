import { type Derived, derive, nameOf } from '../../domain/session/derive.js'
import { agentName, deriveAgent } from '../../domain/session/subagent.js'
import { type AgentState, endOfSession, isTouched, newAgent, type SessionState } from '../../domain/session/state.js'
import type { AgentStatus } from '../../domain/session/status.js'
import { isUnusedSpare } from '../../domain/session/cli-status.js'
import type { Mark } from '../../domain/session/mark.js'
import { type CountKey, readCountKey } from '../origin.js'
import { type Moment, tellingsOf } from '../moment.js'
import type { Db, SqlValue } from '../sql.js'
import type { Touched } from '../touched.js'
import { type AgentRow, writeAgent } from './agent-row.js'
import { type CurrentCall, currentCall, spawnCall } from './calls.js'
import { compactionId, createdCompaction, heldAside, isRepeated, setAside, takeBack } from './compactions.js'
import { AgentStatuses, Groups } from './groups.js'
import { headlineOf } from './headline.js'
import { mainAgentOf } from './main-agent.js'
import { parsedState, stateText } from './parsed-states.js'
import { forgetSpare, readSpare, writeSpare } from './spares.js'

interface SessionHead extends CountKey {
  readonly id: string
  readonly state: string
  readonly subagents: string
  readonly agent_count: number
  readonly status: string
  readonly situation: string
  readonly main_status: string | null
  readonly model: string | null
  readonly cwd: string | null
  readonly branch: string | null
  readonly name: string
  readonly continued_in: string | null
  readonly parent: string | null
  readonly started_at: number
  /** What it is counted under as of this batch. */
  readonly now_owner: string
  readonly now_provider: string
  readonly now_source: string
}

interface HeldAgent {
  readonly id: string
  readonly status: AgentStatus
  readonly state: string
}

interface AgentCounts {
  /** JSON: subagents by status. */
  readonly subagents: string
  readonly agents: number
}

export interface SessionWork {
  readonly stream: number
  readonly id: string
  /** What it is counted under now; its stored row may say something else. */
  readonly key: CountKey
  readonly state: SessionState
  readonly isNew: boolean
  /** The stored row; null for a new session. */
  readonly held: Pick<SessionHead, (typeof SELDOM)[number] | 'source'> | null
  /** The counts in the stored row; null for a new session. */
  readonly counts: AgentCounts | null
  readonly newAgents: Set<string>
  readonly hadMain: boolean
  readonly endingBefore: Ending
  /** Subagents that this batch changes. */
  readonly agents: Map<string, AgentState>
  readonly statuses: AgentStatuses
}

// biome-ignore format: in the order of the values
const COLUMNS = ['id', 'owner', 'provider', 'source', 'name', 'status', 'cwd', 'branch', 'model', 'started_at', 'ended_at', 'last_at',
  'awaiting_since', 'awaiting_reason', 'situation', 'situation_since', 'why_ref', 'why_type', 'why_agent', 'headline', 'subagents',
  'agent_count', 'metadata', 'transcript_path', 'continued_in', 'parent', 'prompt', 'pid', 'pid_at', 'edited_at', 'main_name', 'main_status', 'main_task', 'main_tool',
  'main_idle_since', 'main_ended_at', 'main_metadata', 'last_hook_at', 'state'] as const
type Column = (typeof COLUMNS)[number]

const INSERT_SESSION = `insert into p_session (stream, ${COLUMNS.join(', ')}) values (?${', ?'.repeat(COLUMNS.length)})`
// SQLite rewrites the index entries of every column that an update names, changed or not. So unchanged columns are not named.
const NEVER: ReadonlySet<Column> = new Set(['id', 'source'])
const SELDOM = [
  'owner',
  'provider',
  'status',
  'situation',
  'main_status',
  'model',
  'cwd',
  'branch',
  'name',
  'continued_in',
  'parent',
  'started_at',
  'agent_count',
] as const satisfies readonly Column[]
const updateSql = (columns: readonly Column[]): string =>
  `update p_session set ${columns.map((column) => `${column} = ?`).join(', ')} where stream = ?`
const CHANGING = COLUMNS.filter((column) => !NEVER.has(column))
const OFTEN = CHANGING.filter((column) => !SELDOM.some((seldom) => seldom === column))
const UPDATE_CHANGING = updateSql(CHANGING)
const UPDATE_OFTEN = updateSql(OFTEN)

/** The sessions of one batch: loaded once, folded in memory, written once. */
export class Sessions {
  readonly #loaded = new Map<number, SessionWork>()
  readonly #groups = new Groups()

  constructor(private readonly db: Db) {}

  of(stream: number, id: string): SessionWork {
    return this.#known(stream) ?? this.#work(stream, id, undefined)
  }

  /** Loads a session that is listed, so that it is rewritten. */
  refresh(stream: number): void {
    this.#known(stream)
  }

  #known(stream: number): SessionWork | undefined {
    const known = this.#loaded.get(stream)
    if (known !== undefined) return known
    const row = this.db.get<SessionHead>(
      `select s.id, s.owner, s.provider, s.source, s.state, s.subagents, s.agent_count, s.status, s.situation, s.main_status, s.model,
         s.cwd, s.branch, s.name, s.continued_in, s.parent, s.started_at, w.owner as now_owner, o.provider as now_provider,
         o.source as now_source
       from p_session s join p_ownership w using (stream) join p_origin o using (stream) where s.stream = ?`,
      stream,
    )
    return row === undefined ? undefined : this.#work(stream, row.id, row)
  }

  #work(stream: number, id: string, row: SessionHead | undefined): SessionWork {
    const state = parsedState(this.db, stream, row?.state ?? readSpare(this.db, stream))
    const work: SessionWork = {
      stream,
      id,
      state,
      isNew: row === undefined,
      held: row ?? null,
      counts: row === undefined ? null : { subagents: row.subagents, agents: row.agent_count },
      newAgents: new Set(),
      hadMain: state.hasMain,
      endingBefore: endingOf(state),
      key:
        row === undefined
          ? readCountKey(this.db, stream)
          : { owner: row.now_owner, provider: row.now_provider, source: row.now_source },
      agents: new Map(),
      statuses: new AgentStatuses(),
    }
    this.#loaded.set(stream, work)
    return work
  }

  agent(session: SessionWork, id: string): AgentState {
    const known = this.knownAgent(session, id)
    const state = known ?? newAgent()
    if (known === undefined) session.newAgents.add(id)
    session.agents.set(id, state)
    return state
  }

  /** Returns a subagent that already exists, in this batch or before it. */
  knownAgent(session: SessionWork, id: string): AgentState | undefined {
    const loaded = session.agents.get(id)
    if (loaded !== undefined) return loaded
    const row = this.db.get<HeldAgent>(
      'select id, status, state from p_agent where stream = ? and id = ?',
      session.stream,
      id,
    )
    if (row === undefined) return heldAside(this.db, session.stream, id)
    session.statuses.held(row)
    return JSON.parse(row.state) as AgentState
  }

  /**
   * Loads all subagents so that they are rewritten, because something that their rows depend on changed: a call that starts one,
   * or the end of the session.
   */
  refreshAgents(session: SessionWork): void {
    const rows = this.db.all<HeldAgent>(
      `select id, status, state from p_agent where stream = ? and type = 'subagent'`,
      session.stream,
    )
    for (const row of rows) {
      if (session.agents.has(row.id)) continue
      session.statuses.held(row)
      session.agents.set(row.id, JSON.parse(row.state) as AgentState)
    }
  }

  /**
   * Returns the agent that represents a compaction in a session. If the compaction counts in this session, it is removed from the
   * list of every other one.
   */
  compaction(session: SessionWork, compaction: Moment): AgentState {
    const created = createdCompaction(this.db, session, compaction)
    if (created !== undefined) return this.agent(session, created)
    const agent = this.agent(session, compactionId(session.id, compaction.uuid))
    agent.compaction = compaction
    if (!isRepeated(this.db, session.stream, agent)) this.refreshCompaction(compaction)
    return agent
  }

  /** Loads a compaction in all sessions that report it, so that it is rewritten. */
  refreshCompaction(compaction: Moment): void {
    for (const { stream } of tellingsOf(this.db, compaction)) {
      const session = this.#known(stream)
      if (session === undefined) continue
      const id = compactionId(session.id, compaction.uuid)
      const state = this.knownAgent(session, id)
      if (state !== undefined) session.agents.set(id, state)
    }
  }

  isSpawnCall(session: SessionWork, call: string): boolean {
    return (
      this.db.get(
        `select 1 from p_call where id = ? and stream = ? and tool in ('Agent', 'Task')`,
        call,
        session.stream,
      ) !== undefined
    )
  }

  /** Returns the working subagent of a type that started first: a stop without an id is assigned to it. */
  oldestWorking(session: SessionWork, type: string | null): string | undefined {
    const ending = endingOf(session.state)
    for (const [id, state] of session.agents) this.#writeAgent(session, ending, id, state, null)
    return this.db.get<{ id: string }>(
      `select id from p_agent where stream = ? and type = 'subagent' and status = 'working'
       and (? is null or subagent_type is ?) order by started_at, id limit 1`,
      session.stream,
      type,
      type,
    )?.id
  }

  /** Writes all loaded sessions. Call it after all events are folded. */
  write(touched: Touched): void {
    for (const session of this.#loaded.values()) this.#write(session, derive(session.state), touched)
    this.#groups.write(this.db)
  }

  #write(session: SessionWork, derived: Derived, touched: Touched): void {
    const { db } = this
    const { stream, state, key } = session
    if (session.held === null && isUnusedSpare(state)) return writeSpare(db, stream, state)
    const ending = { mark: endOfSession(state), over: derived.over }
    if (!isSame(ending, session.endingBefore)) this.refreshAgents(session)
    for (const [id, agent] of session.agents) this.#writeAgent(session, ending, id, agent, touched)
    const name = nameOf(state, session.id)
    const main = mainAgentOf(db, stream, state, derived)
    const span = spanOf(state)
    const counts = this.#countsOf(session)
    const row = {
      id: session.id,
      owner: key.owner,
      provider: key.provider,
      source: key.source,
      name,
      status: derived.status,
      cwd: state.cwd?.value ?? null,
      branch: state.gitBranch?.value ?? null,
      model: state.model?.value ?? null,
      started_at: span.first,
      ended_at: derived.endedAt,
      last_at: span.last,
      awaiting_since: derived.awaiting?.since ?? null,
      awaiting_reason: derived.awaiting?.reason ?? null,
      situation: derived.situation,
      situation_since: derived.since,
      why_ref: derived.why?.ref ?? null,
      why_type: derived.why?.type ?? null,
      why_agent: derived.why?.agent ?? null,
      headline: headlineOf(derived, main?.call ?? null),
      subagents: counts.subagents,
      agent_count: counts.agents,
      metadata: state.metadata?.value ?? null,
      transcript_path: state.transcriptPath?.value ?? null,
      continued_in: state.continuedIn?.value ?? null,
      parent: state.parentSession?.value ?? null,
      prompt: state.lastPrompt?.value ?? null,
      pid: state.pid?.value ?? null,
      pid_at: state.pid?.at ?? null,
      edited_at: state.editedAt ?? null,
      main_name: state.main.name?.value ?? null,
      main_status: main?.status ?? null,
      main_task: main?.task ?? null,
      main_tool: main?.tool ?? null,
      main_idle_since: derived.idleSince,
      main_ended_at: main?.endedAt ?? null,
      main_metadata: state.main.metadata?.value ?? null,
      last_hook_at: state.lastHookAt,
      state: stateText(db, stream, state),
    } satisfies Readonly<Record<Column, SqlValue>>
    const { held } = session
    if (held === null) {
      db.run(INSERT_SESSION, stream, ...COLUMNS.map((column) => row[column]))
      forgetSpare(db, stream)
    } else if (SELDOM.every((column) => held[column] === row[column])) {
      db.run(UPDATE_OFTEN, ...OFTEN.map((column) => row[column]), stream)
    } else db.run(UPDATE_CHANGING, ...CHANGING.map((column) => row[column]), stream)
    this.#groups.moved(db, { stream, before: held, now: row, agents: session.statuses })
    touched.add('session', stream, session.isNew ? 'created' : 'updated')
    if (main === null) return
    touched.add('agent', `${stream}/${session.id}-main`, session.hadMain ? 'updated' : 'created')
  }

  /** Returns the number of subagents by status and of all agents. Recounted only if the batch changed a subagent. */
  #countsOf(session: SessionWork): AgentCounts {
    const { counts, stream, state, hadMain } = session
    const isCounted = counts !== null && session.agents.size === 0 && session.newAgents.size === 0
    if (isCounted && hadMain === state.hasMain) return counts
    const rows = this.db.all<{ status: string; n: number; shown: number }>(
      `select status, count(*) as n, sum(type = 'subagent' and subagent_type is not 'compaction') as shown
       from p_agent where stream = ? group by status`,
      stream,
    )
    const shown = rows.filter((row) => row.shown > 0).map((row) => [row.status, row.shown])
    return {
      subagents: JSON.stringify(Object.fromEntries(shown)),
      agents: rows.reduce((total, { n }) => total + n, state.hasMain ? 1 : 0),
    }
  }

  #writeAgent(session: SessionWork, ending: Ending, id: string, state: AgentState, touched: Touched | null): void {
    if (isRepeated(this.db, session.stream, state)) {
      setAside(this.db, session.stream, id, state)
      session.statuses.gone(id)
      return
    }
    if (state.compaction !== null) takeBack(this.db, session.stream, id)
    const { status, since, why, endedAt, idleSince } = deriveAgent(state, ending.mark, ending.over)
    const call = status === 'working' ? currentCall(this.db, session.stream, id, idleSince) : null
    const spawn =
      state.compaction !== null || state.declared !== undefined
        ? undefined
        : spawnCall(this.db, session.stream, id, state)
    const set = state.set
    this.#put(session, id, touched, {
      name: agentName(state, spawn?.description ?? null),
      type: state.declared ?? 'subagent',
      subagentType: state.compaction !== null ? 'compaction' : (state.type?.value ?? spawn?.type ?? null),
      status,
      task: set.task?.value ?? spawn?.task ?? state.task?.value ?? state.description?.value ?? null,
      tool: this.#toolOf(state, status, call),
      startedAt: isTouched(state) ? state.firstAt : spanOf(session.state).first,
      endedAt,
      parent: state.parent?.value ?? spawn?.agent ?? `${session.id}-main`,
      metadata: set.metadata?.value ?? null,
      lastAt: isTouched(state) ? state.lastAt : spanOf(session.state).first,
      hasFile: state.hasFile,
      statusSince: isTouched(state) ? since : spanOf(session.state).first,
      idleSince,
      why,
      state: JSON.stringify(state),
    })
  }

  /** Returns the current tool. One that was set through the API holds until the agent does something else. */
  #toolOf({ set, live }: AgentState, status: AgentStatus, call: CurrentCall | null): string | null {
    if (status !== 'working' && status !== 'waiting') return null
    const isSet = set.tool !== undefined && set.tool.at >= Math.max(call?.started_at ?? 0, live?.at ?? 0)
    return isSet ? set.tool?.value || null : (call?.tool ?? null)
  }

  #put(session: SessionWork, id: string, touched: Touched | null, row: AgentRow): void {
    writeAgent(this.db, session.stream, id, row)
    session.statuses.now(id, row.status)
    touched?.add('agent', `${session.stream}/${id}`, session.newAgents.has(id) ? 'created' : 'updated')
  }
}

/** What last ended a session, and whether it is over now, which ends its subagents. */
interface Ending {
  readonly mark: Mark | null
  readonly over: boolean
}

const endingOf = (state: SessionState): Ending => {
  const mark = endOfSession(state)
  return { mark, over: mark !== null && derive(state).over }
}

/** At equal times, another event may become the mark: the rows of subagents name it. */
const isSame = (a: Ending, b: Ending): boolean => a.mark?.ref === b.mark?.ref && a.over === b.over

/** Returns the first and last activity of a session. If only a title is known, its time is the best estimate. */
const spanOf = (state: SessionState): { readonly first: number; readonly last: number } => {
  if (isTouched(state)) return { first: state.firstAt, last: state.lastAt }
  const at = (state.userTitle ?? state.cliTitle)?.at ?? 0
  return { first: at, last: at }
}
