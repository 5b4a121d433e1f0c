import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { gitIn, repositoryAt } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../../../support/tmux/panes.js'

interface Answer {
  readonly lane: { readonly id: number; readonly cwd: string; readonly status: string }
  readonly run_id: string
  readonly error?: { readonly code: string; readonly message: string; readonly [member: string]: unknown }
}

let app: App | undefined
let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-environment-')))
  for (const name of ['bin', 'shop', 'home']) mkdirSync(join(root, name))
})
afterEach(async () => {
  await app?.close()
  if (hasTmux) endServer(join(root, 'data'))
  rmSync(root, { recursive: true, force: true })
})

const SYSTEM = '/usr/local/bin:/usr/bin:/bin'
const at = (...names: readonly string[]): string => join(root, ...names)
const program = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o700 })
}
/** An agent that writes its environment and arguments. */
const NOTES = `env -0 >$HOME/env.part; printf '%s\\n' "$@" >$HOME/args; mv $HOME/env.part $HOME/env; exec sleep 600`
const open = async (env: Readonly<Record<string, string>> = {}): Promise<App> => {
  app = await startApp({ PATH: SYSTEM, HOME: at('home'), SHELL: '/bin/sh', ...env }, root)
  return app
}
const post = async (path: string, body: object = {}) => {
  const answer = await app?.send<Answer>(path, { method: 'POST', body })
  if (answer === undefined) throw new Error('no service')
  return answer
}
const started = async (body: object = {}, cwd = at('shop')) => {
  const { lane } = (await post('/api/lanes', { cwd })).json
  return { lane: lane.id, ...(await post(`/api/lanes/${lane.id}/start`, body)) }
}
const noted = (): Promise<Readonly<Record<string, string>>> =>
  until('the environment', () =>
    existsSync(at('home', 'env'))
      ? Object.fromEntries(
          readFileSync(at('home', 'env'), 'utf8')
            .split('\0')
            .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
        )
      : undefined,
  )

describe.skipIf(!hasTmux)('an agent in a lane', () => {
  it('gets the environment of the service without secrets, from a file that nobody finds later', async () => {
    program(at('bin', 'claude'), NOTES)
    const odd = `it's "$HOME" \`id\`\nline; #{pane_id} ünï\\`
    const large = 'x'.repeat(60_000)
    const given = { NODE_EXTRA_CA_CERTS: '/etc/ca.pem', AWS_PROFILE: 'work', ODD: odd, LARGE: large }
    const { get } = await open({
      PATH: `${at('bin')}:${SYSTEM}`,
      ...given,
      OPENAI_API_KEY: 'sk',
      DASHBOARD_ALLOWED_HOSTS: 'x',
    })
    const { run_id } = (await started()).json
    const seen = await noted()
    expect(seen).toMatchObject({
      ...given,
      SVC_RUN: run_id,
      COLORTERM: 'truecolor',
      CLAUDE_CODE_DISABLE_AGENT_VIEW: '1',
    })
    expect(Object.keys(seen)).toEqual(
      expect.arrayContaining(['TERM', 'TMUX', 'TMUX_PANE', 'HOME', 'CLAUDE_CONFIG_DIR']),
    )
    for (const name of ['OPENAI_API_KEY', 'DASHBOARD_ALLOWED_HOSTS', 'SVC_DATA_DIR'])
      expect(seen).not.toHaveProperty(name)
    expect(readdirSync(at('data', 'panes')).filter((name) => name.endsWith('.start'))).toEqual([])
    const names = await get<{ passed: readonly string[]; withheld: readonly string[] }>('/api/run/environment')
    expect(names.passed).toEqual(expect.arrayContaining(['AWS_PROFILE', 'LARGE', 'PATH']))
    expect(names.withheld).toEqual(expect.arrayContaining(['OPENAI_API_KEY', 'SVC_DATA_DIR']))
  })

  it('gets what the user says', async () => {
    program(at('bin', 'claude'), NOTES)
    const names = { LANE_ENV_PASS: 'OPENAI_*', LANE_ENV_WITHHOLD: 'AWS_PROFILE,SSH_AUTH_SOCK' }
    await open({
      PATH: `${at('bin')}:${SYSTEM}`,
      ...names,
      OPENAI_API_KEY: 'sk',
      AWS_PROFILE: 'work',
      SSH_AUTH_SOCK: '/s',
    })
    await started()
    const seen = await noted()
    expect([seen['OPENAI_API_KEY'], seen['AWS_PROFILE'], seen['SSH_AUTH_SOCK']]).toEqual(['sk', undefined, undefined])
  })

  it.each([
    ['cli_a', 'claude', (text: string) => `--append-system-prompt=${text}`],
    ['cli_b', 'codex', (text: string) => `--config=developer_instructions=${JSON.stringify(text)}`],
  ])('is told the instructions of the user and of its lane, however long: %s', async (tool, name, argument) => {
    program(
      at('bin', name),
      `env -0 >$HOME/env.part; printf '%s\\0' "$@" >$HOME/args; mv $HOME/env.part $HOME/env; exec sleep 600`,
    )
    const { send } = await open({ PATH: `${at('bin')}:${SYSTEM}` })
    const [mine, its] = [`It's "$HOME" \`id\`; ${'x'.repeat(15_000)}`, `Use tabs.\n--model=x\n${'ü'.repeat(15_000)}`]
    const { lane } = (await post('/api/lanes', { cwd: at('shop') })).json
    const put = (path: string, instructions: string) => send(path, { method: 'PUT', body: { instructions } })
    expect((await put('/api/me/instructions', mine)).status).toBe(200)
    expect((await put(`/api/lanes/${lane.id}/instructions`, its)).status).toBe(200)
    expect((await post(`/api/lanes/${lane.id}/start`, { tool })).status).toBe(200)
    await noted()
    expect(readFileSync(at('home', 'args'), 'utf8').split('\0')).toContain(argument(`${mine}\n\n${its}`))
  })

  it('that commits in a linked worktree may write what git needs for that, and no hooks or settings', async () => {
    program(at('bin', 'codex'), NOTES)
    repositoryAt(at('repo'), { 'a.txt': 'a' })
    gitIn(at('repo'), 'worktree', 'add', '--quiet', at('work'))
    await open({ PATH: `${at('bin')}:${SYSTEM}` })
    const { lane } = await started({ tool: 'cli_b', sandbox: 'workspace-write' }, at('work'))
    await noted()
    const common = at('repo', '.git')
    const added = ['worktrees/work', 'objects', 'refs', 'logs'].map((name) => `--add-dir=${join(common, name)}`)
    const args = (): readonly string[] => readFileSync(at('home', 'args'), 'utf8').trim().split('\n')
    expect(args().filter((one) => one.startsWith('--add-dir'))).toEqual(added)
    rmSync(at('home', 'env'))
    await post(`/api/lanes/${lane}/stop`)
    writeFileSync(at('work', '.git'), `gitdir: ${common}\n`)
    await post(`/api/lanes/${lane}/start`, { tool: 'cli_b' })
    await noted()
    expect(args().filter((one) => one.startsWith('--add-dir'))).toEqual([])
  })

  it('shows all colours to the clients of the service', async () => {
    program(at('bin', 'claude'), NOTES)
    await open({ PATH: `${at('bin')}:${SYSTEM}` })
    await started()
    expect(tmuxOf(at('data'))('show-options', '-s', 'terminal-features')).toContain('xterm-256color:RGB')
  })
})

describe('the program of an agent', () => {
  it('that is missing refuses the start, and says where it was searched', async () => {
    await open({ SHELL: '/nowhere/sh' })
    const { status, json } = await started({ tool: 'cli_b' })
    expect([status, json.error]).toMatchObject([400, { code: 'ENOTOOL', program: 'codex' }])
    for (const folder of ['/usr/bin', at('home', '.local', 'bin'), at('home', '.claude', 'local')])
      expect(json.error?.message).toContain(folder)
    expect(await app?.get('/api/run/history')).toMatchObject({ items: [] })
    expect(await app?.get('/api/run/binary?tool=cli_b')).toMatchObject({ found: false, path: null })
  })

  it.skipIf(!hasTmux).each([
    ['in ~/.local/bin', () => at('home', '.local', 'bin')],
    ['in ~/.claude/local', () => at('home', '.claude', 'local')],
    ['on the PATH of the login shell', () => at('versions', 'bin')],
  ])('is found %s, and so are its interpreters', async (_where, folder) => {
    writeFileSync(at('home', '.profile'), `echo welcome; PATH="$PATH:${at('versions', 'bin')}"\n`)
    program(join(folder(), 'interpreter'), NOTES)
    writeFileSync(join(folder(), 'claude'), '#!/usr/bin/env interpreter\n', { mode: 0o700 })
    await open()
    expect(await app?.get('/api/run/binary')).toMatchObject({ found: true, path: join(folder(), 'claude') })
    expect((await started()).status).toBe(200)
    expect((await noted())['PATH']).toContain(folder())
  })

  it.skipIf(!hasTmux)('that cannot be started says why', async () => {
    writeFileSync(at('bin', 'claude'), '#!/usr/bin/env no-such-interpreter\n', { mode: 0o700 })
    await open({ PATH: `${at('bin')}:${SYSTEM}` })
    const { run_id } = (await started()).json
    const run = await until('the end', async () => {
      const { run: row } = (await app?.get<{ run: Readonly<Record<string, unknown>> }>(`/api/run/${run_id}`)) ?? {}
      return row?.['reason'] === 'exited' && row
    })
    expect(run).toMatchObject({
      exit_code: 127,
      detail: expect.stringMatching(/^a program was not found: .*no-such-interpreter/),
    })
  })
})
