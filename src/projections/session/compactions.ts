import type { AgentState } from '../../domain/session/state.js'
import { type Moment, tellingsOf } from '../moment.js'
import { type Db, upsertSql } from '../sql.js'

/** Returns the id of the agent that represents a compaction in one of the sessions that report it. */
export const compactionId = (session: string, uuid: string): string => `${session}-compact-${uuid}`

// The Claude Code Agent Monitor identifies a compaction by the line of its summary, which follows the line that is read here. The
// model takes longer than this to write a summary, so the next compaction cannot be meant.
const SUMMARY_FOLLOWS = 10_000

/** Returns the id of the agent that an import created, with another id, for a compaction that a line now reports. */
export const createdCompaction = (
  db: Db,
  { stream, agents }: { readonly stream: number; readonly agents: ReadonlyMap<string, AgentState> },
  { at }: Moment,
): string | undefined => {
  const isIt = ({ declared, type, firstAt }: AgentState): boolean =>
    declared !== undefined && type?.value === 'compaction' && Math.abs(firstAt - at) <= SUMMARY_FOLLOWS
  for (const [id, state] of agents) if (isIt(state)) return id
  return db
    .all<{ id: string; state: string }>(
      `select id, state from p_agent where stream = ? and subagent_type = 'compaction'`,
      stream,
    )
    .find(({ state }) => isIt(JSON.parse(state) as AgentState))?.id
}

/** Whether an agent represents a compaction that counts in another session: a fork repeats its parent's. */
export const isRepeated = (db: Db, stream: number, { compaction }: AgentState): boolean => {
  const first = compaction === null ? undefined : tellingsOf(db, compaction)[0]
  return first !== undefined && first.stream !== stream
}

/** Returns the compactions that count in a session. */
export const compactionsOf = (db: Db, stream: number): readonly Moment[] =>
  db
    .all<{ state: string }>(`select state from p_agent where stream = ? and subagent_type = 'compaction'`, stream)
    .flatMap(({ state }) => (JSON.parse(state) as AgentState).compaction ?? [])

const UPSERT_REPEAT = upsertSql('p_agent_repeat', ['stream', 'id'], ['state'])

/** Moves an agent from the list to the table of repeats. */
export const setAside = (db: Db, stream: number, id: string, state: AgentState): void => {
  db.run('delete from p_agent where stream = ? and id = ?', stream, id)
  db.run(UPSERT_REPEAT, stream, id, JSON.stringify(state))
}

/** Removes an agent from the table of repeats. Call it when the agent is listed. */
export const takeBack = (db: Db, stream: number, id: string): void => {
  db.run('delete from p_agent_repeat where stream = ? and id = ?', stream, id)
}

/** Returns an agent from the table of repeats. */
export const heldAside = (db: Db, stream: number, id: string): AgentState | undefined => {
  const row = db.get<{ state: string }>('select state from p_agent_repeat where stream = ? and id = ?', stream, id)
  return row === undefined ? undefined : (JSON.parse(row.state) as AgentState)
}
