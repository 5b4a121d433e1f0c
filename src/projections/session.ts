import { derive } from '../domain/session/derive.js'
import { sessionOfStream } from '../events/streams.js'
import { defineProjection } from './define.js'
import { foldEvent } from './session/fold.js'
import { Sessions } from './session/rows.js'

/**
 * Sessions and their agents: the fold of the domain, one load and one write per touched row and batch. The main agent is
 * derived from its session's marks and stands in its session's row; a subagent has marks and a row of its own.
 */
export const sessionProjection = defineProjection({
  name: 'session',
  version: 3,
  ddl: [
    `create table p_session (
       stream integer primary key, id text not null, provider text not null, source text not null, name text not null,
       status text not null, cwd text, model text, started_at real not null, ended_at real, last_at real not null,
       awaiting_since real, awaiting_reason text, situation text not null, situation_since real not null,
       why_ref integer, why_type text, headline text, subagents text not null, agent_count integer not null,
       metadata text, transcript_path text, prompt text, pid integer, main_name text, main_status text, main_task text,
       main_tool text, main_ended_at real, main_metadata text, last_hook_at real not null, state text not null
     )`,
    'create unique index i_session_id on p_session(id)',
    'create index i_session_last on p_session(last_at)',
    'create index i_session_status on p_session(status)',
    'create index i_session_main on p_session(main_status)',
    // Covers what sessions are filtered by: how many have which values is counted without a look at their rows. Partial,
    // by what is always so: else lists would be read by way of it, session by session, and sorted.
    'create index i_session_facets on p_session(provider, source, status, model, cwd) where stream > 0',
    'create index i_session_awaiting on p_session(last_at) where awaiting_since is not null',
    `create table p_agent (
       stream integer not null, id text not null, name text not null, type text not null, subagent_type text,
       status text not null, task text, current_tool text, started_at real not null, ended_at real, parent text,
       metadata text, last_at real not null, has_file integer not null, state text not null, primary key (stream, id)
     ) without rowid`,
    'create index i_agent_id on p_agent(id)',
    'create index i_agent_last on p_agent(last_at)',
    'create index i_agent_status on p_agent(status)',
    `create index i_agent_compaction on p_agent(stream) where subagent_type = 'compaction'`,
    `create index i_agent_open on p_agent(stream) where status in ('working', 'waiting') and type = 'subagent'`,
  ],
  reads: [
    'hook-received',
    'session-created',
    'session-updated',
    'session-abandoned',
    'session-end-inferred',
    'agent-created',
    'agent-updated',
    'reply-recorded',
    'usage-recorded',
    'prompt-recorded',
    'tool-result-recorded',
    'interrupt-recorded',
    'api-error-recorded',
    'turn-completed',
    'compaction-seen',
    'session-renamed-in-transcript',
    'transcript-context-recorded',
    'subagent-transcript-found',
  ],
  apply: (events, db, touched) => {
    const sessions = new Sessions(db)
    for (const event of events) {
      const id = sessionOfStream(event.streamName)
      if (id !== undefined) foldEvent(sessions, sessions.of(event, id), event)
    }
    for (const session of sessions.all()) sessions.write(session, derive(session.state), touched)
  },
  clear: ({ streams, everything }, db) => {
    if (everything) {
      db.run('delete from p_agent')
      db.run('delete from p_session')
      return
    }
    for (const stream of streams) {
      db.run('delete from p_agent where stream = ?', stream)
      db.run('delete from p_session where stream = ?', stream)
    }
  },
})
