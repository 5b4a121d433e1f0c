/**
 * The bare server that the service is compared with: the minimum that stores a hook durably. It writes one event row
 * with two indexes and four counters, commits all requests of one event loop turn in one transaction, and responds after
 * the sync. No validation, no state machine, no broadcasts.
 *
 *   node --import tsx test/bench/spike.ts <folder>      prints `listening on http://127.0.0.1:<port>`
 */
import { serve } from '@hono/node-server'
import Database from 'better-sqlite3'
import { Hono } from 'hono'
import { join } from 'node:path'

interface Hook {
  readonly session_id: string
  readonly hook_event_name: string
  readonly tool_name?: string
  readonly agent_id?: string
}

const db = new Database(join(process.argv[2] ?? '.', 'spike.db'))
db.pragma('journal_mode = wal')
db.pragma('synchronous = full')
db.exec(`
  create table event (id integer primary key, at integer, session text, type text, tool text, data text);
  create index event_session on event (session, at);
  create index event_type on event (type, at);
  create table session (id text primary key, at integer, events integer);
  create table agent (id text primary key, at integer, tool text);
  create table tool (name text primary key, calls integer);
  create table day (day integer, type text, events integer, primary key (day, type));
`)
const statements = {
  event: db.prepare('insert into event (at, session, type, tool, data) values (?, ?, ?, ?, ?)'),
  session: db.prepare(
    'insert into session values (?, ?, 1) on conflict do update set at = excluded.at, events = events + 1',
  ),
  agent: db.prepare(
    'insert into agent values (?, ?, ?) on conflict do update set at = excluded.at, tool = excluded.tool',
  ),
  tool: db.prepare('insert into tool values (?, 1) on conflict do update set calls = calls + 1'),
  day: db.prepare('insert into day values (?, ?, 1) on conflict do update set events = events + 1'),
}

const store = (hook: Hook, body: string): void => {
  const at = Date.now()
  statements.event.run(at, hook.session_id, hook.hook_event_name, hook.tool_name ?? null, body)
  statements.session.run(hook.session_id, at)
  statements.agent.run(hook.agent_id ?? `${hook.session_id}-main`, at, hook.tool_name ?? null)
  statements.tool.run(hook.tool_name ?? '')
  statements.day.run(Math.floor(at / 86_400_000), hook.hook_event_name)
}

interface Waiting {
  readonly hook: Hook
  readonly body: string
  readonly answer: () => void
}

let queue: Waiting[] = []
const storeAll = db.transaction((group: readonly Waiting[]) => {
  for (const { hook, body } of group) store(hook, body)
})
const commit = (): void => {
  const group = queue
  queue = []
  storeAll(group)
  for (const { answer } of group) answer()
}

const app = new Hono()
app.post('/api/hooks', async (context) => {
  const body = await context.req.text()
  const hook: Hook = JSON.parse(body)
  await new Promise<void>((answer) => {
    if (queue.length === 0) setImmediate(commit)
    queue.push({ hook, body, answer })
  })
  return context.body(null, 204)
})

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`)
})
