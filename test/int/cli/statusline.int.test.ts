import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { statuslineCommand } from '../../../src/adapters/agent-cli/statusline-script.js'
import { statuslineCommands } from '../../../src/cli/statusline.js'
import { until } from '../../support/agents/until.js'
import { runHere, runSource } from '../../support/cli/run.js'
import { startApp } from '../../support/service/app.js'

let folder: string
let settings: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-setting-'))
  settings = join(folder, 'claude', 'settings.json')
  mkdirSync(join(folder, 'claude'))
  vi.stubEnv('SVC_DATA_DIR', join(folder, 'data'))
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(folder, 'claude'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const run = (verb: string, ...options: readonly string[]) =>
  runHere([statuslineCommands()], ['statusline', verb, ...options])
const read = () => readFileSync(settings, 'utf8')
const ours = () => statuslineCommand(join(folder, 'data'))
const status = async () => JSON.parse((await run('status', '--json')).out) as { installed: boolean; own: string | null }
const backups = () => readdirSync(join(folder, 'claude')).filter((name) => name.includes('backup'))

// Text that JSON.parse and JSON.stringify would change: odd spacing, the number 1.0 and a duplicate key.
const OWN = `{ "a": 1.0,\n\t"statusLine": {"type": "command", "command": "~/my line.sh 'x'", "padding": 0},\n  "b": [1,2] , "b": [] }\n`

describe('installing the status line', () => {
  it("wraps the user's own, keeps a backup, and changes nothing else", async () => {
    writeFileSync(settings, OWN)
    expect((await run('install')).code).toBe(0)
    expect(JSON.parse(read())).toEqual({ a: 1, b: [], statusLine: { type: 'command', command: ours(), padding: 0 } })
    expect(read().startsWith('{ "a": 1.0,\n\t"statusLine": ')).toBe(true)
    expect(read().endsWith(',\n  "b": [1,2] , "b": [] }\n')).toBe(true)
    expect(backups().map((name) => readFileSync(join(folder, 'claude', name), 'utf8'))).toEqual([OWN])
    expect(await status()).toMatchObject({ installed: true, own: "~/my line.sh 'x'" })
  })

  it('is idempotent', async () => {
    writeFileSync(settings, OWN)
    await run('install')
    const once = read()
    const { err } = await run('install')
    expect([read(), err.includes('nothing to change'), backups().length]).toEqual([once, true, 1])
  })

  it('creates a missing settings file, and can be undone', async () => {
    await run('install')
    expect(JSON.parse(read())).toEqual({ statusLine: { type: 'command', command: ours() } })
    await run('uninstall')
    expect(JSON.parse(read())).toEqual({})
    expect(await status()).toMatchObject({ installed: false, own: null })
  })

  it.each(['{ "statusLine": ', '[]', '{"statusLine": "x"}', '{"statusLine": {"type": "other"}}'])(
    'fails and does not change %s',
    async (text) => {
      writeFileSync(settings, text)
      const { code, err } = await run('install')
      expect([code, err]).toEqual([1, expect.stringContaining('settings.json')])
      expect([read(), backups()]).toEqual([text, []])
    },
  )
})

describe('uninstalling the status line', () => {
  it("restores the user's own", async () => {
    writeFileSync(settings, OWN)
    await run('install')
    await run('uninstall')
    expect(JSON.parse(read())).toEqual(JSON.parse(OWN))
    expect(await status()).toMatchObject({ installed: false, own: "~/my line.sh 'x'" })
  })

  it('does not change a status line that the user has set since', async () => {
    writeFileSync(settings, OWN)
    await run('install')
    writeFileSync(settings, OWN)
    const { err } = await run('uninstall')
    expect([read(), err.includes('nothing to change')]).toEqual([OWN, true])
  })
})

describe('the command itself', () => {
  it('prints the line and reports to the service', async () => {
    const app = await startApp({}, folder)
    const body = JSON.stringify({
      session_id: 's',
      model: { display_name: 'Opus' },
      context_window: { used_percentage: 7 },
    })
    const { code, out } = await runSource(['statusline'], { SVC_DATA_DIR: join(folder, 'data') }, body)
    expect([code, out]).toEqual([0, 'Opus  context 7%\n'])
    await until('the reading', async () => (await app.get<{ sessions: unknown[] }>('/api/quota')).sessions.length > 0)
    await app.close()
  })
})
