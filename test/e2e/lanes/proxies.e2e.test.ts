import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shellQuoted } from '../../../src/adapters/files/shell.js'
import { findClis } from '../../support/agents/clis.js'
import { until } from '../../support/agents/until.js'
import { type App, startApp } from '../../support/service/app.js'
import { startTeam } from '../../support/service/team.js'
import { scripted } from '../../support/stub-model/script.js'
import { startStubModel, type StubModel } from '../../support/stub-model/server.js'
import { endServer, tmuxOf } from '../../support/tmux/panes.js'

const clis = findClis()
const limit = 120_000
const QUIET = ['CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1', 'DISABLE_AUTOUPDATER=1', 'IS_SANDBOX=1']

interface Answer {
  readonly lane: { readonly id: number; readonly router_profile: string | null }
  readonly run_id?: string
  readonly error?: unknown
}
type Send = (path: string, body: object) => Promise<Answer>

/** Prepares a home whose agents have no login and no settings of their own, only answers to the questions of a first start. */
const firstStart = (home: string, project: string): void => {
  for (const folder of [join(home, '.claude'), join(home, '.codex'), project]) mkdirSync(folder, { recursive: true })
  const state = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    projects: { [project]: { hasTrustDialogAccepted: true } },
  }
  // In the first place, or in the second where the home is named by a variable.
  for (const folder of [home, join(home, '.claude')]) writeFileSync(join(folder, '.claude.json'), JSON.stringify(state))
  writeFileSync(join(home, '.codex', 'config.toml'), `[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"\n`)
}

/** The real CLIs reach a model that they have no login for, by the proxy of their lane alone. */
describe.skipIf(clis === null)('an AI proxy', () => {
  let model: StubModel
  let root: string
  let app: App | undefined
  beforeEach(async () => {
    model = await startStubModel()
    root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-proxies-')))
    mkdirSync(join(root, 'bin'))
    for (const [name, program] of Object.entries(clis ?? {})) {
      // A user reviews the hooks once.
      const trust = name === 'codex' ? ' --dangerously-bypass-hook-trust' : ''
      const run = `exec env ${QUIET.join(' ')} ${shellQuoted(program)}${trust} "$@"`
      writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${run}\n`)
      chmodSync(join(root, 'bin', name), 0o700)
    }
  })
  afterEach(async () => {
    await app?.close()
    endServer(join(root, 'data'))
    await model.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 })
  })
  const env = () => ({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' })

  const withProxy = async (send: Send, project: string) => {
    const { id } = (await send('/api/lanes', { cwd: project })).lane
    expect(await send(`/api/lanes/${id}/router/apply`, { profile: 'team' })).toMatchObject({
      lane: { router_profile: 'team' },
    })
    const key = 'Bearer sk-of-the-proxy'
    expect(await answered(send, id)).toEqual(new Set([`anthropic large-1 ${key}`, `openai large-1 ${key}`]))
  }

  /** Starts both CLIs, and returns what asked the model, and as whom. */
  const answered = async (send: Send, id: number) => {
    const start = (slot: number, body: object) => send(`/api/lanes/${id}/start`, { slot, ...body })
    const prompt = (name: string) => scripted(name, [{ text: `${name} got through` }])
    expect(await start(0, { prompt: prompt('claude'), permissionMode: 'default' })).toHaveProperty('run_id')
    expect(await start(1, { prompt: prompt('codex'), tool: 'cli_b' })).toHaveProperty('run_id')
    const screen = (slot: number): string =>
      tmuxOf(join(root, 'data'))('capture-pane', '-p', '-t', `=lane-${id}-${slot}:`)
    const asked = () =>
      new Set(
        model.asked
          .filter(({ purpose }) => purpose === 'reply')
          .map((one) => `${one.api} ${one.model} ${one.authorization}`),
      )
    await until('requests of both', () => asked().size === 2).catch((error: unknown) => {
      throw new Error([0, 1].map(screen).join('\n'), { cause: error })
    })
    return asked()
  }
  const proxy = () => ({ name: 'team', baseUrl: model.url, apiKey: 'sk-of-the-proxy', model: 'large-1' })

  it(
    'of a lane is used by both CLIs in local mode',
    async () => {
      firstStart(root, join(root, 'shop'))
      app = await startApp(
        { ...env(), CLAUDE_CONFIG_DIR: join(root, '.claude'), CODEX_HOME: join(root, '.codex') },
        root,
      )
      const send: Send = async (path, body) =>
        ((await app?.send<Answer>(path, { method: 'POST', body })) ?? { json: {} }).json as Answer
      await send('/api/ai-routers', proxy())
      await withProxy(send, join(root, 'shop'))
    },
    limit,
  )

  it(
    'is reached through the relay in server mode, by agents that never get its key',
    async () => {
      const team = await startTeam(env(), root)
      app = team.app
      const home = join(root, 'data', 'users', 'grace')
      firstStart(home, join(home, 'shop'))
      await team.as('ada', '/api/ai-routers', { method: 'POST', body: proxy() })
      const send: Send = async (path, body) => (await team.as<Answer>('grace', path, { method: 'POST', body })).json
      await withProxy(send, join(home, 'shop'))
      expect((await team.as('ada', '/api/metrics')).text).toMatch(/svc_relay_requests_total\{proxy="team"\} [2-9]/)
    },
    limit,
  )

  it(
    'is not needed where the pool has accounts: those are what the CLIs send',
    async () => {
      const openai = { ANTHROPIC_BASE_URL: model.url, SVC_OPENAI_API_URL: `${model.url}/v1` }
      const team = await startTeam({ ...env(), ...openai }, root)
      app = team.app
      const home = join(root, 'data', 'users', 'grace')
      firstStart(home, join(home, 'shop'))
      for (const [tool, token] of [
        ['cli_a', 'sk-ant-oat01-of-the-pool'],
        ['cli_b', 'sk-of-the-pool'],
      ])
        await team.host('POST', '/api/accounts', { tool, name: 'one', token })
      const send: Send = async (path, body) => (await team.as<Answer>('grace', path, { method: 'POST', body })).json
      const { id } = (await send('/api/lanes', { cwd: join(home, 'shop') })).lane
      const asked = [...(await answered(send, id))].map((one) =>
        one
          .split(' ')
          .filter((_, at) => at !== 1)
          .join(' '),
      )
      expect(asked.toSorted()).toEqual(['anthropic Bearer sk-ant-oat01-of-the-pool', 'openai Bearer sk-of-the-pool'])
      // Their hooks and transcripts are in the home of their user, whose sessions they are.
      const sessions = async (name: 'grace' | 'bob') => {
        const { json } = await team.as<{ sessions: readonly { provider: string; tokens: object }[] }>(
          name,
          '/api/sessions',
        )
        return json.sessions.map(({ provider }) => provider).toSorted()
      }
      await until('the sessions of both', async () => (await sessions('grace')).length === 2)
      expect([await sessions('grace'), await sessions('bob')]).toEqual([['claude', 'codex'], []])
    },
    limit,
  )
})
