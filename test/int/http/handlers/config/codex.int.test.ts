import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { described, writeTree } from '../../../../support/agent-config/tree.js'
import { type App, startApp } from '../../../../support/service/app.js'

const KEY = 'sk-proj-abcdefghijklmnopqrstuvwxyz'

let app: App
let project: string
beforeAll(async () => {
  app = await startApp()
  project = join(realpathSync(app.folder), 'shop')
  writeTree(app.codexHome, {
    'config.toml': `# mine
model = "gpt-5.4"
approval_policy = "on-request"

[mcp_servers.issues]
url = "https://mcp.example.org/v1"
bearer_token = "${KEY}"
[mcp_servers.issues.http_headers]
Authorization = "x"

[mcp_servers.pg]
command = "npx"
args = ["-y", "pg"]
enabled = false
env = { PGPASSWORD = "geheim" }

[marketplaces.house]
source_type = "local"
source = "${app.folder}/market"

[plugins."kit@house"]
enabled = true
[plugins."../../x@.."]
enabled = true
`,
    'skills/deploy/SKILL.md': described('Deploys'),
    'agents/reviewer.toml': 'name = "reviewer"\ndescription = "Reviews"\n',
    'rules/default.rules': 'prefix_rule(pattern = ["git"])\n',
    'AGENTS.md': '# Rules\n',
    'plugins/cache/house/kit/1.0.0/.claude-plugin/plugin.json': { name: 'kit' },
    'plugins/cache/house/kit/1.0.0/skills/one/SKILL.md': described('One'),
  })
  writeTree(project, {
    '.codex/config.toml': 'approval_policy = "never"\nmodel = [\n',
    'AGENTS.override.md': '# Here\n',
  })
  writeTree(app.folder, { 'market/.claude-plugin/marketplace.json': { plugins: [{ name: 'kit' }] } })
})
afterAll(() => app.close())

type Item = Readonly<Record<string, unknown>>
const list = async (kind: string, query = `cwd=${project}`): Promise<readonly Item[]> =>
  (await app.get<{ items: readonly Item[] }>(`/api/codex-config/${kind}?${query}`)).items
const shown = (items: readonly Item[], ...members: readonly string[]) =>
  items.map((item) => members.map((member) => item[member]))

describe('the configuration of Codex', () => {
  it('has files on its shelves', async () => {
    expect(shown(await list('skills'), 'name', 'scope')).toEqual([['deploy', 'user']])
    expect(shown(await list('agents'), 'name', 'frontmatter')).toEqual([
      ['reviewer', { name: 'reviewer', description: 'Reviews' }],
    ])
    expect(shown(await list('rules'), 'name')).toEqual([['default']])
    expect(shown(await list('memory'), 'name', 'scope')).toEqual([
      ['AGENTS.override.md', 'project'],
      ['AGENTS.md', 'user'],
    ])
  })

  it('has its settings without secrets, and says which file is broken', async () => {
    const [here, mine] = await list('config')
    expect(here).toMatchObject({ scope: 'project', error: { line: expect.any(Number) as number } })
    expect(mine).toMatchObject({ scope: 'user', settings: { model: 'gpt-5.4' } })
    expect(JSON.stringify(mine)).not.toMatch(/sk-proj|geheim/)
  })

  it('has MCP servers', async () => {
    expect(shown(await list('mcp'), 'name', 'kind', 'headers', 'env', 'enabled')).toEqual([
      ['issues', 'http', ['Authorization'], [], true],
      ['pg', 'stdio', [], ['PGPASSWORD'], false],
    ])
  })

  it('has plugins and marketplaces', async () => {
    expect(shown(await list('plugins'), 'key', 'version', 'installPathExists')).toEqual([
      ['kit@house', '1.0.0', true],
      ['../../x@..', null, false],
    ])
    expect(shown(await list('marketplaces'), 'name', 'available', 'installed')).toEqual([['house', 1, 1]])
  })

  it('counts all of it', async () => {
    const counts = new Map((await list('overview')).map((item) => [item['kind'], item]))
    expect(counts.get('config')).toMatchObject({ count: 2, broken: 1 })
    expect(counts.get('plugins')).toMatchObject({ count: 2, broken: 1 })
  })

  it('shows one file', async () => {
    const file = await app.get<Item>('/api/codex-config/file?scope=user&type=config')
    expect(file['content']).toContain('bearer_token = "[hidden]"')
    expect(file['content']).not.toContain(KEY)
  })
})
