import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { doctorCommand } from '../../../src/cli/doctor.js'
import { runHere } from '../../support/cli/run.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'switchyard-doctor-'))
  for (const folder of ['bin', 'claude', 'codex']) mkdirSync(join(root, folder))
  vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(root, 'claude'))
  vi.stubEnv('CODEX_HOME', join(root, 'codex'))
  vi.stubEnv('PATH', join(root, 'bin'))
  vi.stubEnv('HOME', root)
  vi.stubEnv('SHELL', '/nowhere/sh')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

const installed = (program: string, prints: string, code = 0): void => {
  const file = join(root, 'bin', program)
  writeFileSync(file, `#!/bin/sh\necho '${prints}'\nexit ${code}\n`)
  chmodSync(file, 0o755)
}

const findings = async (): Promise<ReadonlyMap<string, { state: string; detail: string }>> => {
  const { out } = await runHere([doctorCommand()], ['doctor', '--json'])
  const found = JSON.parse(out) as readonly { what: string; state: string; detail: string }[]
  return new Map(found.map(({ what, ...finding }) => [what, finding]))
}

describe('the programs that lanes need', () => {
  it.each([
    ['tmux', 'tmux 3.2', { state: 'ok', detail: '3.2' }],
    ['tmux', 'tmux 3.3a', { state: 'ok', detail: '3.3a' }],
    ['tmux', 'tmux next-3.5', { state: 'ok', detail: '3.5' }],
    ['tmux', 'tmux 3.1c', { state: 'note', detail: '3.1c is too old; lanes need 3.2 or newer' }],
    ['git', 'git version 2.39.5', { state: 'ok', detail: '2.39.5' }],
    ['git', 'git version 2.50.1 (Apple Git-155)', { state: 'ok', detail: '2.50.1' }],
    ['git', 'git version 2.9.5', { state: 'note', detail: '2.9.5 is too old; lanes need 2.39 or newer' }],
  ])('%s with the version "%s"', async (program, prints, finding) => {
    installed(program, prints)
    expect((await findings()).get(program)).toEqual(finding)
  })

  it('are reported when they are missing or fail', async () => {
    installed('git', 'git version 2.39.5', 1)
    const found = await findings()
    expect(found.get('tmux')).toEqual({ state: 'note', detail: 'not installed; lanes need tmux 3.2 or newer' })
    expect(found.get('git')).toEqual({ state: 'note', detail: 'not installed; lanes need git 2.39 or newer' })
  })
})

describe('the agents that lanes start', () => {
  it('are reported with their path, or with where they were searched', async () => {
    installed('claude', '')
    const found = await findings()
    expect(found.get('claude program')).toEqual({ state: 'ok', detail: join(root, 'bin', 'claude') })
    const detail = expect.stringContaining(`Searched: ${join(root, 'bin')}:${join(root, '.local', 'bin')}`)
    expect(found.get('codex program')).toEqual({ state: 'note', detail })
  })
})
