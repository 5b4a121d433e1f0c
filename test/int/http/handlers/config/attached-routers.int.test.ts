import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux } from '../../../../support/tmux/panes.js'

const KEY = 'sk-of-the-proxy-0123456789'
const URL = 'https://llm.example.org'

interface Answer {
  readonly lane: { readonly id: number; readonly router_profile: string | null }
  readonly run_id: string | null
  readonly restart_required?: boolean
  readonly lanes?: readonly { readonly id: number; readonly ok: boolean; readonly error?: string }[]
  readonly error?: { readonly code: string }
}

// Notes its arguments and what proxies are set by environment, then waits.
const AGENT = `#!/bin/sh
{ printf '%s\\n' "$@"; env | grep -E '^(ANTHROPIC|OPENAI)' | sort; } >"$HOME/started.$SVC_RUN.part"
mv "$HOME/started.$SVC_RUN.part" "$HOME/started.$SVC_RUN"
while read -r line; do eval "$line"; done
`

let app: App
let root: string
let shop: string
let lane: number

const open = (): Promise<App> =>
  startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-attach-')))
  shop = join(root, 'shop')
  for (const folder of ['bin', 'shop']) mkdirSync(join(root, folder))
  for (const name of ['claude', 'codex']) {
    writeFileSync(join(root, 'bin', name), AGENT)
    chmodSync(join(root, 'bin', name), 0o700)
  }
  execFileSync('git', ['init', '-q', shop])
  app = await open()
  lane = (await send('POST', '/api/lanes', { cwd: shop })).lane.id
  await send('POST', '/api/ai-routers', {
    name: 'team',
    baseUrl: URL,
    apiKey: KEY,
    model: 'large',
    models: { haiku: 'small' },
  })
  await send('POST', '/api/ai-routers', { name: 'no.key', baseUrl: 'http://127.0.0.1:8080' })
})
afterEach(async () => {
  await app.close()
  if (hasTmux) endServer(join(root, 'data'))
  rmSync(root, { recursive: true, force: true })
})

const send = async (method: string, path: string, body: object = {}): Promise<Answer> =>
  (await app.send<Answer>(path, { method, body })).json
const apply = (profile: unknown, at = lane) => send('POST', `/api/lanes/${at}/router/apply`, { profile })
const settings = () => join(shop, '.claude', 'settings.local.json')
const env = () => (JSON.parse(readFileSync(settings(), 'utf8')) as { env?: unknown }).env
const code = ({ error }: Answer) => error?.code
const files = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => lstatSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')

describe('a proxy of a lane of Claude Code', () => {
  it('is in its local settings, which only their user reads and git ignores', async () => {
    expect(await apply('team')).toMatchObject({
      lane: { router_profile: 'team' },
      restart_required: false,
      run_id: null,
    })
    expect(env()).toEqual({
      ANTHROPIC_BASE_URL: URL,
      ANTHROPIC_AUTH_TOKEN: KEY,
      ANTHROPIC_MODEL: 'large',
      ANTHROPIC_DEFAULT_HAIKU_MODEL: 'small',
    })
    expect(statSync(settings()).mode & 0o777).toBe(0o600)
    expect(execFileSync('git', ['-C', shop, 'status', '--porcelain', '-uall'], { encoding: 'utf8' })).toBe('')
    expect(
      (await app.get<{ routers: { lanes: number }[] }>('/api/ai-routers')).routers.map(({ lanes }) => lanes),
    ).toEqual([0, 1])
    expect(await apply('native')).toMatchObject({ lane: { router_profile: null } })
    expect(existsSync(settings())).toBe(false)
    expect(files(join(root, 'data')).includes(KEY)).toBe(false)
  })

  it('leaves everything else in the file as it was', async () => {
    mkdirSync(join(shop, '.claude'))
    const own = '{\n  // mine\n  "env": { "EDITOR": "vi" },\n\t"model": "opus"\n}\n'
    writeFileSync(settings(), own)
    await apply('team')
    expect(readFileSync(settings(), 'utf8')).toContain('// mine')
    expect(env).toThrow()
    await apply('native')
    expect(readFileSync(settings(), 'utf8')).toBe(own)
  })

  it('is never taken for one with a login of its own: without a key, no login of the user is sent', async () => {
    await apply('no.key')
    expect(env()).toEqual({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:8080', ANTHROPIC_AUTH_TOKEN: 'no-key' })
  })

  it('is refused where it cannot be written, and then nothing has changed', async () => {
    expect(code(await apply('none'))).toBe('EBADPROXY')
    expect(code(await apply(5))).toBe('EBADPROXY')
    mkdirSync(join(shop, '.claude'))
    writeFileSync(settings(), '{ "env": ')
    expect(code(await apply('team'))).toBe('EBADFIELD')
    expect(readFileSync(settings(), 'utf8')).toBe('{ "env": ')
    writeFileSync(settings(), '{}', { mode: 0o444 })
    chmodSync(settings(), 0o444)
    expect(code(await apply('team'))).toBe('EREADONLY')
    chmodSync(settings(), 0o644)
    execFileSync('git', ['-C', shop, 'add', '-f', '.claude/settings.local.json'])
    expect(code(await apply('team'))).toBe('EBADPATH')
    expect(readFileSync(settings(), 'utf8')).toBe('{}')
    rmSync(shop, { recursive: true })
    expect(code(await apply('team'))).toBe('ENOCWD')
    expect((await app.get<Answer>(`/api/lanes/${lane}`)).lane.router_profile).toBeNull()
  })

  it('follows the profile: changes reach the lane, and a deleted one leaves it', async () => {
    await apply('team')
    expect((await send('PATCH', '/api/ai-routers/team', { apiKey: 'sk-the-next-key' })).lanes).toEqual([
      { id: lane, ok: true },
    ])
    expect(env()).toMatchObject({ ANTHROPIC_AUTH_TOKEN: 'sk-the-next-key' })
    writeFileSync(settings(), 'broken')
    const [failed] = (await send('PATCH', '/api/ai-routers/team', { model: null })).lanes ?? []
    expect(failed).toMatchObject({ id: lane, ok: false, error: expect.stringContaining('broken') as string })
    writeFileSync(settings(), '{"env":{"ANTHROPIC_BASE_URL":"x"}}')
    expect((await send('DELETE', '/api/ai-routers/team')).lanes).toEqual([{ id: lane, ok: true }])
    expect(existsSync(settings())).toBe(false)
    expect((await app.get<Answer>(`/api/lanes/${lane}`)).lane.router_profile).toBeNull()
  })

  it('is written again at the next start, and taken out when the lane is deleted', async () => {
    await apply('team')
    await app.close()
    rmSync(settings())
    app = await open()
    await until('the settings are there again', () => existsSync(settings()))
    expect(env()).toMatchObject({ ANTHROPIC_BASE_URL: URL })
    await send('DELETE', `/api/lanes/${lane}`)
    expect(existsSync(settings())).toBe(false)
  })
})

it('is a profile of Codex in a lane of Codex, beside a config file that stays the same', async () => {
  const config = join(app.codexHome, 'config.toml')
  writeFileSync(config, 'model = "own"\n')
  const other = join(root, 'other')
  mkdirSync(other)
  const { id } = (await send('POST', '/api/lanes', { cwd: other, tool: 'cli_b' })).lane
  await apply('team', id)
  await apply('no.key', id)
  const layer = join(app.codexHome, 'switchyard-team.config.toml')
  expect(readFileSync(layer, 'utf8')).toContain(`base_url = "${URL}/v1"`)
  expect(readFileSync(layer, 'utf8')).toContain(KEY)
  expect(statSync(layer).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(app.codexHome, 'switchyard-noDOTkey.config.toml'), 'utf8')).not.toContain('token')
  expect(readFileSync(config, 'utf8')).toBe('model = "own"\n')
  expect(existsSync(join(other, '.claude'))).toBe(false)
  await send('DELETE', '/api/ai-routers/team')
  expect(existsSync(layer)).toBe(false)
})

describe.skipIf(!hasTmux)('a run', () => {
  const started = async (body: object) => {
    const { run_id: run, error } = await send('POST', `/api/lanes/${lane}/start`, { slot: 'auto', ...body })
    if (run === undefined || run === null) throw new Error(JSON.stringify(error))
    const noted = join(root, `started.${run}`)
    await until('the agent', () => existsSync(noted))
    return { run, lines: readFileSync(noted, 'utf8').split('\n') }
  }
  const settingsOf = (lines: readonly string[]): string | undefined =>
    lines.find((line) => line.startsWith('--settings='))?.slice('--settings='.length)

  it('uses the proxy that it names, by a file that nobody else reads and that ends with it', async () => {
    expect(code(await send('POST', `/api/lanes/${lane}/start`, { proxy: 'none' }))).toBe('EBADPROXY')
    const { run, lines } = await started({ proxy: 'team' })
    const file = settingsOf(lines) ?? ''
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      env: { ANTHROPIC_BASE_URL: URL, ANTHROPIC_AUTH_TOKEN: KEY },
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lines.join('\n')).not.toContain(KEY)
    const { items } = await app.get<{ items: { run_id: string; router: string | null }[] }>('/api/run')
    expect(items.find((one) => one.run_id === run)?.router).toBe('team')
    await send('POST', `/api/lanes/${lane}/stop`)
    expect(existsSync(file)).toBe(false)
  })

  it('uses that of its lane, or none if it says so', async () => {
    await apply('team')
    expect(settingsOf((await started({})).lines)).toBeUndefined()
    const file = settingsOf((await started({ proxy: 'native' })).lines) ?? ''
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      env: { ANTHROPIC_BASE_URL: '', ANTHROPIC_AUTH_TOKEN: '' },
    })
    expect((await started({ tool: 'cli_b' })).lines).toContain('--profile=switchyard-team')
  })

  it('that makes a worktree of its own, where the settings of the lane are not read, gets them as a file', async () => {
    writeFileSync(join(shop, 'a.txt'), 'a')
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', shop, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
    git('add', '.')
    git('commit', '-qm', 'a')
    await apply('team')
    expect(settingsOf((await started({ worktree: true })).lines)).toBeDefined()
  })

  it('keeps what it was started with until it restarts', async () => {
    const { run } = await started({})
    expect(await apply('team')).toMatchObject({ restart_required: true, run_id: run })
    expect(await apply('native')).toMatchObject({ restart_required: false, run_id: null })
  })

  it('that resumes a session uses the proxy that was asked for then', async () => {
    const session = '11111111-2222-4333-8444-555555555555'
    const { run } = await started({ proxy: 'team' })
    await app.send('/api/hooks', {
      method: 'POST',
      body: { hook_type: 'SessionStart', data: { session_id: session, cwd: shop, source: 'startup' } },
      headers: { 'x-svc-run': run },
    })
    await until('the session of the run', async () => {
      const { panes } = await app.get<{ panes: { session_id: string | null }[] }>(`/api/lanes/${lane}`)
      return panes.some(({ session_id }) => session_id === session)
    })
    await send('POST', `/api/lanes/${lane}/stop`)
    const again = await started({ resumeSessionId: session })
    expect(settingsOf(again.lines)).toBeDefined()
    await send('POST', `/api/lanes/${lane}/stop`)
    await send('DELETE', '/api/ai-routers/team')
    expect(settingsOf((await started({ resumeSessionId: session })).lines)).toBeUndefined()
  })
})
