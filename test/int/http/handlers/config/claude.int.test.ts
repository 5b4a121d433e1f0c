import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { described, writeTree } from '../../../../support/agent-config/tree.js'
import { type App, startApp } from '../../../../support/service/app.js'

const KEY = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz'

let app: App
let project: string
beforeAll(async () => {
  app = await startApp()
  project = join(realpathSync(app.folder), 'shop')
  const plugin = join(app.claudeHome, 'plugins', 'cache', 'house', 'kit', '1.0.0')
  writeTree(app.claudeHome, {
    'skills/same/SKILL.md': described('The one of the user'),
    'skills/money/SKILL.md': described('Cents: never floats'),
    'skills/notes.md': 'no skill',
    'agents/team/reviewer.md': described('Reviews'),
    'commands/git/commit.md': described('Commits'),
    'output-styles/short.md': described('Short').replace('any', 'Short'),
    'hooks/guard.sh': `#!/bin/sh\nAPI_TOKEN=secret-value\necho ${KEY}\n`,
    'CLAUDE.md': `# Rules\nPAYMENT_API_KEY=1234\nUse ${KEY} never.\n`,
    'settings.json': `{
      // kept
      "model": "sonnet",
      "outputStyle": "Short",
      "env": { "ANTHROPIC_AUTH_TOKEN": "t0ps3cret", "EDITOR": "vi" },
      "enabledPlugins": { "kit@house": true, "gone@house": false },
      "statusLine": { "type": "command", "command": "line --key ${KEY}" },
      "hooks": { "Stop": [{ "matcher": "*", "hooks": [
        { "type": "command", "command": "${app.claudeHome}/hooks/guard.sh --now" },
        { "type": "command", "command": "${app.claudeHome}/hooks/none.sh" },
        { "type": "command", "command": "npx done", "timeout": 5 }
      ] }] },
    }`,
    'keybindings.json': { bindings: [{ context: 'Chat', bindings: { 'ctrl+t': null, enter: 'chat:submit' } }] },
    '.claude.json': {
      mcpServers: {
        issues: {
          type: 'http',
          url: `https://me:pw@mcp.example.org/v1?api_key=${KEY}&x=1`,
          headers: { Authorization: KEY },
        },
      },
      projects: {
        [project]: {
          mcpServers: { db: { command: 'npx', args: ['--token', 'abc', `--key=${KEY}`], env: { PG: 'x' } } },
        },
      },
    },
    'plugins/installed_plugins.json': {
      version: 2,
      plugins: {
        'kit@house': [
          { scope: 'user', installPath: plugin, version: '1.0.0', installedAt: '2026-11-27T08:00:00.000Z' },
        ],
        'gone@house': [{ scope: 'user', installPath: join(app.claudeHome, 'nowhere'), version: '0.1.0' }],
        'their@house': [{ scope: 'project', projectPath: join(app.folder, 'elsewhere'), installPath: plugin }],
      },
    },
    'plugins/known_marketplaces.json': {
      house: { source: { source: 'directory', path: app.folder }, installLocation: join(app.folder, 'market') },
    },
  })
  writeTree(plugin, {
    '.claude-plugin/plugin.json': {
      name: 'kit',
      skills: ['./extra', '../../../../../shop/.claude/skills', '/etc'],
      hooks: './more.json',
    },
    'skills/runbook/SKILL.md': described('Writes a runbook').replace('any', 'runbook'),
    'extra/second/SKILL.md': described('Second').replace('any', 'second'),
    'commands/go.md': described('Goes'),
    'hooks/hooks.json': {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}"/lint.js' }] }] },
    },
    'more.json': {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: '${CLAUDE_PLUGIN_ROOT}/commands/go.md' }] }] },
    },
    '.mcp.json': { mcpServers: { browser: { command: 'npx', args: ['-y', 'browser'] } } },
  })
  writeTree(app.folder, {
    'market/.claude-plugin/marketplace.json': { plugins: [{ name: 'kit' }, { name: 'gone' }] },
    'secret.md': 'x',
  })
  writeTree(project, {
    '.claude/skills/same/SKILL.md': described('The one of the project'),
    '.claude/settings.json': { model: 'haiku', includeCoAuthoredBy: false },
    '.claude/settings.local.json': '{ "model": "opus", "env": ',
    '.mcp.json': { mcpServers: { design: { url: 'http://127.0.0.1:3845/mcp' } } },
    'CLAUDE.md': '# Shop\n',
  })
  mkdirSync(join(app.claudeHome, 'skills', 'out'))
  symlinkSync(join(app.folder, 'secret.md'), join(app.claudeHome, 'skills', 'out', 'SKILL.md'))
  symlinkSync(app.folder, join(app.claudeHome, 'commands', 'all'))
})
afterAll(() => app.close())

type Item = Readonly<Record<string, unknown>>
const list = async (
  kind: string,
  query: Readonly<Record<string, string>> = { cwd: project },
): Promise<readonly Item[]> =>
  (await app.get<{ items: readonly Item[] }>(`/api/cc-config/${kind}?${new URLSearchParams(query).toString()}`)).items
const shown = (items: readonly Item[], ...members: readonly string[]) =>
  items.map((item) => members.map((member) => item[member]))

describe('the configuration of Claude Code', () => {
  it('has skills of the project, the user and plugins, and says which one is used', async () => {
    const skills = await list('skills')
    expect(shown(skills, 'scope', 'name', 'overriddenBy')).toEqual([
      ['project', 'same', 'user'],
      ['user', 'money', null],
      ['user', 'same', null],
      ['plugin', 'kit:runbook', null],
    ])
    expect(skills[1]).toMatchObject({
      frontmatter: { name: 'any', description: 'Cents: never floats' },
      preview: 'Text\n',
      truncated: false,
      path: join(app.claudeHome, 'skills/money/SKILL.md'),
    })
  })

  it('is limited to a scope', async () => {
    expect(shown(await list('skills', { cwd: project, scope: 'project' }), 'name')).toEqual([['same']])
    expect(shown(await list('skills', { scope: 'user' }), 'scope')).toEqual([['user'], ['user'], ['plugin']])
    expect(await list('skills', { scope: 'project' })).toEqual([])
    expect(await list('skills', { scope: 'project', cwd: '/does/not/exist' })).toEqual([])
  })

  it('names entries in folders by their path, and follows no link out of its root', async () => {
    expect(shown(await list('agents'), 'name')).toEqual([['team/reviewer']])
    expect(shown(await list('commands'), 'name', 'scope')).toEqual([
      ['git/commit', 'user'],
      ['kit:go', 'plugin'],
    ])
    expect(shown(await list('output-styles'), 'name', 'isUsed')).toEqual([['short', true]])
  })

  it('has the files of memory and the scripts of hooks without their secrets', async () => {
    const text = JSON.stringify([await list('memory'), await list('hook-scripts')])
    expect(text).toContain('PAYMENT_API_KEY=[hidden]')
    expect(text).toContain('API_TOKEN=[hidden]')
    expect(text).not.toMatch(new RegExp(`${KEY}|1234|secret-value`))
  })

  it('has settings with what wins and what is overridden, and says which file is broken', async () => {
    const settings = await list('settings')
    expect(shown(settings, 'scope', 'exists', 'overridden').slice(1)).toEqual([
      ['local', true, []],
      ['project', true, []],
      ['user', true, ['model']],
    ])
    expect(settings[1]).toMatchObject({ error: { line: 1 } })
    expect(settings[3]).toMatchObject({
      error: null,
      settings: { env: { ANTHROPIC_AUTH_TOKEN: '[hidden]', EDITOR: 'vi' }, model: 'sonnet' },
    })
  })

  it('has hooks, and says which scripts are missing', async () => {
    expect(shown(await list('hooks'), 'source', 'event', 'missing', 'timeout')).toEqual([
      ['user', 'Stop', false, null],
      ['user', 'Stop', true, null],
      ['user', 'Stop', null, 5],
      ['plugin', 'Stop', true, null],
      ['plugin', 'Stop', false, null],
    ])
  })

  it('has MCP servers with names of secrets and no values', async () => {
    const servers = await list('mcp')
    expect(shown(servers, 'name', 'source', 'kind', 'removable', 'plugin')).toEqual([
      ['db', 'local', 'stdio', true, null],
      ['design', 'project', 'http', false, null],
      ['issues', 'user', 'http', true, null],
      ['browser', 'plugin', 'stdio', false, 'kit@house'],
    ])
    expect(servers[0]).toMatchObject({ args: ['--token', '[hidden]', '--key=[hidden]'], env: ['PG'] })
    expect(servers[2]).toMatchObject({
      headers: ['Authorization'],
      url: 'https://[hidden]@mcp.example.org/v1?api_key=[hidden]&x=1',
    })
  })

  it('has plugins with what they add, and nothing from outside of them', async () => {
    const plugins = await list('plugins')
    expect(shown(plugins, 'key', 'enabled', 'installPathExists', 'version')).toEqual([
      ['kit@house', true, true, '1.0.0'],
      ['gone@house', false, false, '0.1.0'],
    ])
    expect(plugins[0]?.['contributes']).toMatchObject({
      skills: 2,
      commands: 1,
      hooks: 2,
      mcpServers: 1,
      items: [
        { kind: 'skill', name: 'runbook', description: 'Writes a runbook' },
        { kind: 'skill', name: 'second' },
        { kind: 'command', name: 'any' },
      ],
    })
    expect(shown(await list('marketplaces'), 'name', 'available', 'installed', 'exists')).toEqual([
      ['house', 2, 2, true],
    ])
  })

  it('has keys and status lines', async () => {
    expect(shown(await list('keybindings'), 'context', 'bindings')).toEqual([
      ['Chat', { 'ctrl+t': null, enter: 'chat:submit' }],
    ])
    expect(shown(await list('statusline'), 'scope', 'command', 'isUsed')).toEqual([
      ['user', 'line --key [hidden]', true],
    ])
  })

  it('counts all of it', async () => {
    const counts = new Map((await list('overview')).map((item) => [item['kind'], item]))
    expect(counts.get('skills')).toMatchObject({ count: 4, user: 2, project: 1, plugin: 1, overridden: 1 })
    expect(counts.get('settings')).toMatchObject({ count: 3, overridden: 1, broken: 1 })
    expect(counts.get('hooks')).toMatchObject({ count: 5, broken: 2 })
    expect(counts.get('plugins')).toMatchObject({ count: 2, broken: 1 })
  })
})

describe('one file of it', () => {
  const file = async (query: Readonly<Record<string, string>>) =>
    (await app.send<Item>(`/api/cc-config/file?${new URLSearchParams(query).toString()}`)).json

  it('is shown whole, with a digest and without secrets', async () => {
    expect(await file({ scope: 'user', type: 'memory' })).toMatchObject({
      content: '# Rules\nPAYMENT_API_KEY=[hidden]\nUse [hidden] never.\n',
      truncated: false,
      sha: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(await file({ scope: 'project', cwd: project, type: 'skill', name: 'same' })).toMatchObject({
      scope: 'project',
    })
  })

  it('is not found where it leads out of its folder', async () => {
    for (const name of ['out', 'none']) {
      expect(await file({ scope: 'user', type: 'skill', name })).toMatchObject({ error: { code: 'ENOTFOUND' } })
    }
    for (const name of ['..', '../same', 'a/b', '.x', 'a\\b', 'a\nb']) {
      expect(await file({ scope: 'user', type: 'skill', name }), name).toMatchObject({ error: { code: 'EBADNAME' } })
    }
    expect(await file({ scope: 'user', type: 'command', name: 'all/secret' })).toMatchObject({
      error: { code: 'ENOTFOUND' },
    })
    expect(await file({ scope: 'user', type: 'rule', name: 'x' })).toMatchObject({ error: { code: 'EBADFIELD' } })
  })
})
