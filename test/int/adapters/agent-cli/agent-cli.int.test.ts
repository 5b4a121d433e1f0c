import { Either } from 'effect'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentCli, renewScript } from '../../../../src/adapters/agent-cli/agent-cli.js'
import type { AgentCliPort, HooksRefused } from '../../../../src/commands/ports/agent-cli.js'

let root: string
let cli: AgentCliPort
let homes: Parameters<typeof agentCli>[0]
const inClaude = (name: string) => join(root, 'claude', name)
const settings = () => readFileSync(inClaude('settings.json'), 'utf8')
const run = Either.getOrThrow

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'switchyard-'))
  homes = { dataDir: join(root, 'data'), claudeHome: join(root, 'claude'), codexHome: join(root, 'codex') }
  cli = agentCli(homes)
})
afterEach(() => rmSync(root, { recursive: true }))

describe('the hook settings of the agent CLIs', () => {
  it('are created with the script they call when missing', () => {
    const change = run(cli.install('claude'))
    expect(change).toMatchObject({
      changed: true,
      backup: null,
      notice: null,
      status: { installed: true, path: inClaude('settings.json') },
    })
    expect(statSync(inClaude('settings.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(root, 'data', 'hook.sh')).mode & 0o777).toBe(0o700)
    expect(run(cli.status('claude'))).toEqual(change.status)
  })

  it('get their script back when it was deleted, and the one of this release', () => {
    const script = join(root, 'data', 'hook.sh')
    renewScript(homes)
    expect(existsSync(script)).toBe(false)

    run(cli.install('claude'))
    const wanted = readFileSync(script, 'utf8')
    for (const damage of [() => rmSync(script), () => writeFileSync(script, 'exit 0\n')]) {
      damage()
      renewScript(homes)
      expect([readFileSync(script, 'utf8'), statSync(script).mode & 0o777]).toEqual([wanted, 0o700])
    }

    const before = statSync(script)
    renewScript(homes)
    expect(statSync(script)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })

    run(cli.uninstall('claude'))
    rmSync(script)
    renewScript(homes)
    expect(existsSync(script)).toBe(false)
  })

  it('are neither written nor backed up when nothing changes', () => {
    run(cli.install('claude'))
    const before = statSync(inClaude('settings.json'))
    expect(run(cli.install('claude'))).toMatchObject({ changed: false, backup: null })
    expect(statSync(inClaude('settings.json')).ino).toBe(before.ino)
    expect(readdirSync(join(root, 'claude'))).toEqual(['settings.json'])
  })

  it('keep their file mode, with a numbered backup of each earlier version', () => {
    mkdirSync(join(root, 'claude'))
    writeFileSync(inClaude('settings.json'), '{"a": 1}')
    chmodSync(inClaude('settings.json'), 0o640)
    expect(run(cli.install('claude')).backup).toBe(inClaude('settings.json.switchyard-backup-1'))
    expect(run(cli.uninstall('claude')).backup).toBe(inClaude('settings.json.switchyard-backup-2'))
    expect(readFileSync(inClaude('settings.json.switchyard-backup-1'), 'utf8')).toBe('{"a": 1}')
    expect(settings()).toBe('{"a": 1}')
    expect(statSync(inClaude('settings.json')).mode & 0o777).toBe(0o640)
  })

  it('stay a symlink, also to a missing file', () => {
    mkdirSync(join(root, 'claude'))
    symlinkSync('../dotfiles/settings.json', inClaude('settings.json'))
    run(cli.install('claude'))
    expect(lstatSync(inClaude('settings.json')).isSymbolicLink()).toBe(true)
    expect(existsSync(join(root, 'dotfiles', 'settings.json'))).toBe(true)
    expect(run(cli.status('claude')).installed).toBe(true)
  })

  it('stay unchanged when they are invalid JSON, with an error that names the file', () => {
    mkdirSync(join(root, 'claude'))
    writeFileSync(inClaude('settings.json'), '{"hooks": ')
    const preview: typeof cli.status = (provider) =>
      Either.flatMap(cli.preview(provider, 'install'), () => cli.status(provider))
    for (const act of [cli.install, cli.uninstall, cli.uninstallOther, cli.status, preview]) {
      const result = act('claude') as Either.Either<unknown, HooksRefused>
      expect(Either.isLeft(result) && result.left.message).toContain(
        `${inClaude('settings.json')}: it is not valid JSON`,
      )
    }
    expect(settings()).toBe('{"hooks": ')
    expect(readdirSync(join(root, 'claude'))).toEqual(['settings.json'])
  })

  it('can be previewed as a diff', () => {
    mkdirSync(join(root, 'claude'))
    writeFileSync(inClaude('settings.json'), '{\n  "a": 1\n}\n')
    const lines = run(cli.preview('claude', 'install')).split('\n')
    expect(lines.slice(0, 3)).toEqual(['-   "a": 1', '+   "a": 1,', '+   "hooks": {'])
    expect(settings()).toBe('{\n  "a": 1\n}\n')
    run(cli.install('claude'))
    expect(run(cli.preview('claude', 'install'))).toBe('')
  })

  it('report when hooks will not run without user action', () => {
    expect(run(cli.install('codex'))).toMatchObject({
      status: { path: join(root, 'codex', 'hooks.json') },
      notice: expect.stringContaining('trust'),
    })
    mkdirSync(join(root, 'claude'))
    writeFileSync(inClaude('settings.json'), '{"disableAllHooks": true}')
    expect(run(cli.install('claude')).notice).toContain('disableAllHooks')
  })
})

describe('the hooks of another monitor next to ours', () => {
  const command = (handler: string, event: string) => `node "/opt/monitor/scripts/${handler}" ${event}`
  const group = (...commands: string[]) => ({ hooks: commands.map((one) => ({ type: 'command', command: one })) })
  const OWN = ['my-hook-handler.js Stop', 'node /x/hook-handler.js.bak Stop', 'cat /x/hook-handler.js', 'echo done']

  it.each([
    ['claude', 'settings.json', 'hook-handler.js'],
    ['codex', 'hooks.json', 'codex-hook-handler.js'],
  ] as const)(
    'for %s are reported, previewed and removed, without changes to other hooks',
    (provider, file, handler) => {
      const path = join(root, provider, file)
      mkdirSync(join(root, provider))
      const hooks = {
        SessionStart: [group(command(handler, 'SessionStart'))],
        Stop: [group(command(handler, 'Stop'), ...OWN), group('echo two')],
      }
      writeFileSync(path, JSON.stringify({ model: 'x', hooks }, null, 2))
      run(cli.install(provider))
      expect(run(cli.status(provider))).toMatchObject({ installed: true, other_monitor: ['SessionStart', 'Stop'] })
      const before = readFileSync(path, 'utf8')
      const shown = run(cli.preview(provider, 'uninstallOther')).split('\n')
      expect(shown.filter((line) => line.includes(handler)).every((line) => line.startsWith('-'))).toBe(true)
      expect(readFileSync(path, 'utf8')).toBe(before)
      const { changed, backup, status } = run(cli.uninstallOther(provider))
      expect([changed, readFileSync(backup ?? '', 'utf8')]).toEqual([true, before])
      expect(status).toMatchObject({ installed: true, has_existing_hooks: true, other_monitor: [] })
      const left = JSON.parse(readFileSync(path, 'utf8')) as { model: string; hooks: Record<string, unknown[]> }
      expect(left.model).toBe('x')
      expect(left.hooks['Stop']?.slice(0, 2)).toEqual([group(...OWN), group('echo two')])
      expect(readFileSync(path, 'utf8')).not.toContain('/opt/monitor')
      expect(run(cli.uninstallOther(provider))).toMatchObject({ changed: false, backup: null })
    },
  )
})
