import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { PrincipalId } from '../../../../src/domain/access/author.js'
import type { EventOn, New } from '../../../../src/events/envelope.js'
import { laneStream, SERVICE_STREAM } from '../../../../src/events/streams.js'
import { eventIds } from '../../../../src/adapters/ids.js'
import { SqliteLog } from '../../../../src/adapters/sqlite/log.js'
import { Projector } from '../../../../src/adapters/sqlite/projector.js'
import { defineProjection, type Projection } from '../../../../src/projections/define.js'
import { projections } from '../../../../src/projections/registry.js'
import type { Db, SqlValue } from '../../../../src/projections/sql.js'
import { dump, type Kernel, openKernel } from '../../../support/kernel/kernel.js'
import { arriving, family } from '../../../support/kernel/fork.js'
import { adoptedLane } from '../../../support/domain/adopted-lane.js'

const hooks = (from: number, count: number): New[] =>
  Array.from({ length: count }, (_, i) => ({
    type: 'hook-received',
    data: { kind: 'UserPromptSubmit', provider: 'claude', payload: { session_id: 's', prompt: `turn ${from + i}` } },
    occurredAt: 1_763_600_000_000 + (from + i) * 1000,
    by: 'local',
    via: 'hook',
  }))

const LANE = 1
const RUN = 'run_01KATQ3V5T8XJ2M4N6P8R0S2T4'
const BY = { occurredAt: 1, by: 'local', via: 'http' } as const
/** Says that a session is a fork: what it shares with others is theirs. */
const forked: New = {
  type: 'hook-received',
  data: { kind: 'SessionStart', provider: 'claude', payload: { session_id: 'parent', source: 'fork' } },
  occurredAt: Date.UTC(2026, 10, 21),
  by: 'local',
  via: 'hook',
}
const EVENTS_OF_A_LANE: readonly New<EventOn<'lane'>>[] = [
  {
    type: 'lane-created',
    data: adoptedLane(LANE, '/shop'),
    ...BY,
  },
  {
    type: 'run-requested',
    data: {
      lane: LANE,
      run: RUN,
      slot: 0,
      tool: 'cli_a',
      cwd: '/shop',
      prompt: null,
      model: null,
      permissionMode: null,
      effort: null,
      sandbox: null,
      approval: null,
      resume: null,
      fork: false,
      worktree: null,
    },
    ...BY,
  },
  { type: 'run-started', data: { lane: LANE, run: RUN, pid: 1 }, ...BY },
  {
    type: 'ask-opened',
    data: {
      lane: LANE,
      run: RUN,
      slot: 0,
      session: null,
      ask: 'ask_1',
      digest: 'd',
      kind: 'permission',
      text: 'May it?',
      options: [],
      answerable: true,
      screen: [],
    },
    ...BY,
  },
  { type: 'stack-slot-assigned', data: { lane: LANE, slot: 1, ports: {}, repository: '/shop' }, ...BY },
  { type: 'lane-accepted', data: { lane: LANE, diff: 'd', head: 'h' }, ...BY },
  {
    type: 'lane-landed',
    data: { lane: LANE, base: 'main', how: 'merge', head: 'h', commit: 'c', before: 'b', folder: null },
    ...BY,
  },
  {
    type: 'lane-checked',
    data: { lane: LANE, kind: 'test', command: 'npm test', end: 'exited', code: 0, duration: 5, output: '' },
    ...BY,
  },
  {
    type: 'comment-added',
    data: {
      lane: LANE,
      comment: 'comment_1',
      account: 'local',
      path: 'a.ts',
      line: 1,
      endLine: null,
      side: 'new',
      quote: null,
      text: 'Why?',
      block: null,
    },
    ...BY,
  },
  {
    type: 'message-queued',
    data: { lane: LANE, message: 'message_1', account: 'local', slot: null, text: 'Then the docs.', command: false },
    ...BY,
  },
]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-rebuild-alone-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (inline: readonly Projection[] = projections): Kernel => openKernel(inline, folder)
const bumped = (name: string): readonly Projection[] =>
  projections.map((one) => (one.name === name ? { ...one, version: one.version + 1 } : one))
/** Another version, with an index that old rows might break: its tables cannot be read until they are rebuilt. */
const reshaped = (name: string): readonly Projection[] =>
  bumped(name).map((one) =>
    one.name === name ? { ...one, ddl: [...one.ddl, `create unique index i_${name}_one on p_${name}(stream)`] } : one,
  )
const withoutFirstKey = (one: Projection): Projection => ({
  ...one,
  ddl: one.ddl.map((statement) =>
    statement.replace('stream integer primary key, note', 'stream integer not null, note'),
  ),
})
const withTable = (one: Projection): Projection =>
  one.name === 'session-label'
    ? { ...one, tables: [...one.tables, 'p_colour'], ddl: [...one.ddl, 'create table p_colour (stream integer)'] }
    : one
const filled = async (count: number): Promise<void> => {
  const kernel = open()
  await kernel.append('s', hooks(0, count), true)
  await kernel.close()
}
const tallyOf = (reads: 'hook-received' | 'pricing-rule-set'): Projection =>
  defineProjection({
    name: 'tally',
    version: 1,
    ddl: ['create table p_tally (n integer not null)'],
    reads: [reads],
    apply: (events, db) => void db.run('insert into p_tally (n) values (?)', events.length),
    clear: () => undefined,
  })
const sum = ({ projector }: Kernel): number | null =>
  projector.db.get<{ n: number | null }>('select sum(n) as n from p_tally')?.n ?? null

describe('a new projection', () => {
  it('is readable immediately when none of its events occurred', async () => {
    await filled(30)
    const kernel = open([...projections, tallyOf('pricing-rule-set')])
    try {
      expect(kernel.projector.ready).toBe(true)
      expect(sum(kernel)).toBeNull()
      const rule = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, cacheWrite1h: 0 }
      const data = {
        pattern: 'x',
        displayName: 'X',
        standard: rule,
        fast: { input: 0, output: 0 },
        introUntil: null,
        intro: rule,
      }
      await kernel.append('s', [{ type: 'pricing-rule-set', data, occurredAt: 1, by: 'local', via: 'http' }])
      expect(sum(kernel)).toBe(1)
    } finally {
      await kernel.close()
    }
  })

  it('is created again after a release without it ran', async () => {
    const withTally = [...projections, tallyOf('pricing-rule-set')]
    for (const release of [withTally, projections]) await open(release).close()
    const kernel = open(withTally)
    try {
      expect(sum(kernel)).toBeNull()
    } finally {
      await kernel.close()
    }
  })

  it('is rebuilt while all others are read and updated', async () => {
    await filled(1500)
    const kernel = open([...projections, tallyOf('hook-received')])
    try {
      expect(kernel.projector.ready).toBe(false)
      expect(() => sum(kernel)).toThrow(expect.objectContaining({ code: 'EREBUILDING', status: 503 }))
      const sessions = () => kernel.projector.db.get<{ n: number }>('select count(*) as n from p_session')?.n
      await kernel.append('t', hooks(5000, 1))
      expect(sessions()).toBe(2)
      const meanwhile: Promise<void>[] = []
      await kernel.projector.rebuild(
        () => void meanwhile.push(kernel.append('u', hooks(6000 + meanwhile.length, 1))),
        undefined,
        'outdated',
      )
      await Promise.all(meanwhile)
      expect(kernel.projector.ready).toBe(true)
      expect([sum(kernel), sessions()]).toEqual([1501 + meanwhile.length, 3])
    } finally {
      await kernel.close()
    }
  })
})

describe('a projection with other tables', () => {
  it.each([
    {
      name: 'origin',
      unreadable: ['p_origin', 'p_session', 'p_event', 'p_usage'],
      readable: ['p_call', 'p_alert', 'p_lane'],
    },
    // The event list and the sums stay readable: of a session they need its owner and its origin only.
    { name: 'session', unreadable: ['p_session', 'p_agent'], readable: ['p_event', 'p_usage', 'p_call', 'p_alert'] },
  ])(
    'makes only itself and the projections that read its tables unreadable: $name',
    async ({ name, unreadable, readable }) => {
      await filled(300)
      const kernel = open(reshaped(name))
      try {
        const read = (table: string) => kernel.projector.db.get(`select 1 from ${table} limit 1`)
        for (const table of unreadable) expect(() => read(table)).toThrow()
        for (const table of readable) expect(() => read(table)).not.toThrow()
      } finally {
        await kernel.close()
      }
    },
  )
})

describe('a projection with another version', () => {
  it('has the same rows as before when rebuilt alone, and leaves no temporary table', async () => {
    await fc.assert(
      fc.asyncProperty(family, fc.constantFrom(...projections.map(({ name }) => name)), async (told, name) => {
        const at = mkdtempSync(join(tmpdir(), 'switchyard-rebuild-alone-'))
        const before = openKernel(projections, at)
        await before.tell(arriving(told, [0, 3, 1]), true)
        const grown = dump(before.connection)
        await before.close()
        const kernel = openKernel(bumped(name), at)
        try {
          if (!kernel.projector.ready) await kernel.projector.rebuild(() => undefined, undefined, 'outdated')
          await kernel.projector.clearLeftovers()
          expect(dump(kernel.connection)).toEqual(grown)
          const left = kernel.connection.prepare(
            `select name from sqlite_master where name like 'p\\_%\\_\\_%' escape '\\'`,
          )
          expect(left.all()).toEqual([])
        } finally {
          await kernel.close()
          rmSync(at, { recursive: true, force: true })
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('tables of another release', () => {
  const withColumn = (column: string): readonly Projection[] =>
    bumped('session-label').map((one) =>
      one.name === 'session-label'
        ? {
            ...one,
            ddl: one.ddl.map((statement) => statement.replace('note text not null', `note text not null, ${column}`)),
          }
        : one,
    )
  const noted: readonly New[] = [
    ...hooks(0, 2),
    { type: 'session-note-set', data: { note: 'ours' }, occurredAt: 1, by: 'local', via: 'http' },
  ]
  const notes = ({ projector }: Kernel) => projector.db.all('select * from p_session_note')

  it('get new columns, empty in old rows, and follow the log until they are replaced', async () => {
    const before = open()
    await before.append('s', noted)
    await before.close()
    const kernel = open(withColumn('colour text'))
    try {
      expect(notes(kernel)).toEqual([{ stream: 1, note: 'ours', colour: null }])
      await kernel.append('t', noted)
      expect(notes(kernel)).toHaveLength(2)
      expect(kernel.projector.ready).toBe(false)
    } finally {
      await kernel.close()
    }
    // The other release did not see the second note arrive, so it has to rebuild, too.
    const after = open()
    try {
      expect(after.projector.ready).toBe(false)
      await after.projector.rebuild(() => undefined, undefined, 'outdated')
      expect(notes(after)).toEqual([
        { stream: 1, note: 'ours' },
        { stream: 2, note: 'ours' },
      ])
    } finally {
      await after.close()
    }
  })

  it.each([
    ['a column that needs a value', withColumn('colour text not null')],
    ['another key', withColumn('primary key (stream, note)').map(withoutFirstKey)],
    ['a table that is missing', bumped('session-label').map(withTable)],
  ])('cannot be read where the new ones have %s', async (_what, release) => {
    const before = open()
    await before.append('s', noted)
    await before.close()
    const kernel = open(release)
    try {
      expect(() => notes(kernel)).toThrow(expect.objectContaining({ code: 'EREBUILDING' }))
      await kernel.append('t', hooks(0, 1))
      expect(kernel.projector.db.get('select count(*) as n from p_session')).toEqual({ n: 2 })
    } finally {
      await kernel.close()
    }
  })
})

describe('a rebuild of what reads only rare events', () => {
  it.each(['run', 'lane', 'stack', 'stage', 'ownership'])('gives the same rows: %s', async (name) => {
    const before = open()
    await before.append('s', hooks(0, 400), true)
    await before.committer.submit((tx) => {
      for (const event of EVENTS_OF_A_LANE) tx.append(laneStream(String(LANE)), event)
    })
    await before.append('s', hooks(400, 400), true)
    const grown = dump(before.connection)
    await before.close()
    const kernel = open(bumped(name))
    try {
      const { events } = await kernel.projector.rebuild(() => undefined, undefined, 'outdated')
      // That of owners reads the hooks, too.
      if (name !== 'ownership') expect(events).toBeLessThanOrEqual(EVENTS_OF_A_LANE.length)
      await kernel.projector.clearLeftovers()
      expect(dump(kernel.connection)).toEqual(grown)
    } finally {
      await kernel.close()
    }
  })
})

describe('a rebuild', () => {
  it('that stops between any two steps is done again at the next start, also by an older release', async () => {
    await filled(60)
    const before = open()
    const grown = dump(before.connection)
    await before.close()
    // One pause for each rename: the last run is not stopped any more.
    for (let steps = 1, isDone = false; !isDone; steps++) {
      const at = mkdtempSync(join(tmpdir(), 'switchyard-rebuild-alone-'))
      cpSync(folder, at, { recursive: true })
      const stopped = openKernel(reshaped('origin'), at)
      const stop = new AbortController()
      let paused = 0
      const room = (): Promise<void> => {
        if (++paused === steps) stop.abort(new Error('stopped'))
        return Promise.resolve()
      }
      const background = { room, sync: () => Promise.resolve(), monotonic: () => 0 }
      const log = new SqliteLog(stopped.connection, eventIds())
      const projector = new Projector(stopped.connection, log, reshaped('origin'), background)
      projector.prepare()
      isDone = await projector
        .rebuild(() => undefined, stop.signal, 'outdated')
        .then(
          () => true,
          () => false,
        )
      await stopped.close()
      const next = openKernel(steps % 2 === 0 ? projections : reshaped('origin'), at)
      try {
        if (!next.projector.ready) await next.projector.rebuild(() => undefined, undefined, 'outdated')
        await next.projector.clearLeftovers()
        expect(dump(next.connection)).toEqual(grown)
      } finally {
        await next.close()
        rmSync(at, { recursive: true, force: true })
      }
    }
  })

  it('leaves syncing to the background', async () => {
    await filled(1500)
    const kernel = open(bumped('origin'))
    try {
      const log = new SqliteLog(kernel.connection, eventIds())
      const begun: string[] = []
      const begin = log.begin.bind(log)
      log.begin = (durability) => {
        begun.push(durability)
        begin(durability)
      }
      let synced = 0
      const sync = (): Promise<void> => {
        synced += 1
        return Promise.resolve()
      }
      const background = { room: () => Promise.resolve(), sync, monotonic: () => 0 }
      const projector = new Projector(kernel.connection, log, bumped('origin'), background)
      projector.prepare()
      await projector.rebuild(() => undefined, undefined, 'outdated')
      await projector.clearLeftovers()
      // Only the swap syncs on the event loop.
      expect(begun.filter((durability) => durability === 'durable')).toHaveLength(1)
      expect(synced).toBeGreaterThan(begun.length / 20)
    } finally {
      await kernel.close()
    }
  })
})

describe('a database whose index of rare events was slow to write', () => {
  it('gets the new one, and nothing is rebuilt', async () => {
    const before = open()
    await before.append('s', hooks(0, 2))
    const indexOf = ({ connection }: ReturnType<typeof open>) =>
      connection.prepare(`select sql from sqlite_master where name = 'log_rare'`).pluck().get()
    const wanted = indexOf(before)
    const grown = dump(before.connection)
    before.connection.exec(
      `drop index log_rare; create index log_rare on log(type) where type not in ('hook-received', 'reply-recorded', 'usage-recorded');
       pragma user_version = 6`,
    )
    await before.close()
    const kernel = open()
    try {
      expect([indexOf(kernel), wanted]).toEqual([wanted, expect.stringContaining(`type <> 'hook-received'`)])
      expect(dump(kernel.connection)).toEqual(grown)
    } finally {
      await kernel.close()
    }
  })
})

describe('a database from before owners and origins had tables', () => {
  it('gets it from the sessions, so that the event list and the sums are not rebuilt', async () => {
    const before = open()
    const [hook] = hooks(0, 1)
    await before.append('s', hooks(0, 2))
    await before.append('other', [{ ...(hook as New), by: 'u-2' as PrincipalId, source: 'src_1' }])
    const grown = dump(before.connection)
    before.connection.exec(
      `drop table p_ownership; drop table p_origin; delete from projection_state where name in ('ownership', 'origin');
       drop index log_rare; pragma user_version = 3;
       update projection_state set version = 9 where name = 'session'`,
    )
    await before.close()
    const kernel = open()
    try {
      for (const name of ['ownership', 'origin', 'usage', 'event-row'])
        expect(kernel.projector.canRead(name)).toBe(true)
      expect(dump(kernel.connection)).toEqual(grown)
      expect(grown.p_ownership).toEqual([
        { stream: 1, owner: 'local' },
        { stream: 2, owner: 'u-2' },
      ])
      expect(grown.p_origin).toEqual([
        { stream: 1, source: 'local', provider: 'claude' },
        { stream: 2, source: 'src_1', provider: 'claude' },
      ])
    } finally {
      await kernel.close()
    }
  })

  it('gets those of lanes from the lanes, so that the event list and the sums are not rebuilt', async () => {
    const before = open()
    await before.append('s', hooks(0, 2))
    await before.committer.submit((tx) => {
      tx.append(laneStream('1'), { type: 'lane-created', data: adoptedLane(1, '/shop'), ...BY, by: 'user:3' })
    })
    const grown = dump(before.connection)
    before.connection.exec(
      `create table p_home (stream integer primary key, owner text not null, source text not null, provider text not null);
       insert into p_home select stream, owner, source, provider from p_origin join p_ownership using (stream);
       drop table p_ownership; drop table p_origin; delete from projection_state where name in ('ownership', 'origin');
       insert into projection_state (name, version) values ('home', 1); drop index log_rare; pragma user_version = 4;
       update projection_state set version = 7 where name = 'lane'`,
    )
    await before.close()
    const kernel = open()
    try {
      for (const name of ['ownership', 'origin', 'usage', 'event-row'])
        expect(kernel.projector.canRead(name)).toBe(true)
      expect(dump(kernel.connection).p_ownership).toEqual(grown.p_ownership)
      expect(grown.p_ownership).toContainEqual({ stream: 2, owner: 'user:3' })
    } finally {
      await kernel.close()
    }
  })
})

describe('the tables that a projection reads', () => {
  it('are its own and those of the projections that it declares', async () => {
    const ownerOf = new Map(projections.flatMap(({ name, tables }) => tables.map((table) => [table, name])))
    const seen = new Set<string>()
    const watched = projections.map((projection): Projection => {
      const { name, uses } = projection
      const watching = (db: Db): Db => {
        const note = (sql: string): void => {
          for (const [table] of sql.matchAll(/\bp_\w+/g)) {
            const owner = ownerOf.get(table)
            if (owner === undefined || owner === name) continue
            seen.add(`${name} reads ${owner}`)
            expect(uses, `${name} reads ${table}`).toContain(owner)
          }
        }
        return {
          get: (sql: string, ...params: readonly SqlValue[]) => (note(sql), db.get(sql, ...params)),
          all: (sql: string, ...params: readonly SqlValue[]) => (note(sql), db.all(sql, ...params)),
          run: (sql: string, ...params: readonly SqlValue[]) => (note(sql), db.run(sql, ...params)),
        }
      }
      return {
        ...projection,
        apply: (events, db, touched) => projection.apply(events, watching(db), touched),
        clear: (erasure, db) => projection.clear(erasure, watching(db)),
      }
    })
    await fc.assert(
      fc.asyncProperty(family, async (told) => {
        const kernel = openKernel(watched)
        try {
          await kernel.tell(arriving(told, [1, 0, 2]), true)
          await kernel.append('parent', [forked])
          await kernel.committer.submit((tx) => {
            for (const event of EVENTS_OF_A_LANE) tx.append(laneStream(String(LANE)), event)
          })
          const sessions = [...new Set(arriving(told, [0]).map(({ session }) => `session-${session}`))]
          const gone = {
            session: 'x',
            reason: 'deleted',
            gone: {
              sessions: 0,
              agents: 0,
              events: 0,
              tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              cost: '0',
            },
          } as const
          await kernel.committer.submit((tx) =>
            tx.erase(sessions.slice(0, 1), () => ({
              stream: SERVICE_STREAM,
              event: { type: 'session-purged', data: gone, occurredAt: 1, by: 'local', via: 'http' },
            })),
          )
        } finally {
          await kernel.close()
        }
      }),
      { numRuns: 10 },
    )
    expect(kernelUses()).toEqual([...seen].toSorted())
  })
})

/** Returns every declared use, to detect declarations that no projection needs. */
const kernelUses = (): string[] =>
  projections.flatMap(({ name, uses }) => uses.map((used) => `${name} reads ${used}`)).toSorted()
