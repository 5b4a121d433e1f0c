import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gitCheckout } from '../../../../src/adapters/git/checkout.js'
import { systemGit } from '../../../../src/adapters/git/git.js'
import { Serial } from '../../../../src/commands/kernel/serial.js'
import { Releases } from '../../../../src/commands/ports/releases.js'
import { updateCommands } from '../../../../src/commands/service/updates.js'
import type { UpdateStatus } from '../../../../src/domain/updates/status.js'

const ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }
const NOON = Date.parse('2026-11-20T12:00:00Z')

let folder: string
let home: string
let copy: string
let told: UpdateStatus[]
const git = (at: string, ...args: string[]): string =>
  execFileSync('git', ['-C', at, '-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .toString()
    .trim()
const release = (): string => {
  git(home, 'commit', '--allow-empty', '-m', 'a release')
  return git(home, 'rev-parse', 'HEAD')
}
const updates = (enabled = true, root = copy) => {
  const commands = updateCommands({
    clock: { now: () => NOON, monotonic: () => 0 },
    serial: new Serial(),
    version: '1.2.3',
    enabled,
    tell: (status) => told.push(status),
  })
  const run = (effect: typeof commands.check): Promise<UpdateStatus> =>
    Effect.runPromise(Effect.provideService(effect, Releases, gitCheckout(root, systemGit(ENV))))
  return { status: () => run(commands.status), check: () => run(commands.check) }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-updates-'))
  told = []
  ;[home, copy] = [join(folder, 'home'), join(folder, 'copy')]
  mkdirSync(home)
  git(home, 'init', '-b', 'main')
  release()
  git(folder, 'clone', home, copy)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a clone', () => {
  it('finds a release on a check, not on a status request', async () => {
    const { status, check } = updates()
    const sha = release()
    expect(await status()).toMatchObject({ update_available: false, last_checked_at: null, git_repo: true })
    const found = await check()
    expect(found).toMatchObject({
      update_available: true,
      commits_behind: 1,
      remote_sha: sha,
      situation: 'tracking_canonical',
      last_checked_at: new Date(NOON).toISOString(),
      fetch_error: null,
    })
    expect([await status(), told]).toEqual([found, [found]])
  })

  it('keeps its checkout unchanged on a check', async () => {
    const before = git(copy, 'rev-parse', 'HEAD')
    release()
    await updates().check()
    expect([git(copy, 'rev-parse', 'HEAD'), git(copy, 'status', '--porcelain')]).toEqual([before, ''])
  })

  it('reports an unreachable remote without its address', async () => {
    const { status, check } = updates()
    git(copy, 'remote', 'set-url', 'origin', 'https://user:secret-token@127.0.0.1:9/x.git')
    const found = await check()
    expect(found).toMatchObject({ update_available: false, fetch_error: 'the remote did not answer, or refused' })
    expect(JSON.stringify([found, await status()])).not.toContain('secret-token')
  })

  it('compares with upstream when it has that remote', async () => {
    git(copy, 'remote', 'add', 'upstream', home)
    release()
    expect(await updates().check()).toMatchObject({
      canonical_remote: 'upstream',
      remote_ref: 'upstream/main',
      situation: 'fork_or_diverged_tracking',
      commits_behind: 1,
    })
  })

  it('runs no program from its git configuration', async () => {
    const marker = join(folder, 'ran')
    const script = join(folder, 'evil.sh')
    writeFileSync(script, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 })
    git(copy, 'config', 'core.fsmonitor', script)
    git(copy, 'config', 'core.sshCommand', script)
    git(copy, 'remote', 'set-url', 'origin', `ext::${script}`)
    await updates().check()
    expect(() => rmSync(marker)).toThrow(/ENOENT/)
  })

  it('sends no request when update checks are turned off', async () => {
    release()
    expect(await updates(false).check()).toMatchObject({
      update_available: false,
      last_checked_at: null,
      message: 'Update checks are turned off.',
    })
  })

  it('runs concurrent checks once', async () => {
    const { check } = updates()
    const [one, two] = await Promise.all([check(), check()])
    expect([one, told.length]).toEqual([two, 1])
  })
})

describe('a folder without a canonical remote', () => {
  it('is not a repository when it is not the root of a clone', async () => {
    const inside = join(copy, 'node_modules')
    mkdirSync(inside)
    for (const root of [folder, inside]) {
      expect(await updates(true, root).check()).toMatchObject({
        git_repo: false,
        update_available: false,
        local_sha: null,
      })
    }
  })

  it('is not checked when it is a clone without remotes', async () => {
    git(copy, 'remote', 'remove', 'origin')
    expect(await updates().check()).toMatchObject({ git_repo: true, canonical_remote: null, last_checked_at: null })
  })
})
