import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lanesCommand } from '../../../src/cli/lanes.js'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { runHere } from '../../support/cli/run.js'
import { openedAt, repositoryAt } from '../../support/git/repository.js'
import { type App, startApp } from '../../support/service/app.js'

let app: App
let root: string
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-cli-lanes-')))
  repositoryAt(join(root, 'shop'), { 'a.txt': 'a' })
  mkdirSync(join(root, 'notes'))
  app = await startApp({}, root)
  vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
  vi.stubEnv('NO_COLOR', '1')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const run = (...args: readonly string[]) => runHere([lanesCommand()], ['lanes', ...args])
const laneNamed = async (cwd: string) => {
  const { lanes } = await app.get<RouteAnswer<'GET /api/lanes'>>('/api/lanes')
  return String(lanes.find((lane) => lane.cwd === cwd)?.id)
}

describe('switchyard lanes', () => {
  it('says what to do without lanes, and lists those that were created', async () => {
    expect((await run()).err).toContain('no lanes')
    const dir = join(root, 'shop-lanes', 'retry-uploads')
    const made = await run('new', 'Retry uploads', '--repo', join(root, 'shop'))
    expect([made.code, made.out, existsSync(join(dir, 'a.txt'))]).toEqual([0, `${dir}\n`, true])
    const opened = await run('open', join(root, 'notes'), '--json')
    expect(JSON.parse(opened.out)).toMatchObject({ created: true, lane: { cwd: join(root, 'notes') } })
    expect((await run('open', join(root, 'notes'))).err).toContain('found')
    const { out } = await run('list')
    expect(out).toMatch(/Retry uploads +idle +cli_a +feat\/retry-uploads/)
    const { lanes } = JSON.parse((await run('--json')).out) as { lanes: unknown[] }
    expect(lanes).toHaveLength(2)
  })

  it('removes a lane only after a confirmation that lists the loss', async () => {
    const dir = join(root, 'shop-lanes', 'retry-uploads')
    const id = await laneNamed(dir)
    openedAt(dir).commit({ 'b.txt': 'b' })
    const asked = await run('remove', id)
    expect([asked.code, existsSync(dir)]).toEqual([2, true])
    expect(asked.err).toContain('1 unpushed commit, 0 changed files, 0 untracked files')
    expect((await run('remove', id, '--yes')).code).toBe(1)
    expect((await run('remove', id, '--yes', '--force')).code).toBe(0)
    expect(existsSync(dir)).toBe(false)
    const notes = await run('remove', await laneNamed(join(root, 'notes')), '--yes')
    expect([notes.code, existsSync(join(root, 'notes'))]).toEqual([0, true])
  })

  it('reports what the service refuses', async () => {
    const { code, err } = await run('new', '--repo', join(root, 'notes'))
    expect([code, err]).toEqual([1, expect.stringContaining('sourceRepo')])
    expect((await run('remove', '999', '--yes')).err).toContain('lane not found')
    const none = await run('new', 'x', '--repo', join(root, 'shop'), '--base', 'no-such-branch')
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('no-such-branch')])
  })
})
