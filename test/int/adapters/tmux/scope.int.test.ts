import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeOf } from '../../../../src/adapters/tmux/place.js'
import { readConfig } from '../../../../src/config.js'
import { hasTmux, openPanes, type TestPanes } from '../../../support/tmux/panes.js'

let bin: string
let panes: TestPanes | undefined
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'switchyard-scope-'))
})
afterEach(() => {
  panes?.close()
  rmSync(bin, { recursive: true, force: true })
})

const calls = (): string => join(bin, 'calls')

/** Starts a pane, with a `systemd-run` that notes its arguments and runs a script. */
const started = async (isUnit: boolean, script: string) => {
  const path = join(bin, 'systemd-run')
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" >'${calls()}'\n${script}\n`)
  chmodSync(path, 0o700)
  const PATH = `${bin}:${process.env['PATH']}`
  panes = openPanes({ PATH, HOME: '/nonexistent', SHELL: '/bin/sh' }, { isUnit })
  const place = { lane: 1, slot: 0, run: 'run_1', tool: null, cwd: bin, env: { PATH: process.env['PATH'] ?? '' } }
  await panes.ask(panes.start({ ...place, argv: ['sleep', '600'] }))
  expect(await panes.ask(panes.list)).toMatchObject([{ run: 'run_1', end: null }])
  return placeOf(panes.dataDir)
}
const RUNS_REST = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'

describe.skipIf(!hasTmux)('the tmux server', () => {
  it('is started outside of the unit of systemd that the service runs in, so it outlives it', async () => {
    const { socket } = await started(true, RUNS_REST)
    const args = readFileSync(calls(), 'utf8').split('\n')
    expect(args.slice(0, 8)).toEqual(['--user', '--scope', '--quiet', '--collect', '--', 'tmux', '-S', socket])
  })

  it('is started in the unit where systemd has no session for the user', async () => {
    await started(true, 'echo "Failed to connect to bus" >&2; exit 1')
    expect(existsSync(calls())).toBe(true)
  })

  it('is started directly by a service that systemd did not start', async () => {
    await started(false, RUNS_REST)
    expect(existsSync(calls())).toBe(false)
  })
})

it('systemd names the unit of a service in its environment', () => {
  expect(readConfig({ INVOCATION_ID: '5f1c' }).isUnit).toBe(true)
  expect(readConfig({}).isUnit).toBe(false)
})
