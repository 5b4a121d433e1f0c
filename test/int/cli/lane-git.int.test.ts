import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lanesCommand } from '../../../src/cli/lanes.js'
import { runHere } from '../../support/cli/run.js'
import { gitIn, repositoryAt, type TestRepository } from '../../support/git/repository.js'
import { type App, startApp } from '../../support/service/app.js'

let app: App
let root: string
let shop: TestRepository
let lane: string
let plain: string
const laneOn = async (cwd: string): Promise<string> => {
  const body = { cwd, base_branch: 'base' }
  return String((await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body })).json.lane.id)
}
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-cli-git-')))
  shop = repositoryAt(join(root, 'shop'), { 'a.txt': 'one\n', 'old.txt': 'x\n'.repeat(9) })
  shop.git('config', 'user.name', 'Ada')
  shop.git('config', 'user.email', 'ada@example.com')
  shop.git('branch', 'base')
  mkdirSync(join(root, 'plain'))
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'bin', 'claude'), '#!/bin/sh\necho "cart: add gift cards"\n', { mode: 0o700 })
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root }, root)
  vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
  vi.stubEnv('NO_COLOR', '1')
  lane = await laneOn(shop.path)
  plain = await laneOn(join(root, 'plain'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const run = (...args: readonly string[]) => runHere([lanesCommand()], ['lanes', ...args])

describe('switchyard lanes changes', () => {
  it('lists changed files, and shows hunks without control characters', async () => {
    expect(await run('changes', lane)).toMatchObject({ code: 0, out: '', err: 'no changes\n' })
    shop.write('a.txt', 'one\ntwo \u001b[31m')
    shop.write('new\t1.txt', 'new\n')
    shop.git('mv', 'old.txt', 'moved.txt')
    const all = await run('changes', lane)
    expect([all.code, all.out]).toEqual([
      0,
      'M +1 -0 a.txt\nR +0 -0 old.txt => moved.txt (staged)\n? +1 -0 new 1.txt\n',
    ])
    const one = await run('changes', lane, 'a.txt')
    expect(one.out).toBe('M +1 -0 a.txt\n@@ -1 +1,2 @@\n one\n+two \n\\ No newline at end of file\n')
    expect((await run('changes', lane, '--diff')).out).toContain('@@ -0,0 +1 @@\n+new\n')
    const { files } = JSON.parse((await run('changes', lane, '--json')).out) as { files: object[] }
    expect(files).toHaveLength(3)
  })

  it('fails where there is nothing to show', async () => {
    expect(await run('changes', lane, 'none.txt')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no changes'),
    })
    expect(await run('changes', plain)).toMatchObject({ code: 1, err: expect.stringContaining('git cannot read') })
    expect(await run('changes', plain, '--json')).toMatchObject({ code: 0, out: '{\n  "available": false\n}\n' })
    expect(await run('changes', '999')).toMatchObject({ code: 1, err: expect.stringContaining('not found') })
  })
})

describe('switchyard lanes commit and push', () => {
  it('commit all or what is staged, with a message of the user or of the agent', async () => {
    expect((await run('commit', lane)).code).toBe(2)
    expect((await run('commit', lane, '-m', 'x', '--suggest')).code).toBe(2)
    const staged = await run('commit', lane, '-m', 'move a file', '--staged')
    expect(staged).toMatchObject({ code: 0, out: `${shop.git('rev-parse', 'HEAD')}\n`, err: 'move a file\n' })
    expect(shop.git('show', '--format=', '--name-status')).toBe('R100\told.txt\tmoved.txt')
    writeFileSync(join(root, 'message'), 'add files\n\nBecause.\n')
    expect((await run('commit', lane, '--message-file', join(root, 'message'))).code).toBe(0)
    expect(shop.git('log', '-1', '--format=%B').trim()).toBe('add files\n\nBecause.')
    expect(await run('commit', lane, '--suggest')).toMatchObject({ code: 1, err: expect.stringContaining('staged') })
    shop.write('a.txt', 'three\n')
    shop.git('add', 'a.txt')
    const suggested = await run('commit', lane, '--suggest', '--json')
    expect(JSON.parse(suggested.out)).toMatchObject({ action: 'commit', ok: true, message: 'cart: add gift cards' })
    expect((await run('changes', lane, '--branch')).out).toContain('R +0 -0 old.txt => moved.txt\n')
    expect(await run('commit', lane, '-m', 'x')).toMatchObject({ code: 1, err: expect.stringContaining('nothing') })
    const missing = ['--message-file', join(root, 'none')]
    expect(await run('commit', lane, ...missing)).toMatchObject({ code: 1, err: expect.stringContaining('be read') })
  })

  it('push the branch', async () => {
    expect(await run('push', lane)).toMatchObject({ code: 1, err: expect.stringContaining('no remote') })
    gitIn(root, 'init', '--quiet', '--bare', 'origin.git')
    shop.git('remote', 'add', 'origin', join(root, 'origin.git'))
    expect(await run('push', lane)).toMatchObject({ code: 0, err: expect.stringContaining('main -> main') })
    expect(JSON.parse((await run('push', lane, '--json')).out)).toMatchObject({ action: 'push', ok: true })
    expect(gitIn(join(root, 'origin.git'), 'rev-parse', 'main')).toBe(shop.git('rev-parse', 'HEAD'))
  })
})

it.each(['changes', 'commit', 'push'])('switchyard lanes %s describes its options', (name) => {
  const help = lanesCommand()
    .commands.find((command) => command.name() === name)
    ?.helpInformation()
  expect(help).toContain('--json')
})
