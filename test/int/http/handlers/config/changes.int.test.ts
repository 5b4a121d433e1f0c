import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { described, writeTree } from '../../../../support/agent-config/tree.js'
import { until } from '../../../../support/agents/until.js'
import { type Listener, listenTo } from '../../../../support/service/listener.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
let listener: Listener
beforeAll(async () => {
  app = await startApp()
  writeTree(app.claudeHome, { 'skills/one/SKILL.md': described('One'), 'settings.json': {} })
  listener = await listenTo(app.url)
})
afterAll(async () => {
  await listener.close()
  await app.close()
})

const told = (type: 'cc_config_changed' | 'codex_config_changed', wanted: object) =>
  until(`a message ${JSON.stringify(wanted)}`, () =>
    listener
      .of(type)
      .find(({ data }) => Object.entries(wanted).every(([name, value]) => Reflect.get(data, name) === value)),
  )

describe('changes of the configuration', () => {
  it('through the service are told without content and paths', async () => {
    const file = { scope: 'user', type: 'rule', name: 'git', content: 'SECRET_TEXT' }
    await app.send('/api/codex-config/file', { method: 'PUT', body: file })
    const message = await told('codex_config_changed', { source: 'dashboard', action: 'created' })
    expect(message.data).toEqual({ source: 'dashboard', action: 'created', type: 'rule', scope: 'user', name: 'git' })
    expect(JSON.stringify(listener.messages)).not.toMatch(/SECRET_TEXT|config-backups/)
  })

  it('on disk are told while somebody reads it', async () => {
    await app.get('/api/cc-config/overview')
    const skill = join(app.claudeHome, 'skills', 'one', 'SKILL.md')
    // The watch starts in the background, so the file is changed until it is noticed.
    let version = 0
    const changing = setInterval(() => writeFileSync(skill, described(`Version ${(version += 1)}`)), 400)
    await told('cc_config_changed', { source: 'fs', action: 'changed', type: 'skill', name: 'one' })
    clearInterval(changing)
    writeTree(app.claudeHome, { 'agents/new.md': described('New'), 'projects/x/y.jsonl': '{}' })
    await told('cc_config_changed', { source: 'fs', action: 'created', type: 'agent', name: 'new' })
    rmSync(skill)
    await told('cc_config_changed', { source: 'fs', action: 'removed', type: 'skill', name: 'one' })
    expect(listener.of('cc_config_changed').every(({ data }) => data.type !== 'projects')).toBe(true)
  })

  it('in a project are told while somebody reads it', async () => {
    const project = join(dirname(app.claudeHome), 'shop')
    writeTree(project, { '.mcp.json': {}, 'src/index.ts': '' })
    await app.get(`/api/cc-config/overview?cwd=${project}`)
    let version = 0
    const changing = setInterval(
      () =>
        writeTree(project, {
          '.mcp.json': { mcpServers: { [`v${(version += 1)}`]: {} } },
          'src/index.ts': `${version}`,
        }),
      400,
    )
    const message = await told('cc_config_changed', { source: 'fs', type: 'mcp', scope: 'project' })
    clearInterval(changing)
    expect(message.data).toEqual({ source: 'fs', action: 'changed', type: 'mcp', scope: 'project', name: null })
    expect(JSON.stringify(listener.messages)).not.toContain(project)
  })

  it('in the state file are told when they configure something', async () => {
    await app.get('/api/cc-config/mcp')
    const state = join(app.claudeHome, '.claude.json')
    let version = 0
    const changing = setInterval(
      () => writeFileSync(state, JSON.stringify({ numStartups: (version += 1), mcpServers: { [`v${version}`]: {} } })),
      400,
    )
    await told('cc_config_changed', { source: 'fs', type: 'mcp', scope: 'user' })
    clearInterval(changing)
  })
})
