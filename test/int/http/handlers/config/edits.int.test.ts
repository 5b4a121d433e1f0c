import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
  mkdtempSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeTree } from '../../../../support/agent-config/tree.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
let project: string
let bin: string
beforeAll(async () => {
  bin = mkdtempSync(join(tmpdir(), 'switchyard-config-bin-'))
  // Records how it is called, and does nothing else.
  for (const name of ['claude', 'codex']) {
    const script = `#!/bin/sh\nprintf '%s\\n' "$PWD" "$@" >"${bin}/called"\n[ -e "${bin}/fails" ] && { echo "no such thing" >&2; exit 1; }\nexit 0\n`
    writeFileSync(join(bin, name), script, { mode: 0o755 })
  }
  app = await startApp({ PATH: `${bin}:${process.env['PATH']}` })
  project = join(realpathSync(app.folder), 'shop')
  mkdirSync(project)
})
afterAll(async () => {
  await app.close()
  rmSync(bin, { recursive: true })
})
beforeEach(() => writeTree(app.claudeHome, { 'CLAUDE.md': '# Rules\nA_KEY=1\nB_KEY=2\n' }))

type Answer = Readonly<Record<string, unknown>> & {
  readonly error?: { readonly code: string; readonly message: string }
}
const send = async (method: string, path: string, body: object) =>
  (await app.send<Answer>(`/api/${path}`, { method, body })).json
const code = ({ error }: Answer): string | undefined => error?.code
const put = (body: object) => send('PUT', 'cc-config/file', body)
const memory = { scope: 'user', type: 'memory' }
const read = (path: string): string => readFileSync(path, 'utf8')
const mine = (path: string): string => join(app.claudeHome, path)

describe('a file of the configuration', () => {
  it('is replaced with its mode and its secrets, and a copy is kept', async () => {
    chmodSync(mine('CLAUDE.md'), 0o640)
    const shown = await app.get<Answer>('/api/cc-config/file?scope=user&type=memory')
    expect(shown['content']).toBe('# Rules\nA_KEY=[hidden]\nB_KEY=[hidden]\n')
    const done = await put({ ...memory, content: '# New\nB_KEY=[hidden]\nA_KEY=7\n', baseSha: shown['sha'] })
    expect(read(mine('CLAUDE.md'))).toBe('# New\nB_KEY=2\nA_KEY=7\n')
    expect(statSync(mine('CLAUDE.md')).mode & 0o777).toBe(0o640)
    expect(read(String(done['backup']))).toBe('# Rules\nA_KEY=1\nB_KEY=2\n')
    expect(statSync(String(done['backup'])).mode & 0o777).toBe(0o600)
    const { items } = await app.get<{ items: readonly Answer[] }>(
      `/api/cc-config/backups?file=${encodeURIComponent(mine('CLAUDE.md'))}`,
    )
    expect(items[0]).toMatchObject({ content: '# Rules\nA_KEY=[hidden]\nB_KEY=[hidden]\n' })
    expect((await app.get<Answer>('/api/cc-config/file?scope=user&type=memory'))['sha']).toBe(done['sha'])
  })

  it('is not written, and no copy is kept, when it stays the same', async () => {
    const count = async () => (await app.get<{ items: readonly unknown[] }>('/api/cc-config/backups')).items.length
    const before = [statSync(mine('CLAUDE.md')).mtimeMs, await count()]
    expect(await put({ ...memory, content: '# Rules\nA_KEY=[hidden]\nB_KEY=[hidden]\n' })).toMatchObject({
      backup: null,
    })
    expect([statSync(mine('CLAUDE.md')).mtimeMs, await count()]).toEqual(before)
  })

  it('is refused where it has changed since, and loses nothing', async () => {
    const shown = await app.get<Answer>('/api/cc-config/file?scope=user&type=memory')
    writeFileSync(mine('CLAUDE.md'), 'theirs\n')
    expect(code(await put({ ...memory, content: 'mine', baseSha: shown['sha'] }))).toBe('ESTALE')
    expect(code(await send('DELETE', 'cc-config/file', { ...memory, baseSha: shown['sha'] }))).toBe('ESTALE')
    expect(read(mine('CLAUDE.md'))).toBe('theirs\n')
  })

  it('keeps 20 copies', async () => {
    for (let version = 0; version < 23; version += 1) await put({ ...memory, content: `version ${version}` })
    const { items } = await app.get<{ items: readonly Answer[] }>(
      `/api/cc-config/backups?file=${encodeURIComponent(mine('CLAUDE.md'))}`,
    )
    expect([items.length, items[0]?.['content'], items[19]?.['content']]).toEqual([20, 'version 21', 'version 2'])
  })

  it('is created with its folder, and deleted with a copy', async () => {
    const skill = { scope: 'project', type: 'skill', name: 'deploy', cwd: project }
    expect(await put({ ...skill, content: '# Deploy\n' })).toMatchObject({ backup: null })
    const file = join(project, '.claude/skills/deploy/SKILL.md')
    expect(read(file)).toBe('# Deploy\n')
    const gone = await send('DELETE', 'cc-config/file', skill)
    expect([existsSync(file), read(String(gone['backup']))]).toEqual([false, '# Deploy\n'])
    expect(code(await send('DELETE', 'cc-config/file', skill))).toBe('ENOTFOUND')
  })

  it('is refused where it leads out of its folder', async () => {
    const outside = join(app.folder, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'SKILL.md'), 'theirs')
    mkdirSync(mine('skills'), { recursive: true })
    symlinkSync(outside, mine('skills/linked'))
    symlinkSync(join(app.folder, 'absent'), mine('agents'))
    for (const [type, name] of [
      ['skill', 'linked'],
      ['agent', 'new'],
    ] as const)
      expect(code(await put({ scope: 'user', type, name, content: 'mine' })), name).toBe('EBADPATH')
    expect(read(join(outside, 'SKILL.md'))).toBe('theirs')
    expect(existsSync(join(app.folder, 'absent'))).toBe(false)
    for (const name of ['..', 'a/../b', '/etc/x', 'a\u0000', '\ud800', 5])
      expect(code(await put({ scope: 'user', type: 'skill', name, content: 'x' })), String(name)).toBe('EBADNAME')
  })

  it('is refused with a reason when a member is wrong', async () => {
    for (const [body, expected] of [
      [{ ...memory, scope: 'local', content: 'x' }, 'EBADFIELD'],
      [{ ...memory, type: 'none', content: 'x' }, 'EBADFIELD'],
      [{ ...memory }, 'EBADFIELD'],
      [{ ...memory, content: 'C_KEY=[hidden]' }, 'EBADFIELD'],
      [{ ...memory, content: 'a\ud800' }, 'EBADFIELD'],
      [{ ...memory, content: 'é'.repeat(131_073) }, 'ETOOBIG'],
      [{ ...memory, scope: 'project', content: 'x' }, 'EBADPATH'],
      [{ ...memory, scope: 'project', cwd: '/does/not/exist', content: 'x' }, 'EBADPATH'],
    ] as const)
      expect(code(await put(body)), JSON.stringify(body).slice(0, 80)).toBe(expected)
    const broken = { scope: 'user', type: 'config', content: 'model = [' }
    expect(code(await send('PUT', 'codex-config/file', broken))).toBe('EBADFIELD')
  })
})

describe('settings', () => {
  const patch = (body: object) => send('PATCH', 'cc-config/settings', { scope: 'user', ...body })

  it('are merged: comments, order and secrets stay', async () => {
    writeFileSync(
      mine('settings.json'),
      '{\n  // mine\n  "model": "sonnet",\n  "env": { "API_TOKEN": "t0p", "A": "1" }, /* last */\n  "gone": 1\n}\n',
    )
    const done = await patch({ patch: { env: { API_TOKEN: '[hidden]', B: '2' }, gone: null, model: 'opus' } })
    expect(done).toMatchObject({ changed: true })
    const text = read(mine('settings.json'))
    expect(text).toContain('// mine\n  "model": "opus"')
    expect(text).toContain('/* last */')
    expect(text).toContain('"t0p"')
    expect(text).not.toContain('gone')
    const [item] = (await app.get<{ items: readonly Answer[] }>('/api/cc-config/settings?scope=user')).items.slice(-1)
    expect(item?.['settings']).toEqual({ model: 'opus', env: { API_TOKEN: '[hidden]', A: '1', B: '2' } })
  })

  it('are not written when nothing changes', async () => {
    const text = read(mine('settings.json'))
    for (const same of [{}, { model: 'opus' }, { absent: null }, { env: { API_TOKEN: '[hidden]' } }])
      expect(await patch({ patch: same })).toEqual({ changed: false, backup: null })
    expect(read(mine('settings.json'))).toBe(text)
    expect(await patch({ scope: 'local', cwd: project, patch: {} })).toEqual({ changed: false, backup: null })
    expect(existsSync(join(project, '.claude/settings.local.json'))).toBe(false)
  })

  it.each([
    ['a byte order mark', '\uFEFF{ "model": "a", "b": 1 }'],
    ['line ends of Windows', '{\r\n\t"model": "a",\r\n\t"b": 1 // last\r\n}\r\n'],
    ['a repeated member', '{ "model": "x", "b": 1, "model": "a" }'],
    ['a trailing comma', '{ "model": "a", "b": 1, }'],
    ['5 MB', `{ "model": "a", "b": 1, "long": "${'x'.repeat(5 * 1024 * 1024)}" }`],
  ])('with %s are read, and stay byte for byte but for the change', async (_, text) => {
    writeFileSync(mine('settings.json'), text)
    expect(await patch({ patch: { b: 2 } })).toMatchObject({ changed: true })
    expect(read(mine('settings.json'))).toBe(text.replace('"b": 1', '"b": 2'))
    const [item] = (await app.get<{ items: readonly Answer[] }>('/api/cc-config/settings?scope=user')).items.slice(-1)
    expect(item).toMatchObject({ error: null, settings: { model: 'a', b: 2 } })
    writeFileSync(mine('settings.json'), '{ "model": "opus" }')
  })

  it('that are read-only are not replaced', async () => {
    chmodSync(mine('settings.json'), 0o444)
    const before = read(mine('settings.json'))
    expect(code(await patch({ patch: { model: 'other' } }))).toBe('EREADONLY')
    chmodSync(mine('settings.json'), 0o644)
    expect(read(mine('settings.json'))).toBe(before)
  })

  it('are created where they are missing, and refused where they are broken', async () => {
    await patch({ scope: 'local', cwd: project, patch: { a: { b: null, c: 1 } } })
    expect(JSON.parse(read(join(project, '.claude/settings.local.json')))).toEqual({ a: { c: 1 } })
    writeFileSync(join(project, '.claude/settings.json'), '{ "a": ')
    expect(code(await patch({ scope: 'project', cwd: project, patch: { b: 1 } }))).toBe('EBADFIELD')
    expect(code(await patch({ patch: { new: '[hidden]' } }))).toBe('EBADFIELD')
    expect(code(await patch({ patch: [] }))).toBe('EBADFIELD')
    expect(code(await patch({ scope: 'managed', patch: {} }))).toBe('EBADFIELD')
  })
})

describe('keys', () => {
  it('are replaced, and other members stay', async () => {
    writeFileSync(mine('keybindings.json'), '{ "$schema": "x", "bindings": [] }')
    const groups = [{ context: 'Chat', bindings: { 'ctrl+t': null, enter: 'chat:submit' } }]
    expect(await send('PUT', 'cc-config/keybindings', { groups })).toMatchObject({ changed: true })
    expect(JSON.parse(read(mine('keybindings.json')))).toEqual({ $schema: 'x', bindings: groups })
    expect(await send('PUT', 'cc-config/keybindings', { groups })).toEqual({ changed: false, backup: null })
    for (const wrong of [{}, [{}], [{ context: '', bindings: {} }], [{ context: 'Chat', bindings: { a: 5 } }]])
      expect(code(await send('PUT', 'cc-config/keybindings', { groups: wrong }))).toBe('EBADFIELD')
  })
})

describe('the memory file of a project', () => {
  it('is created once', async () => {
    expect(await send('POST', 'codex-config/memory', { cwd: project })).toEqual({ path: join(project, 'AGENTS.md') })
    expect(read(join(project, 'AGENTS.md'))).toBe('# shop\n')
    expect(code(await send('POST', 'codex-config/memory', { cwd: project }))).toBe('EEXISTS')
    for (const cwd of ['shop', '/does/not/exist', 5, null])
      expect(code(await send('POST', 'cc-config/memory', { cwd }))).toBe('EBADPATH')
  })
})

describe('MCP servers', () => {
  const add = (tool: string, body: object) => send('POST', `${tool}-config/mcp/add`, body)
  const called = (): readonly string[] => read(join(bin, 'called')).trimEnd().split('\n').slice(1)

  it('without secrets are added by the CLI', async () => {
    const server = { name: 'db', scope: 'local', cwd: project, transport: 'stdio', command: 'npx', args: ['-y', '--x'] }
    expect(await add('cc', server)).toEqual({ ok: true })
    expect(read(join(bin, 'called')).split('\n')[0]).toBe(project)
    expect(called()).toEqual(['mcp', 'add', '--scope', 'local', '--', 'db', 'npx', '-y', '--x'])
    await add('codex', { name: 'web', scope: 'user', transport: 'http', url: 'https://x.example/v1' })
    expect(called()).toEqual(['mcp', 'add', '--url', 'https://x.example/v1', 'web'])
  })

  it('with secrets are written into the file of the CLI, where all else stays', async () => {
    writeFileSync(join(app.codexHome, 'config.toml'), '# mine\nmodel = "x"')
    const web = { scope: 'user', transport: 'http', url: 'https://x.example', headers: { Authorization: 'Bearer a' } }
    expect(await add('codex', { name: 'web', ...web })).toEqual({ ok: true })
    expect(read(join(app.codexHome, 'config.toml'))).toMatch(/^# mine\nmodel = "x"\n\n\[mcp_servers\.web\]/)
    expect(await add('cc', { name: 'web', ...web })).toEqual({ ok: true })
    expect(await add('cc', { name: 'web', ...web })).toMatchObject({ error: { code: 'EEXISTS' } })
    expect(JSON.parse(read(mine('.claude.json')))).toMatchObject({
      mcpServers: { web: { type: 'http', headers: { Authorization: 'Bearer a' } } },
    })
  })

  it('are removed by the CLI, whose words are shown when it fails', async () => {
    const gone = { name: 'web', scope: 'user' }
    expect(await send('POST', 'cc-config/mcp/remove', gone)).toEqual({ ok: true })
    expect(called()).toEqual(['mcp', 'remove', '--scope', 'user', '--', 'web'])
    expect(code(await send('POST', 'cc-config/mcp/remove', { name: 'none', scope: 'user' }))).toBe('ENOTFOUND')
    writeFileSync(join(bin, 'fails'), '')
    expect(await send('POST', 'codex-config/mcp/remove', gone)).toMatchObject({
      error: { code: 'EUPSTREAM', message: 'codex failed: no such thing' },
    })
  })

  it('are refused with a reason when a member is wrong', async () => {
    const fine = { name: 'a', scope: 'user', transport: 'http', url: 'https://x.example' }
    for (const [change, expected] of [
      [{ name: '-a' }, 'EBADNAME'],
      [{ name: 'a b' }, 'EBADNAME'],
      [{ scope: 'project' }, 'EBADFIELD'],
      [{ transport: 'ws' }, 'EBADFIELD'],
      [{ url: 'file:///etc/passwd' }, 'EBADFIELD'],
      [{ headers: { 'a b': 'x' } }, 'EBADFIELD'],
      [{ headers: { a: 'x\ny' } }, 'EBADFIELD'],
      [{ transport: 'stdio', command: '' }, 'EBADFIELD'],
      [{ scope: 'local', cwd: 'shop' }, 'EBADPATH'],
    ] as const)
      expect(code(await add('cc', { ...fine, ...change })), JSON.stringify(change)).toBe(expected)
    expect(code(await add('codex', { ...fine, scope: 'local', cwd: project }))).toBe('EBADFIELD')
  })
})
