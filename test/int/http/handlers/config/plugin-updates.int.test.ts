import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeTree } from '../../../../support/agent-config/tree.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
let bin: string
beforeAll(async () => {
  bin = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-updates-')))
  // Records how it is called, waits while it is told to, and fails for one plugin.
  const script = `#!/bin/sh
echo "$PWD $*" >>"${bin}/called"
while [ -e "${bin}/waits" ]; do sleep 0.05; done
case "$*" in *gone@house) echo "not found" >&2; exit 1;; esac
`
  writeFileSync(join(bin, 'claude'), script, { mode: 0o755 })
  mkdirSync(join(bin, 'data'))
  const left = { job: 'left', startedAt: 1, newsAt: Date.now(), endedAt: null, steps: [] }
  writeFileSync(join(bin, 'data', 'plugin-update.json'), JSON.stringify(left))
  app = await startApp({ PATH: `${bin}:${process.env['PATH']}`, SVC_DATA_DIR: join(bin, 'data') })
  const entry = (scope: string, more: object = {}) => [{ scope, installPath: bin, version: '1', ...more }]
  writeTree(app.claudeHome, {
    'plugins/installed_plugins.json': {
      version: 2,
      plugins: {
        'switchyard@house': entry('user'),
        'gone@house': entry('user'),
        'kit@house': entry('project', { projectPath: join(bin, 'data') }),
      },
    },
  })
})
afterAll(async () => {
  await app.close()
  rmSync(bin, { recursive: true })
})

interface State {
  readonly running: boolean
  readonly abandoned: boolean
  readonly steps: readonly { readonly name: string; readonly state: string; readonly message: string | null }[]
}
const state = () => app.get<State>('/api/cc-config/plugins/update-all')
const start = () =>
  app.send<{ job?: string; error?: { code: string } }>('/api/cc-config/plugins/update-all', { method: 'POST' })

it('updates all plugins in order, one at a time, and goes on after a failure', async () => {
  // What an earlier service left does not block.
  expect(await state()).toMatchObject({ running: false, abandoned: true })
  writeFileSync(join(bin, 'waits'), '')
  const [first, second] = await Promise.all([start(), start()])
  expect(new Set([first.status, second.status])).toEqual(new Set([202, 409]))
  await until('the first step', () => existsSync(join(bin, 'called')))
  expect(await state()).toMatchObject({ running: true, abandoned: false })
  expect((await start()).json.error?.code).toBe('EBUSY')
  rmSync(join(bin, 'waits'))
  await until('the end', async () => !(await state()).running)
  expect((await state()).steps).toMatchObject([
    { name: 'marketplaces', state: 'done' },
    { name: 'gone@house', state: 'failed', message: 'claude failed: not found' },
    { name: 'kit@house', state: 'done' },
    { name: 'switchyard@house', state: 'done' },
    { name: 'reload' },
  ])
  const called = readFileSync(join(bin, 'called'), 'utf8').trimEnd().split('\n')
  expect(called.map((line) => line.slice(line.indexOf(' ') + 1))).toEqual([
    'plugin marketplace update',
    'plugin update --scope user -- gone@house',
    'plugin update --scope project -- kit@house',
    'plugin update --scope user -- switchyard@house',
  ])
  expect(called[2]?.startsWith(`${join(bin, 'data')} `)).toBe(true)
  expect((await start()).status).toBe(202)
  await until('the end', async () => !(await state()).running)
})
