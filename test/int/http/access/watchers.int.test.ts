import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { until } from '../../../support/agents/until.js'
import { startTeam, type Team } from '../../../support/service/team.js'
import { endServer, hasTmux } from '../../../support/tmux/panes.js'

type Shown = RouteAnswer<'GET /api/lanes/:id'>
type Name = 'ada' | 'grace' | 'bob'

let team: Team
let lane: number
let run: string
const laneOf = async (name: Name) => (await team.as<Shown>(name, `/api/lanes/${lane}`)).json.lane
const terminal = (name: Name, mode: 'ro' | 'rw'): WebSocket =>
  new WebSocket(`${team.app.url.replace('http', 'ws')}/ws/terminal?lane=${lane}&slot=0&mode=${mode}`, {
    headers: { cookie: team.cookies[name] },
  })

beforeAll(async () => {
  team = await startTeam()
  const cwd = join(team.app.folder, 'data', 'users', 'grace', 'shop')
  mkdirSync(cwd, { recursive: true })
  const made = await team.as<Shown>('grace', '/api/lanes', { method: 'POST', body: { cwd } })
  lane = made.json.lane.id
  if (!hasTmux) return
  const body = { shell: true }
  const started = await team.as<{ run_id: string }>('grace', `/api/lanes/${lane}/start`, { method: 'POST', body })
  run = started.json.run_id
})
afterAll(async () => {
  if (hasTmux) endServer(join(team.app.folder, 'data'))
  await team.close()
})

describe.skipIf(!hasTmux)('who watches a lane', () => {
  it('is shown to its owner, and announced, as long as they do', async () => {
    expect((await laneOf('grace')).watchers).toEqual([])
    const seen: unknown[] = []
    const socket = new WebSocket(`${team.app.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: team.cookies.grace },
    })
    socket.on('message', (data: Buffer) => {
      const { type, data: about } = JSON.parse(data.toString()) as { type: string; data: { lane?: Shown['lane'] } }
      if (type === 'lane_update') seen.push(about.lane?.watchers?.map(({ username, mode }) => [username, mode]))
    })
    await new Promise((resolve) => socket.once('open', resolve))
    const reading = terminal('ada', 'ro')
    await until('the watcher', async () => ((await laneOf('grace')).watchers ?? []).length === 1)
    expect((await laneOf('grace')).watchers).toMatchObject([{ username: 'ada', slot: 0, mode: 'ro' }])
    const typing = terminal('ada', 'rw')
    await until('both', async () => ((await laneOf('ada')).watchers ?? []).length === 2)
    await until('the announcement', () => JSON.stringify(seen).includes('[["ada","ro"],["ada","rw"]]'))
    reading.close()
    typing.close()
    await until('nobody', async () => ((await laneOf('grace')).watchers ?? []).length === 0)
    await until('its announcement', () => JSON.stringify(seen.at(-1)) === '[]')
    socket.close()
  })

  it('is nobody while the owner has it open', async () => {
    const own = terminal('grace', 'rw')
    await new Promise((resolve) => own.once('message', resolve))
    expect((await laneOf('ada')).watchers).toEqual([])
    own.close()
  })
})

it.skipIf(!hasTmux)('a hook from the spool is of the owner of its run', async () => {
  const spool = join(team.app.folder, 'data', 'spool')
  mkdirSync(spool, { recursive: true })
  const body = JSON.stringify({ hook_event_name: 'SessionStart', session_id: 'spooled', cwd: '/srv/elsewhere' })
  const at = Date.now()
  writeFileSync(join(spool, `${at}-1.tmp`), `1 delivery-${at} ${at} 1 claude ${run}\n${body}`)
  renameSync(join(spool, `${at}-1.tmp`), join(spool, `${at}-1.hook`))
  const session = await until('the session', async () => {
    const { status, json } = await team.as<{ session: { owner_username?: string } }>('ada', '/api/sessions/spooled')
    return status === 200 && json.session
  })
  expect(session.owner_username).toBe('grace')
  expect((await team.as('bob', '/api/sessions/spooled')).status).toBe(404)
})
