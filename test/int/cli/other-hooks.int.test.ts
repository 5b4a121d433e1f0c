import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runSource } from '../../support/cli/run.js'

let root: string
let env: Readonly<Record<string, string>>
const file = (): string => join(root, 'claude', 'settings.json')
const settings = (): string => readFileSync(file(), 'utf8')

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'switchyard-cli-'))
  env = { SVC_DATA_DIR: join(root, 'data'), CLAUDE_CONFIG_DIR: join(root, 'claude'), CODEX_HOME: join(root, 'codex') }
  mkdirSync(join(root, 'claude'))
  const hook = { type: 'command', command: 'node "/opt/monitor/scripts/hook-handler.js" Stop' }
  const own = { type: 'command', command: 'echo mine' }
  writeFileSync(file(), JSON.stringify({ hooks: { Stop: [{ hooks: [hook, own] }] } }, null, 2))
  await runSource(['hooks', 'install'], env)
})
afterEach(() => rmSync(root, { recursive: true }))

describe('the hooks of another monitor beside ours', () => {
  it('are reported by status and doctor with the command that removes them', async () => {
    for (const command of [['hooks', 'status'], ['doctor']]) {
      const { out } = await runSource(command, env)
      expect(out).toMatch(/another monitor/)
      expect(out).toContain('switchyard hooks uninstall --other claude')
    }
    const { out } = await runSource(['hooks', 'status', '--json'], env)
    expect(JSON.parse(out)).toMatchObject({ claude: { installed: true, other_monitor: ['Stop'] } })
  })

  it('are removed, without the hooks of the user or ours, only after a confirmation', async () => {
    const before = settings()
    const shown = await runSource(['hooks', 'uninstall', '--other', '--dry-run'], env)
    expect(shown.out).toContain('/opt/monitor')
    const refused = await runSource(['hooks', 'uninstall', '--other'], env)
    expect([refused.code, settings()]).toEqual([2, before])
    expect((await runSource(['hooks', 'uninstall', '--other', '--yes'], env)).code).toBe(0)
    expect(settings()).not.toContain('/opt/monitor')
    expect(settings()).toContain('echo mine')
    const { out } = await runSource(['hooks', 'status', '--json'], env)
    expect(JSON.parse(out)).toMatchObject({ claude: { installed: true, other_monitor: [] } })
  })
})
