import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stackProcesses } from '../../../../src/adapters/process/stack.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-scope-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string): string => join(folder, name)
const program = (name: string, text: string): string => {
  writeFileSync(at(name), `#!/bin/sh\n${text}\n`)
  chmodSync(at(name), 0o700)
  return at(name)
}
const RUNS_REST = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'

/** Runs a hook of a service, with a `systemd-run` that notes its arguments and runs a script. */
const runHook = async (
  {
    isUnit = true,
    keepsProcesses = true,
    systemd = RUNS_REST,
  }: { isUnit?: boolean; keepsProcesses?: boolean; systemd?: string },
  path = program('boot', 'echo "booted $1"; exit 3'),
) => {
  program('systemd-run', `printf '%s\\n' "$*" >>'${at('calls')}'\n${systemd}`)
  const env = { PATH: `${folder}:${process.env['PATH']}` }
  let output = ''
  const hook = { run: 'job_1', path, args: ['all of it'], cwd: folder, variables: {}, timeout: 10_000, keepsProcesses }
  const exit = await Effect.runPromise(
    stackProcesses({ env, isUnit }).runHook({ ...hook, onOutput: (_, text) => void (output += text) }),
  )
  const calls = existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : []
  return { exit, output, calls }
}

describe('a hook whose processes stay', () => {
  it('runs outside of the unit of systemd that the service runs in, so that its services outlive it', async () => {
    const { exit, output, calls } = await runHook({})
    expect(calls.at(-1)).toBe(`--user --scope --quiet --collect -- ${at('boot')} all of it`)
    expect([exit.code, output]).toEqual([3, 'booted all of it\n'])
  })

  it('runs in the unit where systemd has no session for the user, once', async () => {
    const { exit, output, calls } = await runHook({ systemd: 'echo "Failed to connect to bus" >&2; exit 1' })
    expect(calls).toEqual(['--user --scope --quiet --collect -- true'])
    expect([exit.code, output]).toEqual([3, 'booted all of it\n'])
  })

  it('is reported as usual when it cannot be executed', async () => {
    writeFileSync(at('plain'), 'echo')
    expect((await runHook({}, at('plain'))).exit).toMatchObject({ end: 'unstartable', code: 126 })
  })

  it.each([
    ['of a service that systemd did not start', { isUnit: false }],
    ['of a service in a unit, when none of its processes stays', { keepsProcesses: false }],
  ])('needs no scope: %s', async (_, how) => {
    const { exit, output, calls } = await runHook(how)
    expect([exit.code, output, calls]).toEqual([3, 'booted all of it\n', []])
  })
})
