import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_ORDERS } from '../../../../../src/domain/session/list-order.js'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type Use, writeTranscripts } from '../../../../support/pricing/account.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Page = RouteAnswer<'GET /api/sessions'>
type Session = Page['sessions'][number]
type Groups = RouteAnswer<'GET /api/sessions/groups'>
type Facets = RouteAnswer<'GET /api/sessions/facets'>

const DAY = 86_400_000
const HOUR = DAY / 24
const NOW = Date.now()

/** Sessions with different starts, lengths, costs and directories. Some have equal figures. */
const history: readonly Use[] = Array.from({ length: 24 }, (_, i) => i).flatMap((i) =>
  [0, 1 + (i % 5)].map(
    (hours): Use => ({
      session: `past-${String(i).padStart(2, '0')}`,
      model: i % 3 === 0 ? 'claude-opus-4-5' : 'claude-sonnet-4-5',
      cwd: `/code/${['shop', 'docs'][i % 2]}`,
      at: new Date(NOW - (i + 1) * 3 * DAY + hours * HOUR).toISOString(),
      searches: (i * 7) % 5,
      input: 1000 * (i % 4),
    }),
  ),
)

let app: App
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-list-'))
  writeTranscripts(join(folder, 'claude'), history)
  app = await startApp({ SVC_LIVENESS: '1' }, folder)
  await app.imported
  for (const [id, ...kinds] of [
    ['live-asks', 'UserPromptSubmit', 'PermissionRequest'],
    ['live-works', 'UserPromptSubmit'],
    ['live-failed', 'UserPromptSubmit', 'StopFailure'],
    ['live-ended', 'UserPromptSubmit', 'SessionEnd'],
  ] as const) {
    for (const kind of kinds) await app.hook(kind, { session_id: id, cwd: '/code/shop', prompt: `Prompt of ${id}` })
  }
  await app.send('/api/sessions/bulk', { method: 'POST', body: { action: 'pin', ids: ['past-03', 'live-asks'] } })
  await app.settled()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const listed = (query: string): Promise<Page> => app.get<Page>(`/api/sessions?${query}`)
const ids = ({ sessions }: { readonly sessions: readonly Session[] }): string[] => sessions.map(({ id }) => id)

/** Reads the whole list page by page. */
const walked = async (query: string, limit: number): Promise<Session[]> => {
  const sessions: Session[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page = await listed(`${query}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)
    sessions.push(...page.sessions)
    cursor = page.next_cursor
  }
  return sessions
}

const durationOf = ({ started_at, ended_at, last_activity }: Session): number =>
  Date.parse(ended_at ?? last_activity ?? '') - Date.parse(started_at)
const FIGURES: Readonly<Record<(typeof SESSION_ORDERS)[number], (session: Session) => number | string>> = {
  time: ({ last_activity }) => Date.parse(last_activity ?? ''),
  started: ({ started_at }) => Date.parse(started_at),
  name: ({ name }) => (name ?? '').toLowerCase(),
  duration: durationOf,
  agents: ({ agent_count }) => agent_count ?? 0,
  price: ({ cost }) => cost ?? 0,
}
const ordered = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0)

describe.each(SESSION_ORDERS)('the list sorted by %s', (order) => {
  it.each([true, false])('is in order, and the same read in pages by cursor (descending: %s)', async (desc) => {
    const query = `sort_by=${order}&sort_desc=${desc}`
    const whole = await listed(`${query}&limit=1000`)
    expect(whole.total).toBe(28)
    const figures = whole.sessions.map(FIGURES[order])
    expect(figures).toEqual(figures.toSorted((a, b) => (desc ? ordered(b, a) : ordered(a, b))))
    for (const limit of [1, 5, 28]) expect(ids({ sessions: await walked(query, limit) })).toEqual(ids(whole))
  })

  it.each(['state=done&state=failed', 'cwd=/code/shop', 'model=claude-opus-4-5', 'q=past', 'pinned=without'])(
    'filtered by %s is the filtered list, in pages',
    async (filter) => {
      const all = await listed(`sort_by=${order}&limit=1000`)
      const some = await listed(`sort_by=${order}&${filter}&limit=1000`)
      const wanted = new Set(ids(some))
      expect(wanted.size).toBeGreaterThan(0)
      expect(wanted.size).toBeLessThan(28)
      expect(ids(some)).toEqual(ids(all).filter((id) => wanted.has(id)))
      expect(some.total).toBe(wanted.size)
      expect(ids({ sessions: await walked(`sort_by=${order}&${filter}`, 3) })).toEqual(ids(some))
    },
  )

  it('starts from the top with a cursor of another order or an invalid one', async () => {
    const first = await listed(`sort_by=${order}&limit=2`)
    const other = order === 'time' ? 'name' : 'time'
    const foreign = (await listed(`sort_by=${other}&limit=2`)).next_cursor
    for (const cursor of [foreign, 'x', Buffer.from('[1,2]').toString('base64url')]) {
      expect(ids(await listed(`sort_by=${order}&limit=2&cursor=${cursor}`))).toEqual(ids(first))
    }
  })
})

describe('the state filter', () => {
  it('has the words of the situation, and its facet counts them', async () => {
    expect(ids(await listed('state=needs_you'))).toEqual(['live-asks'])
    expect(ids(await listed('state=working&state=failed')).toSorted()).toEqual(['live-failed', 'live-works'])
    const { counts } = await app.get<Facets>('/api/sessions/facets')
    const byState = Object.fromEntries(counts.state.map(({ value, count }) => [value, count]))
    expect(byState).toMatchObject({ needs_you: 1, working: 1, failed: 1 })
    expect(Object.values(byState).reduce((a, b) => a + b, 0)).toBe(28)
  })

  it('combines with a date range', async () => {
    const from = new Date(NOW - 10 * DAY).toISOString()
    const all = await listed(`from=${from}&limit=1000`)
    const facets = await app.get<Facets>(`/api/sessions/facets?from=${from}`)
    for (const { value, count } of facets.counts.state) {
      const page = await listed(`from=${from}&state=${value}&limit=1000`)
      expect([page.total, page.sessions.length]).toEqual([count, count])
      expect(ids(page)).toEqual(ids({ sessions: all.sessions.filter(({ situation }) => situation === value) }))
    }
  })
})

describe('the groups of the list', () => {
  it.each(['', 'state=done&', 'cwd=/code/docs&', 'q=past&', 'model=claude-opus-4-5&'])(
    'count and price all sessions of "%s", also those that are not loaded',
    async (filter) => {
      const { pinned, groups } = await app.get<Groups>(`/api/sessions/groups?${filter}timezone=Europe/Zurich`)
      const { sessions } = await listed(`${filter}limit=1000`)
      const sum = (some: readonly Session[]) => ({
        sessions: some.length,
        cost: expect.closeTo(
          some.reduce((total, { cost }) => total + (cost ?? 0), 0),
          8,
        ) as number,
      })
      expect(pinned).toEqual(sum(sessions.filter((session) => session.pinned)))
      const others = sessions.filter((session) => !session.pinned)
      expect(groups.reduce((n, group) => n + group.sessions, 0)).toBe(others.length)
      for (const group of groups) {
        const inGroup = others.filter(({ last_activity }) => {
          const at = Date.parse(last_activity ?? '')
          return at >= Date.parse(group.from) && (group.to === null || at < Date.parse(group.to))
        })
        expect(group).toMatchObject(sum(inGroup))
      }
    },
  )

  it('follow a changed price at once', async () => {
    const costIn = async (): Promise<number> => {
      const { pinned, groups } = await app.get<Groups>('/api/sessions/groups')
      return groups.reduce((sum, { cost }) => sum + cost, pinned.cost)
    }
    const before = await costIn()
    const rule = { model_pattern: 'claude-opus-4-5%', display_name: 'Opus', input_per_mtok: 1000 }
    expect((await app.send('/api/pricing', { method: 'PUT', body: rule })).status).toBe(200)
    const { total_cost } = await app.get<RouteAnswer<'GET /api/stats'>>('/api/stats')
    expect(await costIn()).toBeCloseTo(total_cost, 8)
    expect(total_cost).not.toBeCloseTo(before, 3)
    await app.send('/api/pricing/claude-opus-4-5%25', { method: 'DELETE' })
  })
})

describe('projects', () => {
  it('are the directories, most recently used first, with the cost of their sessions', async () => {
    const { projects, total } = await app.get<RouteAnswer<'GET /api/projects'>>('/api/projects')
    expect(total).toBe(2)
    expect(projects.map(({ name, sessions, active }) => [name, sessions, active])).toEqual([
      ['shop', 16, expect.any(Number)],
      ['docs', 12, 0],
    ])
    for (const { cwd, cost, last_activity } of projects) {
      const { sessions } = await listed(`cwd=${cwd}&limit=1000`)
      expect(cost).toBeCloseTo(
        sessions.reduce((sum, session) => sum + (session.cost ?? 0), 0),
        8,
      )
      expect(last_activity).toBe(sessions[0]?.last_activity)
    }
  })

  it('of one name list its directories, and cwd chooses one', async () => {
    await app.hook('SessionStart', { session_id: 'elsewhere', cwd: '/other/docs/' })
    type Project = RouteAnswer<'GET /api/projects/:name'>
    const found = await app.get<Project>('/api/projects/docs')
    expect(found.project.cwd).toBe('/other/docs/')
    expect(found.directories.map(({ cwd, sessions }) => [cwd, sessions])).toEqual([
      ['/other/docs/', 1],
      ['/code/docs', 12],
    ])
    expect((await app.get<Project>('/api/projects/docs?cwd=/code/docs')).project).toMatchObject({ sessions: 12 })
    expect((await app.send('/api/projects/docs?cwd=/nowhere')).status).toBe(404)
    await app.send('/api/sessions/elsewhere', { method: 'DELETE' })
  })

  it('count the edits of each file, in one period or ever', async () => {
    const edit = async (session: string, n: number, path: string, kind = 'PostToolUse') => {
      const call = {
        session_id: session,
        cwd: '/code/tool',
        tool_name: 'Edit',
        tool_use_id: `toolu_edit_${session}_${n}`,
      }
      await app.hook('PreToolUse', { ...call, tool_input: { file_path: path } })
      await app.hook(kind, call)
    }
    await edit('edits-1', 1, '/code/tool/src/a.ts')
    await edit('edits-1', 2, '/code/tool/src/a.ts')
    await edit('edits-1', 3, '/code/tool/src/b.ts', 'PostToolUseFailure')
    await edit('edits-2', 1, '/code/tool/src/a.ts')
    await edit('edits-2', 2, '/etc/hosts')
    type Project = RouteAnswer<'GET /api/projects/:name'>
    const { files, total_files } = await app.get<Project>('/api/projects/tool')
    expect(total_files).toBe(2)
    expect(files).toMatchObject([
      { path: 'src/a.ts', sessions: 2, edits: 3, failed: 0 },
      { path: '/etc/hosts', sessions: 1, edits: 1, failed: 0 },
    ])
    expect((await app.get<Project>(`/api/projects/tool?to=2020-01-01`)).files).toEqual([])
  })
})

describe('bulk changes', () => {
  type Bulk = RouteAnswer<'POST /api/sessions/bulk'>
  const bulk = async (body: unknown): Promise<Bulk> =>
    (await app.send<Bulk>('/api/sessions/bulk', { method: 'POST', body })).json
  const outcomes = ({ results }: Bulk): readonly unknown[] => results.map(({ id, code }) => [id, code])

  it('report each session on its own', async () => {
    expect(outcomes(await bulk({ action: 'pin', ids: ['past-05', 'none', 'past-05'] }))).toEqual([
      ['past-05', null],
      ['none', 'NOT_FOUND'],
    ])
    expect(ids(await listed('pinned=only')).toSorted()).toEqual(['live-asks', 'past-03', 'past-05'])
    await bulk({ action: 'unpin', ids: ['past-05'] })
    expect(ids(await listed('pinned=only')).toSorted()).toEqual(['live-asks', 'past-03'])
  })

  it('delete what the preview counted, and keep running sessions', async () => {
    for (const id of ['bulk-1', 'bulk-2']) await app.hook('SessionStart', { session_id: id })
    await app.send('/api/hooks', {
      method: 'POST',
      headers: { 'x-svc-pid': String(process.pid) },
      body: { hook_type: 'UserPromptSubmit', data: { session_id: 'live-works', prompt: 'Continue' } },
    })
    const wanted = { action: 'delete', ids: ['bulk-1', 'bulk-2', 'live-works'] }
    const preview = await bulk({ ...wanted, preview: true })
    expect(outcomes(preview)).toEqual([
      ['bulk-1', null],
      ['bulk-2', null],
      ['live-works', 'SESSION_RUNNING'],
    ])
    expect(preview).toMatchObject({ deleted: { sessions: 2, events: 2, agents: 2 }, erasure: null })
    const done = await bulk(wanted)
    expect(done).toMatchObject({ results: preview.results, deleted: preview.deleted, erasure: 'done' })
    expect((await app.send('/api/sessions/bulk-1')).status).toBe(404)
    expect((await app.send('/api/sessions/live-works')).status).toBe(200)
  })

  it('have a limit', async () => {
    const body = { action: 'pin', ids: Array.from({ length: 501 }, (_, i) => `s-${i}`) }
    expect((await app.send('/api/sessions/bulk', { method: 'POST', body })).status).toBe(400)
  })
})
