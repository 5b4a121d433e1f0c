import type { AgentState } from '../../domain/session/state.js'
import type { Db } from '../sql.js'

interface SpawnCall {
  readonly agent: string | null
  readonly type: string | null
  readonly task: string | null
  readonly description: string | null
}

export interface CurrentCall {
  readonly tool: string
  readonly target: string | null
  readonly started_at: number
}

/** Returns the running call of an agent: its newest one without a result, unless the agent became idle since. */
export const currentCall = (db: Db, stream: number, agent: string | null, idleSince: number): CurrentCall | null =>
  db.get<CurrentCall>(
    `select tool, target, started_at from p_call where stream = ? and agent is ? and ended_at is null
     and started_at >= ? order by started_at desc limit 1`,
    stream,
    agent,
    idleSince,
  ) ?? null

/**
 * Returns the Agent call that started a subagent: the one that its meta file names, else the one whose result names it, else the
 * newest call that was open when it started and is not assigned to another subagent, preferably of its own type.
 */
export const spawnCall = (db: Db, stream: number, id: string, state: AgentState): SpawnCall | undefined => {
  const columns = 'select agent, subagent_type as type, task, description from p_call'
  if (state.call !== undefined) {
    return db.get<SpawnCall>(`${columns} where id = ? and stream = ?`, state.call, stream)
  }
  const named = db.get<SpawnCall>(`${columns} where stream = ? and started_agent = ?`, stream, id)
  if (named !== undefined) return named
  return db.get<SpawnCall>(
    `${columns} where stream = ? and tool in ('Agent', 'Task') and started_agent is null and started_at <= ?
     and (ended_at is null or ended_at >= ?) and agent is not ?
     order by subagent_type is ? desc, started_at desc limit 1`,
    stream,
    state.firstAt,
    state.firstAt,
    id,
    state.type?.value ?? null,
  )
}
