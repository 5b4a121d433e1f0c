import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../../../support/service/app.js'

interface History {
  readonly sessions: number
  readonly events: number
  readonly tokenRows: number
}

let app: App
let root: string
let lane: number
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-purge-')))
  mkdirSync(join(root, 'shop', 'nested'), { recursive: true })
  app = await startApp({}, root)
  lane = await laneOn('shop')
  await finished('inside', 'shop')
  await finished('below', 'shop/lib')
  await finished('nested', 'shop/nested')
  await finished('beside', 'shop-2')
  await app.hook('SessionStart', { session_id: 'busy', cwd: join(root, 'shop') })
  await app.settled()
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const laneOn = async (folder: string) =>
  (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: join(root, folder) } })).json
    .lane.id
const finished = async (session_id: string, folder: string) => {
  const cwd = join(root, folder)
  await app.hook('SessionStart', { session_id, cwd })
  await app.hook('UserPromptSubmit', { session_id, cwd, prompt: 'hello' })
  await app.hook('SessionEnd', { session_id, cwd })
}
const preflight = () => app.get<History>(`/api/lanes/${lane}/preflight?action=purge`)
const purge = (expected: unknown) =>
  app.send<{ purged?: History; error?: { code: string; current?: History } }>(`/api/lanes/${lane}/purge`, {
    method: 'POST',
    body: { confirm: true, expect: expected },
  })
const sessions = async () => {
  const { sessions: rows } = await app.get<{ sessions: { id: string }[] }>('/api/sessions?limit=50')
  return rows.map(({ id }) => id).toSorted()
}

describe('a purge', () => {
  it('deletes the finished sessions of the lane, and nothing else', async () => {
    const facts = await preflight()
    expect(facts).toEqual({
      sessions: 3,
      events: expect.any(Number),
      tokenRows: 0,
      bytesEstimate: expect.any(Number),
      activeSessionSkipped: 1,
    })
    expect(facts.events).toBeGreaterThanOrEqual(6)
    const { status, json } = await purge(facts)
    expect([status, json.purged]).toEqual([200, { sessions: 3, events: facts.events, tokenRows: 0 }])
    expect(await sessions()).toEqual(['beside', 'busy'])
    expect(await preflight()).toMatchObject({ sessions: 0, events: 0, bytesEstimate: 0, activeSessionSkipped: 1 })
  })

  it('leaves the sessions of a lane on a directory below', async () => {
    await laneOn('shop/nested')
    expect((await purge(await preflight())).status).toBe(200)
    expect(await sessions()).toEqual(['beside', 'busy', 'nested'])
  })

  it('does nothing when another session has finished since it was confirmed', async () => {
    const facts = await preflight()
    await finished('late', 'shop')
    await app.settled()
    const { status, json } = await purge(facts)
    expect([status, json.error]).toMatchObject([409, { code: 'ESTALE', current: { sessions: 4 } }])
    expect(await sessions()).toContain('inside')
  })

  it('counts more sessions than fit in one step', async () => {
    for (let i = 0; i < 120; i++) await app.hook('SessionStart', { session_id: `s${i}`, cwd: join(root, 'shop') })
    for (let i = 0; i < 120; i++) await app.hook('SessionEnd', { session_id: `s${i}`, cwd: join(root, 'shop') })
    await app.settled()
    const facts = await preflight()
    expect(facts.sessions).toBe(123)
    expect((await purge(facts)).json.purged?.sessions).toBe(123)
  })
})
