import type Database from 'better-sqlite3'
import { catalogue } from '../../events/catalogue.js'

/** The kernel's own tables: the log, its streams, bookkeeping. Projections have their own versions. */

const LOG = `
create table stream (id integer primary key, name text not null unique);
-- The source of truth. Rows are append-only; only an erasure deletes rows.
-- A position is never reused: an erasure appends its own record first, so the newest row is never deleted.
-- (AUTOINCREMENT would write one more page per commit.) ULIDs are unique because a single factory creates them.
create table log (
  position integer primary key,
  id text not null,
  stream integer not null references stream(id),
  version integer not null,
  type text not null,
  schema integer not null,
  occurred_at real not null,
  source text not null,
  origin text,
  actor text not null,
  cause text,
  correlation text,
  dedup blob,
  data text not null
);
create trigger log_newest_stays before delete on log when old.position = (select max(position) from log)
begin select raise(abort, 'the newest row of the log stays, or its position would be given again'); end;
-- Finds the rows of a stream and rejects duplicates. Events without an identity have no dedup key.
create unique index log_stream on log(stream, dedup);
create table projection_state (name text primary key, version integer not null, position integer not null);
create table parked (projection text not null, position integer not null, error text not null, primary key (projection, position));
-- Cursors of transcript files. If this table is lost, the files are read again and no event is lost.
create table transcript_file (
  path text primary key,
  provider text not null,
  session text not null,
  agent text,
  size integer not null,
  mtime real not null,
  inode integer not null,
  cursor_offset integer not null,
  cursor_line integer not null,
  head text not null,
  state text not null,
  line_index text not null,
  skipped integer not null default 0,
  archived integer not null default 0
);
create index transcript_file_session on transcript_file(session, agent);
create index transcript_file_unarchived on transcript_file(mtime) where archived < cursor_offset;
create table meta (key text primary key, value text not null);
`

const TYPES_AND_DIGESTS = `
-- Bundle sessions that are partly imported. (Some version 1 databases already have this table.)
create table if not exists partly_taken (session text primary key, parts integer not null, digest text not null)
  without rowid;
-- Files that were read as far as possible, with their stamp: transcripts that end in the middle of a line, and companion
-- files of transcripts. If this table is lost, the files are read again and no event is lost.
create table settled_file (path text primary key, stamp text not null) without rowid;
-- Event types that the log has ever contained. A projection of other types is known to be empty without a scan.
create table log_type (type text primary key) without rowid;
-- Digest of the DDL that created a projection's tables; empty if not recorded yet.
alter table projection_state add column ddl text not null default '';
`

const AUTHORS = `
-- One word said who caused an event and how. Rows from before this step keep it as \`via\`, without a principal, and are upcast
-- when they are read. The renamed columns besides were never written, so no row of the log changes.
alter table log rename column actor to via;
alter table log rename column origin to principal;
-- For an event of a bundle: the principal and the way, separated by a space, that the bundle states.
alter table log rename column correlation to claimed;
alter table projection_state drop column position;
`

const HOMES = `
create table p_home (stream integer primary key, owner text not null, source text not null, provider text not null);
insert into p_home (stream, owner, source, provider) select stream, owner, source, provider from p_session;
insert into projection_state (name, version) values ('home', 1);
`

const OWNERSHIP = `
create table p_ownership (stream integer primary key, owner text not null);
insert into p_ownership (stream, owner) select stream, owner from p_home;
create table p_origin (stream integer primary key, source text not null, provider text not null);
insert into p_origin (stream, source, provider) select stream, source, provider from p_home;
drop table p_home;
delete from projection_state where name = 'home';
insert into projection_state (name, version) values ('ownership', 1), ('origin', 1);
`

const LANE_OWNERS = `
insert into p_ownership (stream, owner)
  select stream.id, p_lane_id.owner from p_lane_id join stream on stream.name = 'lane-' || p_lane_id.id;
`

/**
 * The types that are not in it are the frequent ones of `rare-events.ts`; other types later need another step. With `not in`, SQLite
 * would fill a table with the types for every row that is added, which doubles the time of the insert.
 */
const RARE_EVENTS = `
create index log_rare on log(type) where type <> 'hook-received' and type <> 'reply-recorded' and type <> 'tool-result-recorded'
  and type <> 'usage-recorded' and type <> 'prompt-recorded' and type <> 'turn-completed' and type <> 'transcript-context-recorded'
  and type <> 'cli-status-reported' and type <> 'plan-recorded' and type <> 'session-updated' and type <> 'agent-created'
  and type <> 'agent-updated';
`

type Migration = (connection: Database.Database) => void

/** One step per version of the schema; the first creates version 1. A shipped step is never edited. */
const MIGRATIONS: readonly Migration[] = [
  (connection) => connection.exec(LOG),
  (connection) => {
    connection.exec(TYPES_AND_DIGESTS)
    const isEmpty = connection.prepare('select 1 from log limit 1').get() === undefined
    if (isEmpty) return
    // Version 1 did not record which types occur, so any type of the catalogue may.
    const insert = connection.prepare('insert into log_type (type) values (?)')
    for (const type of Object.keys(catalogue)) insert.run(type)
  },
  (connection) => connection.exec(AUTHORS),
  (connection) => {
    // The row of a session said what its events are counted under, before a projection of its own did. Without this step, that
    // projection and those that read it would be rebuilt from the log.
    const isKnown = connection.prepare(`select 1 from projection_state where name = 'session' and version = 9`).get()
    if (isKnown !== undefined) connection.exec(HOMES)
  },
  (connection) => {
    // One table said whose a session is and where it comes from; lanes said for themselves whose they are.
    const known = connection.prepare(
      `select 1 from projection_state where (name = 'home' and version = 1) or (name = 'lane' and version = 7)`,
    )
    const hasLanes = connection.prepare(`select 1 from log_type where type = 'lane-created'`).get() !== undefined
    if (known.all().length < (hasLanes ? 2 : 1)) return
    connection.exec(OWNERSHIP)
    if (hasLanes) connection.exec(LANE_OWNERS)
  },
  (connection) => connection.exec(RARE_EVENTS),
  (connection) => {
    // The step before wrote `not in` at first.
    const isSlow = connection
      .prepare(`select 1 from sqlite_master where name = 'log_rare' and sql like '%not in%'`)
      .get()
    if (isSlow !== undefined) connection.exec(`drop index log_rare; ${RARE_EVENTS}`)
  },
]

export const KERNEL_VERSION = MIGRATIONS.length

/** Migrates the kernel's tables to this release's version, in one transaction. */
export const migrateKernel = (connection: Database.Database): void => {
  const version = connection.pragma('user_version', { simple: true }) as number
  if (version >= KERNEL_VERSION) return
  connection.transaction(() => {
    for (const migrate of MIGRATIONS.slice(version)) migrate(connection)
    connection.pragma(`user_version = ${KERNEL_VERSION}`)
  })()
}
