import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lockCommands } from '../../../src/cli/lock.js'
import { until } from '../../support/agents/until.js'
import { ROOT, runHere, runSource } from '../../support/cli/run.js'
import { type App, startApp } from '../../support/service/app.js'

let app: App
let root: string
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-cli-lock-')))
  app = await startApp({}, root)
  vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
  vi.stubEnv('NO_COLOR', '1')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const holders = async () =>
  (await app.get<{ locks: { holder: string }[] }>('/api/locks')).locks.map(({ holder }) => holder)
const send = (action: string, holder: string) =>
  app.send(`/api/locks/db/${action}`, { method: 'POST', body: { holder } })

describe('switchyard lock', () => {
  it('holds the lock around a command and exits with its code', async () => {
    const done = await runSource(['lock', 'db', '--holder', 'ada', '--', 'sh', '-c', 'echo "$0"; exit 7', 'a  b'], {})
    expect([done.code, done.out, done.err]).toEqual([7, 'a  b\n', ''])
    expect(await holders()).toEqual([])
  })

  it('ends the command and releases the lock on a stop signal', async () => {
    const args = ['--import', 'tsx', join(ROOT, 'src', 'cli.ts'), 'lock', 'db', '--holder', 'ada', '--', 'sleep', '600']
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
    await until('the lock is held', async () => (await holders()).includes('ada'))
    child.kill('SIGTERM')
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(143)
    expect(await holders()).toEqual([])
  })

  it('fails if another one holds the lock, and waits for it if asked to', async () => {
    await send('acquire', 'ben')
    const refused = await runHere(lockCommands(), ['lock', 'db', '--', 'true'])
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^ben has held the lock db for \d+ s$/)])
    expect((await runHere(lockCommands(), ['lock', 'db', '--wait=soon', '--', 'true'])).code).toBe(2)
    const waiting = runSource(['lock', 'db', '--wait', '--', 'echo', 'mine'], {})
    const listed = await runHere(lockCommands(), ['locks'])
    expect(listed.out).toMatch(/db +ben +\d+ s/)
    await send('release', 'ben')
    expect(await waiting).toMatchObject({ code: 0, out: 'mine\n' })
    expect((await runHere(lockCommands(), ['locks'])).err).toContain('no locks are held')
  })
})
