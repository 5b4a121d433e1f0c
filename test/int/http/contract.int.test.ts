import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Description, jsonOf, operationOf, schemaChecker } from '../../support/http/description.js'
import { openedAt, repositoryAt } from '../../support/git/repository.js'
import { type GitServer, startGitServer } from '../../support/git/server.js'
import type { OwnRoute } from '../../support/http/routes.js'
import { newBrowser } from '../../support/push/browser.js'
import { until } from '../../support/agents/until.js'
import { permissionNamed } from '../../../src/domain/access/permission.js'
import { contract } from '../../../src/http/contract/index.js'
import type { Endpoint } from '../../../src/http/contract/endpoint.js'
import { PASSWORDS, startTeam, type Team } from '../../support/service/team.js'
import { forEachList } from '../../support/agent-config/kinds.js'
import { type App, startApp } from '../../support/service/app.js'
import { storeAsk, storeRace, storeTrain } from '../../support/service/stored-rows.js'
import { newProfile } from '../../support/stack/profile.js'
import { endServer, hasTmux } from '../../support/tmux/panes.js'

const ID = '11111111-2222-4333-8444-555555555555'
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const common = { sessionId: ID, cwd: '/repo', version: '2.1.197', isSidechain: false, userType: 'external' }
const lines = [
  {
    ...common,
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    timestamp: '2026-11-01T10:00:00.000Z',
    message: {
      role: 'user',
      content: [
        { type: 'text', text: 'look at this' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
      ],
    },
  },
  {
    ...common,
    type: 'assistant',
    uuid: 'a1',
    parentUuid: 'u1',
    timestamp: '2026-11-01T10:00:05.000Z',
    requestId: 'req_1',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'a dot' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
    },
  },
]

const STEPS = [{ type: 'workflow_agent', agentId: 'a1', state: 'done', phaseTitle: 'Scan', tokens: 12 }]

const ALERT_RULE = { name: 'Asks', rule_type: 'event_pattern', config: { event_type: 'Notification' } }
const BUDGET = { period: 'month', amount_usd: 5, timezone: 'Europe/Rome' }
// Nothing listens on port 9: the probe fails, and the response reports it.
const WEBHOOK = { name: 'Hook', type: 'generic', url: 'http://127.0.0.1:9/', secret: 's', headers: { 'x-a': '1' } }
const { subscription: BROWSER } = newBrowser('http://127.0.0.1:9/')
const LOGIN = { protocol: 'https', host: 'git.example.com', username: 'ada', password: 'a token' }
const NOTIFY = { needs_me: true, failed: true, finished: true, quiet: null }
/** The facts of a new worktree. */
/** `git hash-object` of `one\n`. */
const SAVED = { path: 'a.txt', content: 'two\n', baseSha: '5626abf0f72e58d7a153368ba57db4c673c0e171' }
const UNCHANGED = { head: '$head', dirty: 0, untracked: 0, unpushed: 0 }
const NO_HISTORY = { sessions: 0, events: 0, tokenRows: 0 }
/** Ids assigned by the service and folders of the test, by their placeholder in a path or a body. */
const rows: Record<string, string> = {}

let app: App
let team: Team
let bin: string
let server: GitServer
let description: Description
let violations: ReturnType<typeof schemaChecker>
beforeAll(async () => {
  bin = mkdtempSync(join(tmpdir(), 'switchyard-contract-'))
  writeFileSync(join(bin, 'zenity'), '#!/bin/sh\necho /home/ada/shop\n', { mode: 0o755 })
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\necho "add a file"\n', { mode: 0o755 })
  writeFileSync(join(bin, 'codex'), '#!/bin/sh\n', { mode: 0o755 })
  server = await startGitServer(bin, 'ada:token')
  server.create('cloned.git')
  writeFileSync(join(bin, '.gitconfig'), `[http]\n\tsslCAInfo = ${server.certificate}\n`)
  rows.clonable = server.url('cloned.git')
  app = await startApp({
    HOME: bin,
    DISPLAY: ':99',
    DASHBOARD_PIPELINES_DIR: join(import.meta.dirname, '../../../docs/pipelines'),
    PATH: `${bin}:${process.env['PATH']}`,
  })
  team = await startTeam()
  const owned = { method: 'POST', body: { cwd: team.app.claudeHome } }
  const body = { name: 'old', scopes: ['read'], currentPassword: PASSWORDS.ada }
  const old = await team.as<{ token: { id: string } }>('ada', '/api/me/tokens', { method: 'POST', body })
  rows.token = old.json.token.id
  rows.teamLane = String((await team.as<{ lane: { id: number } }>('ada', '/api/lanes', owned)).json.lane.id)
  description = (await app.send<Description>('/api/openapi.json')).json
  violations = schemaChecker(description)
  rows.claude = app.claudeHome
  rows.parent = app.folder
  rows.codex = app.codexHome
  writeFileSync(join(app.claudeHome, 'CLAUDE.md'), '# Rules\n')
  writeFileSync(join(app.codexHome, 'AGENTS.md'), '# Rules\n')
  rows.project = join(app.folder, 'configured')
  mkdirSync(rows.project)
  const project = join(app.claudeHome, 'projects', '-repo')
  mkdirSync(project, { recursive: true })
  const file = join(project, `${ID}.jsonl`)
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
  const runs = join(project, ID, 'workflows')
  mkdirSync(runs, { recursive: true })
  writeFileSync(join(runs, 'wf_contract.json'), JSON.stringify({ workflowName: 'review', workflowProgress: STEPS }))
  await app.hook('SessionStart', { session_id: ID, source: 'startup', cwd: '/repo', transcript_path: file })
  await app.hook('UserPromptSubmit', { session_id: ID, prompt: 'look at this' })
  const tool = { session_id: ID, tool_name: 'Bash', tool_use_id: 'toolu_0000000000000001' }
  await app.hook('PreToolUse', { ...tool, tool_input: { command: 'ls' } })
  await app.hook('PostToolUse', { ...tool, duration_ms: 12 })
  await app.hook('Notification', { session_id: ID, message: 'Claude needs your permission to use Bash' })
  const rule = await app.send<{ rule: { id: string } }>('/api/alerts/rules', { method: 'POST', body: ALERT_RULE })
  rows.rule = rule.json.rule.id
  const budget = await app.send<{ budget: { id: string } }>('/api/budgets', { method: 'POST', body: BUDGET })
  rows.budget = budget.json.budget.id
  const webhook = await app.send<{ target: { id: string } }>('/api/webhooks', { method: 'POST', body: WEBHOOK })
  rows.webhook = webhook.json.target.id
  const folder = join(app.folder, 'shop')
  mkdirSync(folder)
  rows.folder = folder
  const { path, git } = repositoryAt(join(app.folder, 'repo'), { 'a.txt': 'a' })
  rows.repo = path
  rows.head = git('rev-parse', 'HEAD')
  const managed = await app.send<{ lane: { id: number } }>('/api/lanes/worktree', {
    method: 'POST',
    body: { sourceRepo: path },
  })
  rows.managed = String(managed.json.lane.id)
  const lane = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: app.folder } })
  rows.lane = String(lane.json.lane.id)
  if (hasTmux) {
    const started = await app.send<{ run_id: string }>('/api/run', {
      method: 'POST',
      body: { cwd: folder, shell: true, slot: 9 },
    })
    rows.run = started.json.run_id
  }
  const { path: cwd } = repositoryAt(join(app.folder, 'repository'), { 'a.txt': 'one\n', 'logo.svg': '<svg/>' })
  openedAt(cwd).write('new.txt', 'new')
  newProfile(cwd, { ports: { WEB: 31_000 } }, { boot: 'echo up > $LANE_LOG_DIR/web.log', health: 'echo well' })
  openedAt(cwd).git('worktree', 'add', '-q', '-b', 'own', '.claude/worktrees/own')
  await app.hook('SessionStart', { session_id: 'own', cwd: join(cwd, '.claude', 'worktrees', 'own') })
  const inRepository = await app.send<{ lane: { id: number } }>('/api/lanes', {
    method: 'POST',
    body: { cwd, pipeline: 'feature' },
  })
  rows.repository = String(inRepository.json.lane.id)
  await app.send(`/api/lanes/${rows.repository}/up`, { method: 'POST', body: {} })
  await until('the log of the stack', async () => {
    const log = await app.get<{ available?: boolean }>(`/api/lanes/${rows.repository}/logs/web`)
    return log.available === true
  })
  await app.hook('Notification', { session_id: ID, message: 'Claude needs your permission to use Bash' })
  const machine = { label: 'Nowhere', host: '127.0.0.1', ssh_port: 1, enabled: false }
  const added = await app.send<{ source: { id: string } }>('/api/remote-sources', { method: 'POST', body: machine })
  rows.source = added.json.source.id
  await app.settled()
  await until('the worktree', async () => {
    const { lane } = await app.get<{ lane: { status: string } }>(`/api/lanes/${rows.managed}`)
    return lane.status === 'idle'
  })
  await until('the run is read', async () => (await app.send('/api/workflows/runs/wf_contract')).status === 200)
  const { alerts } = await app.get<{ alerts: { id: number }[] }>('/api/alerts')
  rows.alert = String(alerts[0]?.id)
  // An item in the trash of each kind, one deleted in a home and one in a lane.
  const deleted = async (send: App['send'], at: string): Promise<string | undefined> => {
    await send(`${at}/newfile`, { method: 'POST', body: { path: 'gone.txt' } })
    const { json } = await send<{ trashed: string[] }>(`${at}/delete`, {
      method: 'POST',
      body: { paths: ['gone.txt'] },
    })
    return json.trashed[0]
  }
  const asAda: App['send'] = (path, options) => team.as('ada', path, options)
  rows.ask = storeAsk(join(app.folder, 'data'), Number(rows.lane))
  rows.train = storeTrain(join(app.folder, 'data'), Number(rows.lane))
  rows.race = storeRace(join(app.folder, 'data'), Number(rows.lane))
  rows.trashed = (await deleted(asAda, '/api/homes/me/fs')) ?? ''
  rows.trashedThere = (await deleted(app.send, `/api/lanes/${rows.repository}/fs`)) ?? ''
})
afterAll(async () => {
  if (hasTmux) endServer(join(app.folder, 'data'))
  await app.close()
  await team.close()
  server.stop()
  rmSync(bin, { recursive: true, force: true })
})

const FORM = `--x\r\ncontent-disposition: form-data; name="files"; filename="${ID}.jsonl"\r\n\r\n{}\n\r\n--x--\r\n`

const PICTURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const BUNDLE = FORM.replace('{}', '{"sessions":[]}')

type Call = readonly [path: string, body?: unknown, status?: number, headers?: Readonly<Record<string, string>>]

/** Calls that delete data which the other tests read. They run last. */
const LAST = {
  'DELETE /api/sessions/:id': [`/api/sessions/${ID}`],
  'POST /api/settings/clear-data': ['/api/settings/clear-data'],
  'DELETE /api/sessions': ['/api/sessions'],
} as const satisfies Readonly<Record<string, Call>>

/** A server with a secret, which the service writes itself. */
const SERVER = { name: 'made', scope: 'user', transport: 'stdio', command: 'npx', env: { TOKEN: 'x' } }

/** One successful call per route. Responses are checked against their declaration and the OpenAPI document. */
const CALLS: Readonly<Record<OwnRoute, Call>> = {
  'GET /api/health': ['/api/health'],
  'GET /api/openapi.json': ['/api/openapi.json'],
  'GET /api/docs': ['/api/docs'],
  'GET /api/redoc': ['/api/redoc'],
  'GET /api/redoc/redoc.standalone.js': ['/api/redoc/redoc.standalone.js'],
  'GET /api/metrics': ['/api/metrics'],
  'GET /api/stats': ['/api/stats?tz_offset=-60'],
  'GET /api/sessions': ['/api/sessions?limit=5&sort_by=price'],
  'GET /api/sessions/facets': ['/api/sessions/facets'],
  'GET /api/sessions/groups': ['/api/sessions/groups?timezone=Europe/Zurich'],
  'POST /api/sessions/bulk': ['/api/sessions/bulk', { action: 'delete', ids: [ID, 'none'], preview: true }],
  'GET /api/projects': ['/api/projects'],
  'GET /api/projects/:name': ['/api/projects/repo'],
  'GET /api/sessions/:id': [`/api/sessions/${ID}`],
  'GET /api/sessions/:id/terminal': [`/api/sessions/${ID}/terminal`],
  'GET /api/sessions/:id/stats': [`/api/sessions/${ID}/stats`],
  'GET /api/sessions/:id/agents': [`/api/sessions/${ID}/agents`],
  'GET /api/sessions/:id/transcripts': [`/api/sessions/${ID}/transcripts`],
  'GET /api/sessions/:id/transcript': [`/api/sessions/${ID}/transcript?agent_id=main`],
  'GET /api/sessions/:id/transcript-image': [`/api/sessions/${ID}/transcript-image?line=1&index=0`],
  'GET /api/sessions/:id/transcript-line': [`/api/sessions/${ID}/transcript-line?line=1`],
  'GET /api/sessions/:id/transcript-find': [`/api/sessions/${ID}/transcript-find?q=x`],
  'GET /api/sessions/:id/files': [`/api/sessions/${ID}/files`],
  'GET /api/sessions/:id/edits': [`/api/sessions/${ID}/edits`],
  'GET /api/sessions/:id/conversation.md': [`/api/sessions/${ID}/conversation.md?tool_output=1`],
  'GET /api/calls': ['/api/calls'],
  'GET /api/sessions/:id/strip': [`/api/sessions/${ID}/strip`],
  'GET /api/sessions/:id/turns': [`/api/sessions/${ID}/turns`],
  'POST /api/sessions': ['/api/sessions', { id: 'made', name: 'Made', cwd: '/x', metadata: { a: 1 } }, 201],
  'PATCH /api/sessions/:id': ['/api/sessions/made', { name: 'Renamed', status: 'error', pinned: true }],
  'POST /api/sessions/:id/dismiss': ['/api/sessions/made/dismiss'],
  'DELETE /api/sessions/:id/dismiss': ['/api/sessions/made/dismiss'],
  'GET /api/agents': ['/api/agents?status=waiting'],
  'GET /api/agents/:id': [`/api/agents/${ID}-main`],
  'GET /api/agents/:id/tools': [`/api/agents/${ID}-main/tools`],
  'POST /api/agents': ['/api/agents', { id: 'made-agent', session_id: 'made', name: 'A', status: 'connected' }, 201],
  'PATCH /api/agents/:id': ['/api/agents/made-agent', { status: 'completed', current_tool: null }],
  'GET /api/tools': ['/api/tools?success=true&tool_name=Bash'],
  'GET /api/events': [`/api/events?session_id=${ID}`],
  'GET /api/events/facets': ['/api/events/facets'],
  'GET /api/search': ['/api/search?q=made&limit=5&speaker=you&since=2026-01-01'],
  'GET /api/search/sessions': ['/api/search/sessions?q=made&not_project=x&until=2027-01-01'],
  'POST /api/hooks': ['/api/hooks', { hook_type: 'Stop', data: { session_id: 'h1' } }],
  'POST /api/hooks/event': ['/api/hooks/event', { hook_event_name: 'Stop', session_id: 'h2' }, 204],
  'POST /api/hooks/codex': ['/api/hooks/codex', { hook_type: 'Stop', data: { thread_id: 'h3' } }],
  'GET /api/analytics': ['/api/analytics?tz_offset=-120&sources=local'],
  'GET /api/insights/cost': ['/api/insights/cost?from=2026-01-01T00:00:00Z&timezone=Europe/Rome'],
  'GET /api/insights/activity': ['/api/insights/activity?from=2026-01-01T00:00:00Z&timezone=Asia/Kathmandu'],
  'GET /api/insights/tools': ['/api/insights/tools?from=2026-01-01T00:07:00Z&to=2027-01-01T00:00:00Z'],
  'GET /api/insights/agents': ['/api/insights/agents?providers=claude'],
  'GET /api/insights/errors': ['/api/insights/errors?cwd=/home/ada/shop'],
  'GET /api/usage': ['/api/usage?since=2026-01-01&timezone=Europe/Rome'],
  'GET /api/workflows': ['/api/workflows?status=all'],
  'GET /api/workflows/skill-usage': ['/api/workflows/skill-usage?status=active'],
  'GET /api/workflows/runs': ['/api/workflows/runs?status=completed'],
  'GET /api/workflows/runs/:runId': ['/api/workflows/runs/wf_contract'],
  'GET /api/workflows/session/:id': [`/api/workflows/session/${ID}`],
  'GET /api/quota': ['/api/quota'],
  'POST /api/statusline': ['/api/statusline', { session_id: ID }, 204],
  'GET /api/pricing': ['/api/pricing'],
  'GET /api/pricing/cost': ['/api/pricing/cost?tz_offset=-120&sources=local'],
  'GET /api/pricing/cost/:sessionId': [`/api/pricing/cost/${ID}?tz_offset=300`],
  'PUT /api/pricing': ['/api/pricing', { model_pattern: 'made%', display_name: 'Made', input_per_mtok: '2.5' }],
  'POST /api/pricing/:pattern/reset': ['/api/pricing/claude-haiku-4-5%25/reset', {}],
  'DELETE /api/pricing/:pattern': ['/api/pricing/made%25'],
  'GET /api/pricing/gpt': ['/api/pricing/gpt'],
  'PUT /api/pricing/gpt': ['/api/pricing/gpt', { model_pattern: 'gpt-made%', display_name: 'Made' }],
  'DELETE /api/pricing/gpt/:pattern': ['/api/pricing/gpt/gpt-made%25'],
  'POST /api/settings/reset-pricing': ['/api/settings/reset-pricing', { provider: 'codex' }],
  'GET /api/alerts/rules': ['/api/alerts/rules'],
  'POST /api/alerts/rules': ['/api/alerts/rules', ALERT_RULE, 201],
  'POST /api/alerts/rules/preview': [
    '/api/alerts/rules/preview',
    { rule_type: 'event_pattern', config: ALERT_RULE.config },
  ],
  'PATCH /api/alerts/rules/:id': ['/api/alerts/rules/$rule', { cooldown_seconds: 0 }],
  'GET /api/alerts': ['/api/alerts?unacked=true'],
  'POST /api/alerts/:id/ack': ['/api/alerts/$alert/ack'],
  'POST /api/alerts/ack-all': ['/api/alerts/ack-all'],
  'DELETE /api/alerts/rules/:id': ['/api/alerts/rules/$rule'],
  'GET /api/budgets': ['/api/budgets'],
  'POST /api/budgets': ['/api/budgets', { ...BUDGET, cwd: '/repo', alert_at: [80] }, 201],
  'POST /api/budgets/preview': ['/api/budgets/preview', BUDGET],
  'PATCH /api/budgets/:id': ['/api/budgets/$budget', { amount_usd: 7 }],
  'DELETE /api/budgets/:id': ['/api/budgets/$budget'],
  'GET /api/lanes': ['/api/lanes'],
  'POST /api/lanes': ['/api/lanes', { cwd: '$folder', title: 'Shop', base_branch: 'main' }, 201],
  'POST /api/lanes/ensure': ['/api/lanes/ensure', { cwd: '$folder', exact: true }],
  'POST /api/lanes/worktree': ['/api/lanes/worktree', { sourceRepo: '$repo', title: 'Retry uploads' }, 202],
  'POST /api/lanes/new': [
    '/api/lanes/new',
    { repo: '$repo', prompts: ['Retry uploads', 'Round prices'], permissionMode: 'plan' },
    hasTmux ? 201 : 404,
  ],
  'POST /api/lanes/pick-path': ['/api/lanes/pick-path', { kind: 'dir', start: '$parent' }],
  'POST /api/lanes/clone': [
    '/api/lanes/clone',
    { url: '$clonable', parent: '$parent', credentials: { username: 'ada', password: 'token' } },
    201,
  ],
  'GET /api/lanes/browse': ['/api/lanes/browse?path=$claude&files=1&hidden=1'],
  'POST /api/lanes/:id/fs/mkdir': ['/api/lanes/$repository/fs/mkdir', { path: 'made' }, 201],
  'POST /api/lanes/:id/fs/newfile': ['/api/lanes/$repository/fs/newfile', { path: 'made/new.txt' }, 201],
  'POST /api/lanes/:id/fs/upload': ['/api/lanes/$repository/fs/upload?path=made/up.txt', 'up', 201],
  'POST /api/lanes/:id/fs/rename': ['/api/lanes/$repository/fs/rename', { path: 'made/up.txt', name: 'down.txt' }],
  'POST /api/lanes/:id/fs/move': ['/api/lanes/$repository/fs/move', { paths: ['made/down.txt'], dest: '' }],
  'POST /api/lanes/:id/fs/copy': ['/api/lanes/$repository/fs/copy', { paths: ['down.txt'], dest: 'made' }],
  'GET /api/lanes/:id/fs/list': ['/api/lanes/$repository/fs/list?path=made'],
  'GET /api/lanes/:id/fs/zip': ['/api/lanes/$repository/fs/zip?p=made&p=down.txt'],
  'POST /api/lanes/:id/fs/delete': ['/api/lanes/$repository/fs/delete', { paths: ['made', 'down.txt'] }],
  'GET /api/lanes/:id/fs/trash': ['/api/lanes/$repository/fs/trash'],
  'POST /api/lanes/:id/fs/trash/restore': ['/api/lanes/$repository/fs/trash/restore', { id: '$trashedThere' }],
  'POST /api/lanes/:id/fs/trash/purge': ['/api/lanes/$repository/fs/trash/purge', { id: 'all' }],
  'GET /api/homes': ['/api/homes'],
  'POST /api/homes/:who/fs/mkdir': ['/api/homes/me/fs/mkdir', { path: 'made' }, 201],
  'POST /api/homes/:who/fs/newfile': ['/api/homes/me/fs/newfile', { path: 'made/new.txt' }, 201],
  'POST /api/homes/:who/fs/upload': ['/api/homes/me/fs/upload?path=made/up.txt', 'up', 201],
  'POST /api/homes/:who/fs/rename': ['/api/homes/me/fs/rename', { path: 'made/up.txt', name: 'down.txt' }],
  'POST /api/homes/:who/fs/move': ['/api/homes/me/fs/move', { paths: ['made/down.txt'], dest: '' }],
  'POST /api/homes/:who/fs/copy': ['/api/homes/me/fs/copy', { paths: ['down.txt'], dest: 'made' }],
  'GET /api/homes/:who/fs/list': ['/api/homes/ada/fs/list'],
  'GET /api/homes/:who/fs/zip': ['/api/homes/me/fs/zip?p=made'],
  'GET /api/homes/:who/fs/download': ['/api/homes/me/fs/download?path=down.txt'],
  'POST /api/homes/:who/fs/delete': ['/api/homes/me/fs/delete', { paths: ['made', 'down.txt'] }],
  'GET /api/homes/:who/fs/trash': ['/api/homes/me/fs/trash'],
  'POST /api/homes/:who/fs/trash/restore': ['/api/homes/me/fs/trash/restore', { id: '$trashed' }],
  'POST /api/homes/:who/fs/trash/purge': ['/api/homes/me/fs/trash/purge', { id: 'all' }],
  'POST /api/lanes/browse/mkdir': ['/api/lanes/browse/mkdir', { parent: '$claude', name: 'made' }, 201],
  'GET /api/lanes/preparation': ['/api/lanes/preparation?path=/nowhere'],
  'GET /api/lanes/branches': ['/api/lanes/branches?path=$repo'],
  'POST /api/lanes/pipelines/examples': ['/api/lanes/pipelines/examples', {}],
  'GET /api/lanes/pipelines': ['/api/lanes/pipelines'],
  'GET /api/lanes/:id/preflight': ['/api/lanes/$managed/preflight?action=reset'],
  'POST /api/lanes/:id/reset': ['/api/lanes/$managed/reset', { confirm: true, expect: UNCHANGED }],
  'POST /api/lanes/:id/purge': ['/api/lanes/$managed/purge', { confirm: true, expect: NO_HISTORY }],
  'POST /api/lanes/:id/remove': ['/api/lanes/$managed/remove', { confirm: true, expect: UNCHANGED }],
  'POST /api/lanes/:id/session-worktree/remove': [
    '/api/lanes/$repository/session-worktree/remove',
    { session: 'own', confirm: true },
  ],
  'GET /api/lanes/:id': ['/api/lanes/$lane'],
  'PATCH /api/lanes/:id': ['/api/lanes/$lane', { title: 'Cart', links: { ticket: 'SHOP-12' }, qc_dev: 3 }],
  'POST /api/lanes/:id/stage': ['/api/lanes/$repository/stage', { stage: 'review', evidence: ['pull/12'], qc_dev: 2 }],
  'POST /api/lanes/:id/features/activate': ['/api/lanes/$repository/features/activate', { slug: 'feat/retry uploads' }],
  'GET /api/lanes/:id/features': ['/api/lanes/$repository/features'],
  'GET /api/lanes/:id/features/:slug': ['/api/lanes/$repository/features/retry-uploads'],
  'GET /api/lanes/:id/stage-events': ['/api/lanes/$repository/stage-events?limit=10'],
  'GET /api/lanes/pipeline-stats': ['/api/lanes/pipeline-stats?lane=$repository'],
  'POST /api/lanes/:id/start': ['/api/lanes/$lane/start', { shell: true, slot: 'auto' }, hasTmux ? 200 : 503],
  'POST /api/lanes/:id/message': ['/api/lanes/$lane/message', { text: 'hello' }, hasTmux ? 409 : 503],
  'GET /api/lanes/:id/queue': ['/api/lanes/$lane/queue'],
  'POST /api/lanes/:id/queue': ['/api/lanes/$lane/queue', { text: 'hello', slot: 9 }, hasTmux ? 409 : 503],
  'PATCH /api/lanes/:id/queue/:message': ['/api/lanes/$lane/queue/none', { text: 'hello' }, 404],
  'DELETE /api/lanes/:id/queue/:message': ['/api/lanes/$lane/queue/none', undefined, 404],
  'POST /api/lanes/:id/queue/:message/send': ['/api/lanes/$lane/queue/none/send', {}, 404],
  'POST /api/lanes/:id/retry': ['/api/lanes/$lane/retry', { slot: 9 }, hasTmux ? 409 : 503],
  'GET /api/lanes/:id/land': ['/api/lanes/$lane/land', undefined, 400],
  'POST /api/lanes/:id/land': [
    '/api/lanes/$lane/land',
    { how: 'merge', expect: { head: 'a', base: 'b', diff: 'c' } },
    409,
  ],
  'POST /api/lanes/:id/update': ['/api/lanes/$lane/update', {}, 400],
  'POST /api/lanes/:id/revert': ['/api/lanes/$lane/revert', { expect: { base: 'b' } }, 409],
  'POST /api/lanes/:id/accept': ['/api/lanes/$lane/accept', { expect: { head: 'a', diff: 'c' } }, 400],
  'DELETE /api/lanes/:id/accept': ['/api/lanes/$lane/accept'],
  'GET /api/lanes/:id/pull-request': ['/api/lanes/$lane/pull-request', undefined, 400],
  'GET /api/lanes/:id/seen': ['/api/lanes/$lane/seen', undefined, 400],
  'GET /api/lanes/:id/seen/file': ['/api/lanes/$lane/seen/file?path=a.txt', undefined, 400],
  'POST /api/lanes/:id/checks/:name': ['/api/lanes/$repository/checks/test', { command: 'true' }, 202],
  'GET /api/lanes/:id/evidence': ['/api/lanes/$lane/evidence'],
  'GET /api/lanes/:id/why': ['/api/lanes/$lane/why?path=a.txt', undefined, 400],
  'GET /api/lanes/:id/comments': ['/api/lanes/$lane/comments'],
  'POST /api/lanes/:id/comments': ['/api/lanes/$lane/comments', { path: 'a.txt', line: 1, text: 'Why?' }, 201],
  'PATCH /api/lanes/:id/comments/:comment': ['/api/lanes/$lane/comments/none', { resolved: true }, 404],
  'DELETE /api/lanes/:id/comments/:comment': ['/api/lanes/$lane/comments/none', undefined, 404],
  'POST /api/lanes/:id/comments/send': ['/api/lanes/$lane/comments/send', { slot: 12 }, 400],
  'PUT /api/lanes/:id/seen': ['/api/lanes/$lane/seen', { seen: [] }],
  'GET /api/lanes/:id/prompt': ['/api/lanes/$lane/prompt?slot=9', undefined, hasTmux ? 409 : 503],
  'POST /api/lanes/:id/answer': [
    '/api/lanes/$lane/answer',
    { slot: 9, digest: 'none', option: '1' },
    hasTmux ? 409 : 503,
  ],
  'GET /api/races': ['/api/races'],
  'POST /api/races': ['/api/races', { agents: [] }, 400],
  'GET /api/races/:id': ['/api/races/$race'],
  'POST /api/races/:id/keep': ['/api/races/$race/keep', { lane: null }],
  'GET /api/trains': ['/api/trains'],
  'POST /api/trains': ['/api/trains', { lanes: [] }, 400],
  'DELETE /api/trains/:id': ['/api/trains/$train'],
  'GET /api/asks': ['/api/asks?state=all&limit=5'],
  'GET /api/asks/:id': ['/api/asks/$ask'],
  'POST /api/asks/:id/answer': ['/api/asks/$ask/answer', { digest: 'd', option: '1' }, 409],
  'GET /api/decisions': ['/api/decisions?timezone=Europe/Rome'],
  'POST /api/decisions/:id/later': ['/api/decisions/review-1-2/later', { until: null }],
  'POST /api/lanes/:id/review': [
    '/api/lanes/$lane/review',
    { comments: [{ path: 'a.txt', text: 'Why?' }] },
    hasTmux ? 200 : 503,
  ],
  'POST /api/lanes/:id/router/apply': ['/api/lanes/$lane/router/apply', { profile: 'native' }],
  'POST /api/lanes/:id/stop': ['/api/lanes/$lane/stop', { slot: null }, hasTmux ? 200 : 503],
  'GET /api/lanes/:id/runtime': ['/api/lanes/$repository/runtime'],
  'POST /api/lanes/:id/up': ['/api/lanes/$repository/up', { build: false }, 202],
  'POST /api/lanes/:id/hook/:name': ['/api/lanes/$repository/hook/health', { args: ['a'] }, 202],
  'GET /api/lanes/:id/hooks': ['/api/lanes/$repository/hooks'],
  'GET /api/lanes/:id/logs/:svc': ['/api/lanes/$repository/logs/web?tail=9'],
  'POST /api/lanes/:id/down': ['/api/lanes/$repository/down'],
  'POST /api/run': ['/api/run', { cwd: '$folder', shell: true, slot: 9 }, hasTmux ? 201 : 503],
  'POST /api/lanes/resume': ['/api/lanes/resume', { dryRun: true }],
  'GET /api/run': ['/api/run'],
  'GET /api/run/history': ['/api/run/history?limit=5'],
  'GET /api/run/binary': ['/api/run/binary?tool=cli_b'],
  'GET /api/run/environment': ['/api/run/environment'],
  'GET /api/run/models': ['/api/run/models'],
  'GET /api/run/cwds': ['/api/run/cwds'],
  'GET /api/run/:id': ['/api/run/$run'],
  'DELETE /api/run/:id': ['/api/run/$run'],
  'POST /api/lanes/:id/archive': ['/api/lanes/$lane/archive'],
  'DELETE /api/lanes/:id/archive': ['/api/lanes/$lane/archive'],
  'DELETE /api/lanes/:id': ['/api/lanes/$lane'],
  'POST /api/lanes/:id/proof/:slug/:group': [
    '/api/lanes/$repository/proof/cart/after?name=cart.png',
    Buffer.from(PNG, 'base64'),
    201,
    { 'content-type': 'image/png' },
  ],
  'GET /api/lanes/:id/proof': ['/api/lanes/$repository/proof'],
  'GET /api/lanes/:id/proof/:slug/:group/:file': ['/api/lanes/$repository/proof/cart/after/cart.png'],
  'DELETE /api/lanes/:id/proof/:slug': ['/api/lanes/$repository/proof/cart', {}],
  'POST /api/lanes/:id/proof-link': ['/api/lanes/$repository/proof-link'],
  'GET /api/lanes/:id/git': ['/api/lanes/$repository/git'],
  'GET /api/lanes/:id/git/branches': ['/api/lanes/$repository/git/branches'],
  'GET /api/lanes/:id/git/log': ['/api/lanes/$repository/git/log?limit=1'],
  'GET /api/lanes/:id/git/changes': ['/api/lanes/$repository/git/changes?range=commit&sha=HEAD&full=1'],
  'GET /api/lanes/:id/git/file': ['/api/lanes/$repository/git/file?path=a.txt'],
  'PUT /api/lanes/:id/git/file': ['/api/lanes/$repository/git/file', SAVED],
  'GET /api/lanes/:id/git/raw': ['/api/lanes/$repository/git/raw?path=logo.svg&rev=HEAD'],
  'GET /api/lanes/:id/git/ls': ['/api/lanes/$repository/git/ls?q=a'],
  'GET /api/lanes/:id/git/tree': ['/api/lanes/$repository/git/tree'],
  'GET /api/lanes/:id/git/tree-all': ['/api/lanes/$repository/git/tree-all'],
  'GET /api/lanes/:id/git/commit-turns': ['/api/lanes/$repository/git/commit-turns'],
  'POST /api/lanes/:id/git/:action': ['/api/lanes/$repository/git/stage', { paths: ['new.txt'] }],
  'POST /api/lanes/:id/git/commit-message': ['/api/lanes/$repository/git/commit-message'],
  'GET /api/remote-sources': ['/api/remote-sources'],
  'POST /api/remote-sources': ['/api/remote-sources', { label: 'Off', host: 'me@off', enabled: false }, 201],
  'POST /api/remote-sources/sync-all': ['/api/remote-sources/sync-all'],
  'PATCH /api/remote-sources/:id': ['/api/remote-sources/$source', { label: 'Still nowhere' }],
  'POST /api/remote-sources/:id/test': ['/api/remote-sources/$source/test'],
  'POST /api/remote-sources/:id/sync': ['/api/remote-sources/$source/sync', undefined, 502],
  'DELETE /api/remote-sources/:id': ['/api/remote-sources/$source?purge=1'],
  'GET /api/webhooks/providers': ['/api/webhooks/providers'],
  'GET /api/webhooks': ['/api/webhooks'],
  'POST /api/webhooks': ['/api/webhooks', WEBHOOK, 201],
  'PATCH /api/webhooks/:id': ['/api/webhooks/$webhook', { enabled: false }],
  'POST /api/webhooks/:id/test': ['/api/webhooks/$webhook/test'],
  'GET /api/webhooks/:id/deliveries': ['/api/webhooks/$webhook/deliveries'],
  'DELETE /api/webhooks/:id': ['/api/webhooks/$webhook'],
  'POST /api/git-credentials': ['/api/git-credentials', LOGIN],
  'GET /api/git-credentials': ['/api/git-credentials'],
  'DELETE /api/git-credentials/:protocol/:host': ['/api/git-credentials/https/git.example.com'],
  'POST /api/locks/:name/acquire': ['/api/locks/db:migrate/acquire', { holder: 'ada' }],
  'GET /api/auth/me': ['/api/auth/me'],
  'POST /api/auth/login': ['/api/auth/login', { username: 'ada', password: 'unused' }, 404],
  'POST /api/auth/logout': ['/api/auth/logout'],
  'GET /api/me/account': ['/api/me/account'],
  ...forEachList((path): Call => [path]),
  'GET /api/cc-config/file': ['/api/cc-config/file?scope=user&type=memory'],
  'GET /api/codex-config/file': ['/api/codex-config/file?scope=user&type=memory'],
  'PUT /api/cc-config/file': [
    '/api/cc-config/file',
    { scope: 'user', type: 'skill', name: 'made', content: '# Made\n' },
  ],
  'PUT /api/codex-config/file': [
    '/api/codex-config/file',
    { scope: 'user', type: 'rule', name: 'made', content: '# Made\n' },
  ],
  'DELETE /api/cc-config/file': ['/api/cc-config/file', { scope: 'user', type: 'skill', name: 'made' }],
  'DELETE /api/codex-config/file': ['/api/codex-config/file', { scope: 'user', type: 'rule', name: 'made' }],
  'PATCH /api/cc-config/settings': ['/api/cc-config/settings', { scope: 'user', patch: { model: 'opus' } }],
  'PUT /api/cc-config/keybindings': [
    '/api/cc-config/keybindings',
    { groups: [{ context: 'Chat', bindings: { 'ctrl+t': null } }] },
  ],
  'GET /api/cc-config/backups': ['/api/cc-config/backups'],
  'POST /api/cc-config/mcp/add': ['/api/cc-config/mcp/add', SERVER, 201],
  'POST /api/codex-config/mcp/add': ['/api/codex-config/mcp/add', SERVER, 201],
  'POST /api/cc-config/mcp/remove': ['/api/cc-config/mcp/remove', { name: 'made', scope: 'user' }],
  'POST /api/codex-config/mcp/remove': ['/api/codex-config/mcp/remove', { name: 'made', scope: 'user' }],
  'POST /api/cc-config/memory': ['/api/cc-config/memory', { cwd: '$project' }, 201],
  'POST /api/codex-config/memory': ['/api/codex-config/memory', { cwd: '$project' }, 201],
  'GET /api/cc-config/profiles': ['/api/cc-config/profiles'],
  'POST /api/cc-config/profiles': ['/api/cc-config/profiles', { label: 'Work' }, 409],
  'PATCH /api/cc-config/profiles': ['/api/cc-config/profiles', { name: 'work', label: 'Home' }, 404],
  'DELETE /api/cc-config/profiles': ['/api/cc-config/profiles', { name: 'work' }, 404],
  'POST /api/cc-config/profiles/activate': ['/api/cc-config/profiles/activate', { name: 'work' }, 404],
  'POST /api/cc-config/profiles/quota': ['/api/cc-config/profiles/quota', { name: 'work' }, 404],
  'POST /api/accounts': ['/api/accounts', { tool: 'cli_b', name: 'team-1', token: 'sk-of-the-pool' }, 201],
  'GET /api/accounts': ['/api/accounts'],
  'GET /api/accounts/profiles': ['/api/accounts/profiles'],
  'DELETE /api/accounts/:name': ['/api/accounts/team-1', { tool: 'cli_b' }],
  'POST /api/ai-routers': ['/api/ai-routers', { name: 'made', baseUrl: 'http://127.0.0.1:1', apiKey: 'key' }, 201],
  'GET /api/ai-routers': ['/api/ai-routers'],
  'POST /api/ai-routers/test': ['/api/ai-routers/test', { baseUrl: 'http://127.0.0.1:1', name: 'made' }],
  'PATCH /api/ai-routers/:name': ['/api/ai-routers/made', { model: 'large' }],
  'DELETE /api/ai-routers/:name': ['/api/ai-routers/made'],
  'POST /api/cc-config/reload': ['/api/cc-config/reload'],
  'POST /api/cc-config/plugins/update-all': ['/api/cc-config/plugins/update-all', undefined, 202],
  'GET /api/cc-config/plugins/update-all': ['/api/cc-config/plugins/update-all'],
  'PUT /api/me/prefs': ['/api/me/prefs', { prefs: { theme: 'dark', 'svc.tour': null } }],
  'GET /api/me/prefs': ['/api/me/prefs'],
  'POST /api/me/onboarded': ['/api/me/onboarded'],
  'PUT /api/me/instructions': ['/api/me/instructions', { instructions: 'Be brief.' }],
  'GET /api/me/instructions': ['/api/me/instructions'],
  'PUT /api/lanes/:id/instructions': ['/api/lanes/$repository/instructions', { instructions: 'Use tabs.' }],
  'GET /api/lanes/:id/instructions': ['/api/lanes/$repository/instructions'],
  'GET /api/locks': ['/api/locks'],
  'POST /api/locks/:name/release': ['/api/locks/db:migrate/release', { holder: 'ada' }],
  'GET /api/push/vapid-public-key': ['/api/push/vapid-public-key'],
  'GET /api/push/subscriptions': ['/api/push/subscriptions'],
  'POST /api/push/subscribe': ['/api/push/subscribe', BROWSER],
  'PATCH /api/push/subscribe': ['/api/push/subscribe', { endpoint: BROWSER.endpoint, notify: NOTIFY }],
  'POST /api/push/send': ['/api/push/send', { title: 'Hello', body: 'there' }],
  'DELETE /api/push/subscribe': ['/api/push/subscribe', { endpoint: BROWSER.endpoint }],
  'GET /api/updates/status': ['/api/updates/status'],
  'POST /api/updates/check': ['/api/updates/check'],
  'GET /api/settings/info': ['/api/settings/info'],
  'POST /api/settings/install-hooks': ['/api/settings/install-hooks', { providers: ['claude', 'codex'] }],
  'POST /api/settings/reinstall-hooks': ['/api/settings/reinstall-hooks', {}],
  'POST /api/settings/uninstall-hooks': ['/api/settings/uninstall-hooks', { providers: ['claude', 'codex'] }],
  'POST /api/settings/uninstall-other-hooks': [
    '/api/settings/uninstall-other-hooks',
    { providers: ['claude', 'codex'] },
  ],
  'GET /api/settings/claude-home': ['/api/settings/claude-home'],
  'PUT /api/settings/claude-home': ['/api/settings/claude-home', { path: '$claude' }],
  'GET /api/settings/codex-home': ['/api/settings/codex-home'],
  'PUT /api/settings/codex-home': ['/api/settings/codex-home', { path: '$codex' }],
  'POST /api/settings/cleanup': ['/api/settings/cleanup?preview=1', { abandon_hours: 1, purge_days: 0 }],
  'GET /api/import/guide': ['/api/import/guide?provider=codex'],
  'POST /api/import/rescan': ['/api/import/rescan', {}],
  'POST /api/import/scan-path': ['/api/import/scan-path', { path: import.meta.dirname }],
  'POST /api/import/upload': ['/api/import/upload', FORM, 200, { 'content-type': 'multipart/form-data; boundary=x' }],
  'GET /api/settings/export': ['/api/settings/export'],
  'POST /api/settings/import': [
    '/api/settings/import',
    BUNDLE,
    200,
    { 'content-type': 'multipart/form-data; boundary=x' },
  ],
  'POST /api/settings/reimport': ['/api/settings/reimport'],
  'PATCH /api/me/account': ['/api/me/account', { displayName: 'Ada Lovelace', email: '' }],
  'PUT /api/me/avatar': ['/api/me/avatar', PICTURE],
  'GET /api/me/avatar': ['/api/me/avatar'],
  'POST /api/me/tokens': ['/api/me/tokens', { name: 'scraper', scopes: ['metrics'] }, 201],
  'GET /api/me/tokens': ['/api/me/tokens'],
  'DELETE /api/me/tokens/:id': ['/api/me/tokens/$token'],
  'POST /api/me/sign-out-others': ['/api/me/sign-out-others'],
  'POST /api/users': ['/api/users', { username: 'eve', password: 'a-long-phrase-1', role: 'developer' }, 201],
  'GET /api/users': ['/api/users'],
  'GET /api/users/storage': ['/api/users/storage?refresh=1'],
  'GET /api/users/audit': ['/api/users/audit?fold=1&limit=5'],
  'GET /api/users/:id': ['/api/users/1'],
  'GET /api/users/:id/avatar': ['/api/users/1/avatar'],
  'DELETE /api/me/avatar': ['/api/me/avatar'],
  'PATCH /api/users/:id': ['/api/users/2', { displayName: 'Ann', role: 'member', signOut: true }],
  'POST /api/users/:id/password': ['/api/users/2/password', { password: 'a-long-phrase-2' }],
  'POST /api/users/:id/workspaces': ['/api/users/2/workspaces', { laneId: '$teamLane' }],
  'DELETE /api/users/:id': ['/api/users/2'],
  'POST /api/me/password': ['/api/me/password', { newPassword: 'a-long-phrase-3' }],
  ...LAST,
}

interface Row {
  readonly id: string
  readonly [member: string]: unknown
}

/** Whether a route is called in server mode, which alone has it, by an admin who confirms it. */
const isServerOnly = (key: string): boolean =>
  permissionNamed(contract[key as OwnRoute].access).serverOnly || key === 'GET /api/me/avatar'

const filled = (text: string): string =>
  text.replace('"$teamLane"', () => rows.teamLane ?? '').replace(/\$(\w+)/g, (_, row: string) => rows[row] ?? '')

const expectDeclared = async (key: string, [named, body, status = 200, headers = {}]: Call): Promise<void> => {
  const [method = ''] = key.split(' ')
  const isJson = typeof body === 'object' && !(body instanceof Uint8Array)
  const sent = isJson ? (JSON.parse(filled(JSON.stringify(body))) as unknown) : body
  const { confirmed }: Endpoint = contract[key as OwnRoute]
  const given = confirmed === true ? { ...(sent as object | undefined), currentPassword: PASSWORDS.ada } : sent
  const request = { method, headers, ...(given === undefined ? {} : { body: given }) }
  const isTeam = isServerOnly(key)
  const answer = await (isTeam ? team.as('ada', filled(named), request) : app.send(filled(named), request))
  expect([answer.status, (isTeam ? team.app : app).complaints], answer.text).toEqual([status, []])
  const described = jsonOf(operationOf(description, key)?.responses[String(status)])
  if (described !== undefined) expect(violations(described.schema, answer.json)).toEqual([])
}

describe('every route of the contract matches its declaration', () => {
  it.each(Object.entries(CALLS).filter(([key]) => !(key in LAST)))('%s', expectDeclared)

  it('answers HEAD like GET, without a body', async () => {
    const answer = await app.send('/api/sessions', { method: 'HEAD' })
    expect([answer.status, answer.text]).toEqual([200, ''])
  })
})

describe('sessions', () => {
  it('are listed as waiting with the reason, the situation and the event that caused it', async () => {
    const { sessions } = await app.get<{ sessions: Row[] }>('/api/sessions?awaiting=1')
    const session = sessions.find(({ id }) => id === ID)
    expect(session).toMatchObject({
      awaiting_reason: 'notification',
      situation: 'needs_you',
      situation_event_type: 'Notification',
    })
    const event = (await app.get<{ events: Row[] }>(`/api/events?session_id=${ID}&event_type=Notification`)).events[0]
    expect(session?.situation_event_id).toBe(event?.id)
  })

  it('are ordered by latest activity, and each page has the total number of matches', async () => {
    const all = await app.get<{ sessions: Row[]; total: number }>('/api/sessions')
    const times = all.sessions.map(({ last_activity }) => String(last_activity))
    expect(times).toEqual([...times].toSorted().toReversed())
    const second = await app.get<{ sessions: Row[]; total: number }>('/api/sessions?limit=1&offset=1')
    expect([second.total, second.sessions[0]?.id]).toEqual([all.total, all.sessions[1]?.id])
  })

  it('have the same cost in the session, the statistics and the metrics', async () => {
    const cost = (1000 * 3 + 100 * 15) / 1e6
    const { session } = await app.get<{ session: Row }>(`/api/sessions/${ID}`)
    const stats = await app.get<Record<string, number>>('/api/stats')
    const metrics = (await app.send('/api/metrics')).text
    expect([session.cost, stats.total_cost]).toEqual([cost, cost])
    expect(metrics).toContain(`svc_cost_usd_total ${cost}`)
    expect(metrics).toContain('svc_tokens_total{kind="input"} 1000')
    expect(metrics).toContain(`svc_events_total ${stats.total_events}`)
  })
})

describe('session facets', () => {
  const PARAMETER = { provider: 'providers', status: 'status', model: 'model', cwd: 'cwd', source: 'sources' } as const
  type Counts = Readonly<Record<keyof typeof PARAMETER, readonly { readonly value: string; readonly count: number }[]>>

  it.each(['', 'status=active', 'providers=claude&q=e', 'cwd=/nowhere', 'from=2000-01-01&model=none'])(
    'count the sessions that each value would match in addition to %j',
    async (filters) => {
      const { counts } = await app.get<{ counts: Counts }>(`/api/sessions/facets?${filters}`)
      for (const [column, parameter] of Object.entries(PARAMETER) as [keyof Counts, string][]) {
        for (const { value, count } of counts[column]) {
          const query = new URLSearchParams(filters)
          query.set(parameter, value)
          const { total } = await app.get<{ total: number }>(`/api/sessions?${query.toString()}`)
          expect([column, value, count]).toEqual([column, value, total])
        }
      }
      if (filters === '') expect(counts.status.length).toBeGreaterThan(1)
    },
  )
})

describe('events', () => {
  it('are ordered newest first, by time and then by id', async () => {
    const { events } = await app.get<{ events: Row[] }>('/api/events?limit=500')
    const keys = events.map(({ created_at, id }) => `${String(created_at)} ${String(id).padStart(12, '0')}`)
    expect(keys).toEqual([...keys].toSorted().toReversed())
  })

  it.each([
    ['event_type=PreToolUse,PostToolUse', ['PostToolUse', 'PreToolUse']],
    ['tool_name=Bash', ['PostToolUse', 'PreToolUse']],
    ['event_type=PreToolUse&tool_name=Bash', ['PreToolUse']],
    [`agent_id=${ID}-main&event_type=SessionStart`, ['SessionStart']],
    ['event_type=Nothing', []],
    ['sources=elsewhere', []],
  ])('are filtered by %s, with an exact total', async (query, kinds) => {
    const { events, total } = await app.get<{ events: Row[]; total: number }>(`/api/events?session_id=${ID}&${query}`)
    expect([events.map(({ event_type }) => event_type), total]).toEqual([kinds, kinds.length])
  })

  it('are included up to the end of the day in `to`, and an invalid bound is ignored', async () => {
    const total = async (query: string) =>
      (await app.get<{ total: number }>(`/api/events?session_id=${ID}&${query}`)).total
    const today = new Date(Date.parse((await app.get<{ timestamp: string }>('/api/health')).timestamp))
      .toISOString()
      .slice(0, 10)
    const all = await total('from=never')
    expect(await total(`to=${today}`)).toBe(all)
    expect(await total('to=2020-01-01')).toBe(0)
  })
})

describe('members that an unmodified client of the peer requires', () => {
  it('are present', async () => {
    const info = await app.get<Record<string, Record<string, unknown>>>('/api/settings/info')
    const memory = info.server?.memory as Record<string, unknown>
    for (const key of ['rss', 'heapTotal', 'heapUsed', 'external']) expect(memory[key]).toBeTypeOf('number')
    for (const key of ['cpu_load', 'total_mem', 'free_mem', 'cpus', 'arch']) expect(info.server).toHaveProperty(key)
    for (const key of ['path', 'size']) expect(info.db).toHaveProperty(key)
    for (const key of ['installed', 'hooks']) expect(info.hooks).toHaveProperty(key)
    expect((await app.get<{ limit: number }>('/api/sessions?limit=10000')).limit).toBe(1000)
  })
})

describe('the metrics', () => {
  it('contain the ten families of the contract, and a series for every status', async () => {
    const { text, headers } = await app.send('/api/metrics')
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    for (const family of [
      'up',
      'build_info',
      'process_uptime_seconds',
      'process_resident_memory_bytes',
      'sessions',
      'agents',
      'events_total',
      'websocket_clients',
      'remote_sources',
      'tokens_total',
    ]) {
      expect(text).toContain(`# TYPE svc_${family} `)
    }
    for (const status of ['active', 'completed', 'error', 'abandoned'])
      expect(text).toContain(`svc_sessions{status="${status}"}`)
    for (const status of ['working', 'waiting', 'completed', 'error'])
      expect(text).toContain(`svc_agents{status="${status}"}`)
  })
})

describe('every route that deletes data matches its declaration', () => {
  it.each(Object.entries<Call>(LAST))('%s', expectDeclared)
})
