import { sessionOfStream } from '../../events/streams.js'
import { defineProjection } from '../define.js'
import { SESSION_EVENTS } from '../session-events.js'
import { Touched } from '../touched.js'
import { compactionsOf } from './compactions.js'
import { foldEvent } from './fold.js'
import { Groups } from './groups.js'
import { Sessions } from './rows.js'

declare module '../touched.js' {
  interface TouchedRows {
    /** By stream. */
    session: number
    /** By `<stream>/<agent id>`. */
    agent: string
  }
}

/** SQL: the duration of a session, so far if it is still active. */
export const DURATION = 'coalesce(ended_at, last_at) - started_at'

/**
 * Sessions and their agents: the fold of the domain, with one load and one write per touched row and batch. The main agent is
 * derived from its session's marks and stored in its session's row; a subagent has its own marks and row.
 */
export const sessionProjection = defineProjection({
  name: 'session',
  version: 17,
  uses: ['tool-call', 'moment', 'ownership', 'origin'],
  ddl: [
    `create table p_session (
       stream integer primary key, id text not null, owner text not null, provider text not null, source text not null, name text not null,
       status text not null, cwd text, branch text, model text, started_at real not null, ended_at real, last_at real not null,
       awaiting_since real, awaiting_reason text, situation text not null, situation_since real not null,
       why_ref integer, why_type text, why_agent text, headline text, subagents text not null, agent_count integer not null,
       metadata text, transcript_path text, continued_in text, parent text, prompt text, pid integer, pid_at real, edited_at real, main_name text, main_status text, main_task text,
       main_tool text, main_idle_since real not null, main_ended_at real, main_metadata text, last_hook_at real not null, state text not null
     )`,
    // Only finished sessions: the duration of an active one changes with every event.
    `create index i_session_duration on p_session(${DURATION}) where status <> 'active'`,
    'create unique index i_session_id on p_session(id)',
    'create index i_session_last on p_session(last_at)',
    // Active sessions are few and sorted on demand. Finished ones are many and no longer change: indexing only them in list order
    // costs nothing while a session works.
    `create index i_session_active on p_session(status) where status = 'active'`,
    `create index i_session_over on p_session(status, last_at) where status <> 'active'`,
    `create index i_session_main on p_session(main_status) where main_status in ('working', 'waiting')`,
    `create index i_session_main_over on p_session(main_status, last_at) where main_status in ('completed', 'error')`,
    // The other orders of the list, and the sessions of one directory in list order: finished sessions only, for the same reason.
    `create index i_session_over_started on p_session(started_at) where status <> 'active'`,
    `create index i_session_over_name on p_session(name collate nocase) where status <> 'active'`,
    `create index i_session_over_agents on p_session(agent_count) where status <> 'active'`,
    `create index i_session_over_cwd on p_session(cwd, last_at) where status <> 'active'`,
    // Covers the columns of the text search.
    'create index i_session_words on p_session(name, branch, cwd, id)',
    'create index i_session_awaiting on p_session(last_at) where awaiting_since is not null',
    'create index i_session_continued on p_session(continued_in) where continued_in is not null',
    'create index i_session_parent on p_session(parent, last_at) where parent is not null',
    // Sessions that are not listed: spare processes of the CLI that have no prompt yet.
    'create table p_session_spare (stream integer primary key, state text not null)',
    `create table p_agent (
       stream integer not null, id text not null, name text not null, type text not null, subagent_type text,
       status text not null, task text, current_tool text, started_at real not null, ended_at real, parent text,
       metadata text, last_at real not null, has_file integer not null, status_since real not null, idle_since real not null,
       why_ref integer, why_type text, state text not null, primary key (stream, id)
     ) without rowid`,
    // Agents that are not listed: a fork repeats its parent's compactions. They are listed when the parent is erased.
    'create table p_agent_repeat (stream integer not null, id text not null, state text not null, primary key (stream, id)) without rowid',
    'create index i_agent_id on p_agent(id)',
    'create index i_agent_last on p_agent(last_at)',
    `create index i_agent_busy on p_agent(status) where status in ('working', 'waiting')`,
    `create index i_agent_over on p_agent(status, last_at) where status in ('completed', 'error')`,
    `create index i_agent_compaction on p_agent(stream) where subagent_type = 'compaction'`,
    `create index i_agent_open on p_agent(stream) where status in ('working', 'waiting') and type = 'subagent'`,
    // The number of sessions for each owner and combination of the filter columns; the empty text means no value.
    `create table p_session_group (
       owner text not null, provider text not null, source text not null, status text not null, situation text not null,
       main_status text not null, model text not null, cwd text not null, n integer not null,
       primary key (owner, provider, source, status, situation, main_status, model, cwd)
     ) without rowid`,
    // The number of agents with their own rows, likewise.
    `create table p_agent_group (
       owner text not null, status text not null, source text not null, provider text not null, n integer not null,
       primary key (owner, status, source, provider)
     ) without rowid`,
  ],
  reads: [...SESSION_EVENTS, 'session-owner-determined'],
  apply: (events, db, touched) => {
    const sessions = new Sessions(db)
    for (const event of events) {
      const id = sessionOfStream(event.streamName)
      if (event.type === 'session-owner-determined') sessions.refresh(event.stream)
      else if (id !== undefined) foldEvent(sessions, sessions.of(event.stream, id), event)
    }
    sessions.write(touched)
  },
  clear: ({ streams, everything }, db) => {
    if (everything) {
      for (const table of [
        'p_agent',
        'p_agent_repeat',
        'p_session',
        'p_session_spare',
        'p_agent_group',
        'p_session_group',
      ])
        db.run(`delete from ${table}`)
      return
    }
    const groups = new Groups()
    const compactions = [...streams].flatMap((stream) => compactionsOf(db, stream))
    for (const stream of streams) {
      groups.remove(db, stream)
      for (const table of ['p_agent', 'p_agent_repeat', 'p_session', 'p_session_spare'])
        db.run(`delete from ${table} where stream = ?`, stream)
    }
    groups.write(db)
    const sessions = new Sessions(db)
    for (const compaction of compactions) sessions.refreshCompaction(compaction)
    sessions.write(new Touched())
  },
})
