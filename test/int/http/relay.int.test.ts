import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../support/agents/until.js'
import { openReceiver, type Receiver, status } from '../../support/http/receiver.js'
import { startTeam, type Team } from '../../support/service/team.js'
import { endServer, hasTmux } from '../../support/tmux/panes.js'

const KEY = 'sk-of-the-proxy-0123456789'
const AGENT = `#!/bin/sh
{ env; printf 'argument %s\\n' "$@"; } >"$HOME/started.$SVC_RUN.part"
mv "$HOME/started.$SVC_RUN.part" "$HOME/started.$SVC_RUN"
while read -r line; do eval "$line"; done
`

let team: Team
let proxy: Receiver
let home: string
let bin: string
let lane: number
let run: string
let token: string
let noted: string
const shop = () => join(home, 'shop')

interface Started {
  readonly lane: { readonly id: number }
  readonly run_id: string
}
const start = async (body: object) => {
  const { json } = await team.as<Started>('grace', `/api/lanes/${lane}/start`, { method: 'POST', body })
  const file = join(home, `started.${json.run_id}`)
  await until('the agent', () => existsSync(file))
  return { run: json.run_id, noted: readFileSync(file, 'utf8') }
}
const valueOf = (text: string, name: string): string | undefined =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}
interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly onPart?: (part: string) => void
}
/** Asks the relay as an agent does. */
const ask = ({ method = 'POST', path = '/api/ai/team/v1/messages', headers = {}, body = '{}', onPart }: Asked = {}) =>
  new Promise<Answered>((resolve, reject) => {
    const url = new URL(path, team.app.url)
    const sent = request(url, { method, headers: { authorization: `Bearer ${token}`, ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
        onPart?.(part)
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      answer.on('error', reject)
    })
    sent.on('error', reject).end(method === 'GET' ? undefined : body)
  })
const codeOf = ({ text }: Answered) => (JSON.parse(text) as { error: { code: string } }).error.code

describe.skipIf(!hasTmux)('the relay', () => {
  beforeAll(async () => {
    proxy = await openReceiver()
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-relay-')))
    bin = join(root, 'bin')
    mkdirSync(bin)
    for (const name of ['claude', 'codex']) {
      writeFileSync(join(bin, name), AGENT)
      chmodSync(join(bin, name), 0o700)
    }
    team = await startTeam({ PATH: `${bin}:${process.env['PATH']}`, SHELL: '/bin/sh' }, root)
    home = join(team.app.folder, 'data', 'users', 'grace')
    mkdirSync(shop(), { recursive: true })
    const body = { name: 'team', baseUrl: `${proxy.url}/base`, apiKey: KEY, model: 'large' }
    await team.as('ada', '/api/ai-routers', { method: 'POST', body })
    await team.as('ada', '/api/ai-routers', { method: 'POST', body: { ...body, name: 'other' } })
    lane = (await team.as<Started>('grace', '/api/lanes', { method: 'POST', body: { cwd: shop() } })).json.lane.id
    const applied = { method: 'POST', body: { profile: 'team' } }
    await team.as('grace', `/api/lanes/${lane}/router/apply`, applied)
    ;({ run, noted } = await start({}))
    token = valueOf(noted, 'SVC_PANE_TOKEN') ?? ''
  })
  afterAll(async () => {
    await team.close()
    await proxy.close()
    endServer(join(team.app.folder, 'data'))
    rmSync(team.app.folder, { recursive: true, force: true })
  })

  it('is what the files of a lane and the environment of its panes name, without the key', () => {
    const address = `${team.app.url}/api/ai/team`
    const settings = readFileSync(join(shop(), '.claude', 'settings.local.json'), 'utf8')
    expect(JSON.parse(settings)).toEqual({ env: { ANTHROPIC_BASE_URL: address, ANTHROPIC_MODEL: 'large' } })
    expect([valueOf(noted, 'ANTHROPIC_BASE_URL'), valueOf(noted, 'ANTHROPIC_AUTH_TOKEN')]).toEqual([address, token])
    expect(noted).not.toContain(KEY)
  })

  it('passes on what the tool sends, with the key and without what is not for the proxy', async () => {
    proxy.answer = (_, response) =>
      response
        .writeHead(429, { 'content-type': 'text/event-stream', 'set-cookie': 'svc_sid=x', 'retry-after': '7' })
        .end('data: slow down\n\n')
    const headers = {
      'anthropic-version': '2023-06-01',
      'x-app': 'cli',
      cookie: 'svc_sid=abc',
      'x-dashboard-token': 'abc',
      'x-svc-pane-token': token,
    }
    const answer = await ask({ path: '/api/ai/team/v1/messages?beta=true', headers, body: '{"a":1}' })
    expect([answer.status, answer.text, answer.headers['retry-after'], answer.headers['set-cookie']]).toEqual([
      429,
      'data: slow down\n\n',
      '7',
      undefined,
    ])
    const sent = proxy.received.at(-1)
    expect([sent?.path, sent?.text]).toEqual(['/base/v1/messages?beta=true', '{"a":1}'])
    expect(sent?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'x-api-key': KEY,
      'anthropic-version': '2023-06-01',
      'x-app': 'cli',
    })
    expect(JSON.stringify(sent?.headers)).not.toContain(token)
    for (const name of ['cookie', 'x-dashboard-token', 'x-svc-pane-token'])
      expect(sent?.headers).not.toHaveProperty(name)
  })

  it('streams: what the proxy has sent arrives before the proxy has ended', async () => {
    let go: (() => void) | undefined
    proxy.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: one\n\n')
      go = () => void response.end('data: two\n\n')
    }
    const seen: string[] = []
    const answer = ask({ onPart: (part) => seen.push(part) })
    await until('the first part', () => seen.length > 0)
    expect(seen).toEqual(['data: one\n\n'])
    go?.()
    expect((await answer).text).toBe('data: one\n\ndata: two\n\n')
  })

  it.each([
    { path: '/api/ai/other/v1/messages' },
    { path: '/api/ai/none/v1/messages' },
    { path: '/api/ai/team/v1/files' },
    { path: '/api/ai/team/v1/messages', method: 'GET' },
    { path: '/api/ai/team/../../v1/messages' },
    { path: '/api/ai/team/v1/models/../messages/%2e%2e/secrets' },
    { path: '/api/ai/team' },
  ])('finds nothing at %j', async (asked) => {
    const before = proxy.received.length
    const answer = await ask(asked)
    expect([answer.status, proxy.received.length]).toEqual([404, before])
  })

  it('serves live panes on this machine only', async () => {
    proxy.answer = status(200)
    const cookie = { authorization: '', cookie: team.cookies.ada }
    expect((await ask({ headers: cookie })).status).toBe(404)
    expect(codeOf(await ask({ headers: { authorization: '' } }))).toBe('EAUTH')
    expect(codeOf(await ask({ headers: { authorization: `Bearer ${token}x` } }))).toBe('EAUTH')
    expect(codeOf(await ask({ headers: { 'x-forwarded-for': '192.0.2.7' } }))).toBe('EAUTH')
    expect((await ask({ method: 'GET', path: '/api/ai/team/v1/models' })).status).toBe(200)
    expect((await ask({ headers: { authorization: '', 'x-api-key': token } })).status).toBe(200)
  })

  it('says what is wrong with a proxy, and follows no redirect', async () => {
    proxy.answer = (_, response) => response.writeHead(307, { location: 'http://192.0.2.1/' }).end()
    const redirected = await ask()
    expect([redirected.status, codeOf(redirected), redirected.headers['location']]).toEqual([
      502,
      'EUPSTREAM',
      undefined,
    ])
    proxy.answer = (_, response) => void response.destroy()
    expect(codeOf(await ask())).toBe('EUPSTREAM')
    proxy.answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('part', () => void response.destroy())
    }
    // A part must not look like a whole.
    await expect(ask()).rejects.toThrow()
  })

  it('refuses more than its limits', async () => {
    const large = Buffer.alloc(32 * 1024 * 1024 + 1)
    const refused = await ask({ body: large })
    expect([refused.status, codeOf(refused)]).toEqual([413, 'ETOOBIG'])
    const held: (() => void)[] = []
    proxy.answer = (_, response) => void held.push(() => response.writeHead(200).end())
    const open = Array.from({ length: 8 }, () => ask())
    await until('eight requests', () => held.length === 8)
    expect(codeOf(await ask())).toBe('ETOOMANY')
    for (const answer of held) answer()
    expect(new Set((await Promise.all(open)).map((one) => one.status))).toEqual(new Set([200]))
    proxy.answer = status(200)
    expect((await ask()).status).toBe(200)
  })

  it('counts for the staff, and knows the proxy of a run by the run', async () => {
    const { text } = await team.as('ada', '/api/metrics')
    expect(text).toMatch(/svc_relay_requests_total\{proxy="team"\} \d+/)
    await team.as('ada', '/api/ai-routers/team', { method: 'DELETE' })
    expect((await ask()).status).toBe(404)
    expect(existsSync(join(shop(), '.claude', 'settings.local.json'))).toBe(false)
  })

  it('leads Codex to the proxy of its run, with the token of its pane', async () => {
    const codex = await start({ tool: 'cli_b', proxy: 'other', slot: 1 })
    expect(codex.noted).toContain('argument --profile=switchyard-other')
    const layer = readFileSync(join(home, '.codex', 'switchyard-other.config.toml'), 'utf8')
    expect(layer).toContain(`base_url = "${team.app.url}/api/ai/other/v1"`)
    expect(layer).toContain('env_key = "SVC_PANE_TOKEN"')
    expect(run).not.toBe(codex.run)
    const all = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
    for (const name of all) expect(readFileSync(join(home, name), 'utf8')).not.toContain(KEY)
  })
})
