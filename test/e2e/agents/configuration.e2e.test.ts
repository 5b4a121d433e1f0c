import { mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { described, writeTree } from '../../support/agent-config/tree.js'
import { until } from '../../support/agents/until.js'
import { findClis } from '../../support/agents/clis.js'
import { type App, startApp } from '../../support/service/app.js'
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { scripted } from '../../support/stub-model/script.js'
import { startStubModel } from '../../support/stub-model/server.js'

const clis = findClis()

/** What the real CLIs write is what is read, and what is written, they read. */
describe.skipIf(clis === null)('the configuration of the real CLIs', () => {
  let app: App
  let project: string
  let env: Record<string, string>
  beforeAll(async () => {
    app = await startApp({ PATH: `${dirname(clis?.claude ?? '')}:${process.env['PATH']}`, HOME: '/nonexistent' })
    project = join(realpathSync(app.folder), 'shop')
    mkdirSync(project)
    env = {
      PATH: process.env['PATH'] ?? '',
      HOME: app.folder,
      CLAUDE_CONFIG_DIR: app.claudeHome,
      CODEX_HOME: app.codexHome,
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }
    writeTree(app.folder, {
      'market/.claude-plugin/marketplace.json': {
        name: 'house',
        owner: { name: 'x' },
        plugins: [{ name: 'kit', source: './kit', description: 'A kit', version: '1.0.0' }],
      },
      'market/kit/.claude-plugin/plugin.json': { name: 'kit', version: '1.0.0', description: 'A kit' },
      'market/kit/skills/one/SKILL.md': described('From a plugin').replace('any', 'one'),
    })
  })
  afterAll(() => app.close())

  const cli = (tool: 'claude' | 'codex', ...args: readonly string[]): string => {
    const done = spawnSync(clis?.[tool] ?? '', args, { cwd: project, env, encoding: 'utf8', timeout: 60_000 })
    expect(done.status, `${tool} ${args.join(' ')}: ${done.stdout}${done.stderr}`).toBe(0)
    return done.stdout
  }
  type Item = Readonly<Record<string, unknown>>
  const list = async (path: string): Promise<readonly Item[]> =>
    (await app.get<{ items: readonly Item[] }>(`/api/${path}?cwd=${project}`)).items
  const post = async (path: string, body: object) => (await app.send(`/api/${path}`, { method: 'POST', body })).json
  const web = { name: 'web', scope: 'user', transport: 'http', url: 'https://mcp.example.org/v1' }

  it.each(['claude', 'codex'] as const)('has MCP servers of %s, added and removed by it or for it', async (tool) => {
    const base = tool === 'claude' ? 'cc-config' : 'codex-config'
    expect(await post(`${base}/mcp/add`, web)).toEqual({ ok: true })
    const secret = {
      name: 'pg',
      scope: 'user',
      transport: 'stdio',
      command: 'npx',
      args: ['pg'],
      env: { PGPASSWORD: 'x' },
    }
    expect(await post(`${base}/mcp/add`, secret)).toEqual({ ok: true })
    const shown = (await list(`${base}/mcp`)).map(({ name, kind, env: names }) => [name, kind, names])
    expect(shown).toEqual(
      expect.arrayContaining([
        ['web', 'http', []],
        ['pg', 'stdio', ['PGPASSWORD']],
      ]),
    )
    expect(cli(tool, 'mcp', 'get', 'pg')).toContain('npx')
    for (const name of ['web', 'pg'])
      expect(await post(`${base}/mcp/remove`, { name, scope: 'user' })).toEqual({ ok: true })
    expect(await list(`${base}/mcp`)).toEqual([])
  })

  it('has the plugins that they install', async () => {
    cli('claude', 'plugin', 'marketplace', 'add', join(app.folder, 'market'))
    cli('claude', 'plugin', 'install', 'kit@house')
    expect(await list('cc-config/plugins')).toMatchObject([
      { key: 'kit@house', enabled: true, version: '1.0.0', installPathExists: true, contributes: { skills: 1 } },
    ])
    expect(await list('cc-config/marketplaces')).toMatchObject([{ name: 'house', kind: 'directory', installed: 1 }])
    expect(await list('cc-config/skills')).toMatchObject([{ name: 'kit:one', scope: 'plugin' }])
    const newer = { name: 'kit', version: '1.1.0', description: 'A kit' }
    writeTree(app.folder, {
      'market/.claude-plugin/marketplace.json': {
        name: 'house',
        owner: { name: 'x' },
        plugins: [{ name: 'kit', source: './kit', description: 'A kit', version: '1.1.0' }],
      },
      'market/kit/.claude-plugin/plugin.json': newer,
    })
    const updates = 'cc-config/plugins/update-all'
    await post(updates, {})
    await until('the end of the update', async () => !(await app.get<{ running: boolean }>(`/api/${updates}`)).running)
    expect(await list('cc-config/plugins')).toMatchObject([{ key: 'kit@house', version: '1.1.0' }])
    cli('codex', 'plugin', 'marketplace', 'add', join(app.folder, 'market'))
    cli('codex', 'plugin', 'add', 'kit@house')
    expect(await list('codex-config/plugins')).toMatchObject([{ key: 'kit@house', enabled: true, version: '1.1.0' }])
  })

  it('has skills that run', async () => {
    const model = await startStubModel()
    const content = '---\nname: money\ndescription: How to count\n---\n\nCount in integer cents.\n'
    const body = { scope: 'user', type: 'skill', name: 'money', content }
    expect((await app.send('/api/cc-config/file', { method: 'PUT', body })).status).toBe(200)
    env = { ...env, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-of-a-stub', IS_SANDBOX: '1' }
    const prompt = scripted('count', [{ tool: 'Skill', input: { skill: 'money' } }, { text: 'counted' }])
    // Not `spawnSync`: the model answers in this process.
    const args = ['--print', '--dangerously-skip-permissions', prompt]
    const { stdout } = await promisify(execFile)(clis?.claude ?? '', args, { cwd: project, env, timeout: 60_000 })
    expect(stdout).toContain('counted')
    expect(model.asked.at(-1)?.sent).toContain('Count in integer cents.')
    await model.close()
  })
})
