import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lanesCommand } from '../../../src/cli/lanes.js'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { runHere } from '../../support/cli/run.js'
import { openedAt, repositoryAt } from '../../support/git/repository.js'
import { until } from '../../support/agents/until.js'
import { type App, startApp } from '../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../support/tmux/panes.js'

let app: App
let root: string
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-cli-lanes-')))
  repositoryAt(join(root, 'shop'), { 'a.txt': 'a' })
  mkdirSync(join(root, 'notes'))
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'bin', 'claude'), '#!/bin/sh\nexec cat\n', { mode: 0o700 })
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}` }, root)
  vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
  vi.stubEnv('NO_COLOR', '1')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.close()
  if (hasTmux) endServer(join(root, 'data'))
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

  it('prepares a lane with the setup script of its repository', async () => {
    const ready = repositoryAt(join(root, 'ready'), { '.gitignore': 'made\n' })
    const none = await run('new', 'No script', '--repo', ready.path, '--setup')
    expect([none.code, none.out]).toEqual([1, ''])
    expect(none.err).toContain('no executable .svc/profile/hooks/setup')
    mkdirSync(join(ready.path, '.svc', 'profile', 'hooks'), { recursive: true })
    const script = join(ready.path, '.svc', 'profile', 'hooks', 'setup')
    writeFileSync(script, '#!/bin/sh\ntouch made\necho half; exit 1\n', { mode: 0o755 })
    const { code, out, err } = await run('new', 'With script', '--repo', ready.path, '--setup', '--fetch')
    expect([code, existsSync(join(out.trim(), 'made'))]).toEqual([0, true])
    expect(err).toContain(script)
    expect(err).toContain('the setup script ended with 1:\nhalf\n')
    await run('remove', await laneNamed(out.trim()), '--yes')
  })

  it('removes a lane only after a confirmation that lists the loss', async () => {
    const dir = join(root, 'shop-lanes', 'retry-uploads')
    const id = await laneNamed(dir)
    openedAt(dir).commit({ 'b.txt': 'b' })
    const asked = await run('remove', id)
    expect([asked.code, existsSync(dir)]).toEqual([2, true])
    expect(asked.err).toMatch(/loses 1 unpushed commit\n/)
    expect((await run('remove', id, '--yes')).code).toBe(1)
    openedAt(dir).git('reset', '--quiet', '--hard', 'main')
    for (const action of ['remove', 'reset'] as const) {
      openedAt(dir).write('new.txt', 'mine')
      const kept = await run(action, id, '--yes')
      expect([kept.code, existsSync(join(dir, 'new.txt'))]).toEqual([1, true])
      expect(kept.err).toMatch(/loses 1 untracked file\n.*--force/)
    }
    expect((await run('reset', id, '--yes', '--force')).code).toBe(0)
    expect([existsSync(dir), existsSync(join(dir, 'new.txt'))]).toEqual([true, false])
    openedAt(dir).write('new.txt', 'mine')
    expect((await run('remove', id, '--yes', '--force')).code).toBe(0)
    expect(existsSync(dir)).toBe(false)
    const notes = await run('remove', await laneNamed(join(root, 'notes')), '--yes')
    expect([notes.code, existsSync(join(root, 'notes'))]).toEqual([0, true])
  })

  it.skipIf(!hasTmux)('creates lanes with agents from one prompt', async () => {
    const made = await run(
      'new',
      '--repo',
      join(root, 'shop'),
      '--prompt',
      'Round the prices. In cents.',
      '--count',
      '2',
    )
    const folders = ['round-prices', 'round-prices-2'].map((name) => join(root, 'shop-lanes', name))
    expect([made.code, made.out]).toEqual([0, `${folders.join('\n')}\n`])
    expect(made.err).toMatch(/on branch feat\/round-prices: the agent runs/)
    const many = await run('new', '--repo', join(root, 'shop'), '--prompt', 'x', '--count', 'many')
    expect([many.code, many.err]).toEqual([1, expect.stringContaining('count: must be 1 to 4')])
    const one = await run('new', 'Wishlist', '--repo', join(root, 'shop'), '--prompt', 'Add it', '--json')
    expect(JSON.parse(one.out)).toMatchObject({ lane: { title: 'Wishlist' }, slot: 0 })
    for (const folder of [...folders, join(root, 'shop-lanes', 'wishlist')]) {
      const id = await laneNamed(folder)
      await run('stop', id)
      expect((await run('remove', id, '--yes', '--force')).code).toBe(0)
    }
  })

  it('starts with one prompt only, and stops nothing where nothing runs', async () => {
    await run('open', join(root, 'notes'))
    const id = await laneNamed(join(root, 'notes'))
    expect((await run('start', id, 'a', '--prompt-file', 'b')).code).toBe(2)
    expect((await run('start', id, '--prompt-file', join(root, 'none'))).err).toContain('cannot be read')
    expect((await run('start', id, '--slot', '12')).err).toContain('slot')
    expect(JSON.parse((await run('stop', id, '--json')).out)).toMatchObject({ stopped: [] })
  })

  it.skipIf(!hasTmux)('creates a lane with an agent, says how to see it, and lists what it is doing', async () => {
    const made = await run('new', 'Gift cards', '--repo', join(root, 'shop'), '--prompt', 'accept gift cards')
    expect([made.code, made.out]).toEqual([0, `${join(root, 'shop-lanes', 'gift-cards')}\n`])
    const id = await laneNamed(join(root, 'shop-lanes', 'gift-cards'))
    expect(made.err).toContain(`switchyard lanes attach ${id}`)
    expect((await run('list')).out).toMatch(/Gift cards +running +not reported/)
    const waits = { cwd: join(root, 'shop-lanes', 'gift-cards'), tool_name: 'Bash', tool_input: {} }
    await app.hook('PermissionRequest', { ...waits, session_id: 'elsewhere' })
    await app.settled()
    const listed = await run('list')
    expect(listed.out).toMatch(/Gift cards +running +waiting for you/)
    expect(listed.err).toBe(`lane ${id} waits for you\n`)
    await app.hook('SessionEnd', { cwd: waits.cwd, session_id: 'elsewhere' })
    const second = await run('start', id, '--slot', '1')
    expect(second.err).toContain(`switchyard lanes attach ${id} --slot 1`)
    await app.send('/api/hooks', {
      method: 'POST',
      headers: { 'x-svc-run': second.out.trim(), 'x-svc-pid': '11' },
      body: { hook_type: 'PermissionRequest', data: { ...waits, session_id: 'gift' } },
    })
    const hint = `lane ${id} waits for you: switchyard lanes attach ${id} --slot 1`
    await until('the agent in slot 1', async () => (await run('list')).err.includes(hint))
    expect((await run('new', 'x', '--repo', join(root, 'shop'), '--prompt', 'a', '--prompt-file', 'b')).code).toBe(2)
    await run('stop', id)
  })

  it.skipIf(!hasTmux)('lists an agent as waiting that asks before its session starts', async () => {
    await run('new', 'Careful', '--repo', join(root, 'shop'))
    const id = await laneNamed(join(root, 'shop-lanes', 'careful'))
    await run('start', id)
    expect((await run('list')).out).toMatch(/Careful +running +not reported/)
    // The agent of this test shows what is typed.
    const screen = readFileSync(new URL('../../fixtures/screens/claude-trust-80.txt', import.meta.url), 'utf8')
    tmuxOf(join(root, 'data'))('send-keys', '-t', `=lane-${id}-0:`, '-l', screen)
    await until('the dialog', async () => /Careful +running +waiting for you/.test((await run('list')).out))
    await run('stop', id)
  })

  it.skipIf(!hasTmux)('lists the sessions whose panes vanished, and resumes them only with --yes', async () => {
    expect((await run('resume')).err).toContain('nothing to resume')
    const id = await laneNamed(join(root, 'notes'))
    const lost = (await run('start', id)).out.trim()
    await app.send('/api/hooks', {
      method: 'POST',
      headers: { 'x-svc-run': lost, 'x-svc-pid': '11' },
      body: { hook_type: 'SessionStart', data: { session_id: 'the-one', cwd: join(root, 'notes') } },
    })
    await app.settled()
    endServer(join(root, 'data'))
    await until('the run to vanish', async () => {
      const { run } = await app.get<RouteAnswer<'GET /api/run/:id'>>(`/api/run/${lost}`)
      return run.reason === 'vanished'
    })
    const listed = await run('resume', id)
    expect(listed.code).toBe(2)
    expect(listed.out).toMatch(new RegExp(`${id} +0 +cli_a +the-one`))
    expect(listed.err).toContain('--yes')
    expect((await run('resume', '999')).err).toContain('nothing to resume')
    const { resumed } = JSON.parse((await run('resume', '--yes', '--json')).out) as { resumed: unknown[] }
    expect(resumed).toMatchObject([{ from: lost, slot: 0 }])
    expect((await run('resume')).err).toContain('nothing to resume')
    expect((await run('stop', id)).err).toContain('stopped 1 program')
  })

  it('reports what the service refuses', async () => {
    const { code, err } = await run('new', '--repo', join(root, 'notes'))
    expect([code, err]).toEqual([1, expect.stringContaining('sourceRepo')])
    expect((await run('remove', '999', '--yes')).err).toContain('lane not found')
    const none = await run('new', 'x', '--repo', join(root, 'shop'), '--base', 'no-such-branch')
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('no-such-branch')])
  })
})
