import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controllingTerminalOf } from '../../../../src/adapters/tmux/controlling-terminal.js'

const hasTmux = (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, 'tmux')))
const ENV = { PATH: process.env['PATH'] ?? '' }
const ask = (pid: number) => Effect.runPromise(controllingTerminalOf(ENV)(pid))

describe.skipIf(!hasTmux || process.platform !== 'linux')('a process in tmux', () => {
  const folder = mkdtempSync(join(tmpdir(), "tmux's "))
  const socket = join(folder, 'own socket')
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8', env: ENV }).trim()
  const activePane = (): string => tmux('display-message', '-p', '-t', 'lanes', '#{pane_id}')
  let panes: { pid: number; tty: string; pane: string; place: string }[] = []
  beforeAll(() => {
    tmux('new-session', '-d', '-s', 'lanes', 'exec sleep 600')
    tmux('split-window', '-t', 'lanes', 'exec sleep 600')
    tmux('new-window', '-t', 'lanes', 'exec sleep 600')
    panes = tmux(
      'list-panes',
      '-s',
      '-t',
      'lanes',
      '-F',
      '#{pane_pid} #{pane_tty} #{pane_id} #{session_name}:#{window_index}.#{pane_index}',
    )
      .split('\n')
      .map((line) => {
        const [pid = '', tty = '', pane = '', place = ''] = line.split(' ')
        return { pid: Number(pid), tty, pane, place }
      })
  })
  afterAll(() => {
    tmux('kill-server')
    rmSync(folder, { recursive: true })
  })

  it('is found with its controlling terminal, pane and place', async () => {
    expect(panes).toHaveLength(3)
    for (const { pid, tty, pane, place } of panes) {
      expect(await ask(pid)).toMatchObject({ tty, tmux: { socket, pane, place } })
    }
  })

  it('is shown by the command, also when the path of the socket needs quotes', async () => {
    for (const { pid, pane } of [...panes, ...panes.toReversed()]) {
      const command = (await ask(pid)).tmux?.command ?? 'false'
      execFileSync('sh', ['-c', command], { env: ENV })
      expect(activePane()).toBe(pane)
    }
  })

  it('keeps its pane when the server does not answer', async () => {
    const { pid = 0, pane } = panes[0] ?? {}
    const answer = await Effect.runPromise(controllingTerminalOf({ PATH: '/nowhere' })(pid))
    expect(answer.tmux).toMatchObject({ pane, place: null })
  })
})

describe('a process elsewhere', () => {
  it('has no terminal when it does not exist', async () => {
    expect(await ask(2 ** 22 + 1)).toEqual({ tty: null, tmux: null })
  })

  it.skipIf(process.platform !== 'linux').each([
    ['a pane that is no id', '/tmp/socket,1,0', '%5;rm'],
    ['a relative socket', 'socket,1,0', '%5'],
    ['a control character', '/tmp/so\ncket,1,0', '%5'],
    ['a very long path', `/${'x'.repeat(600)},1,0`, '%5'],
  ])('has no pane if its environment has %s', async (_name, TMUX, TMUX_PANE) => {
    const { spawn } = await import('node:child_process')
    const child = spawn('sleep', ['600'], { env: { ...ENV, TMUX, TMUX_PANE }, stdio: 'ignore' })
    try {
      await new Promise((resolve) => child.once('spawn', resolve))
      expect((await ask(child.pid ?? 0)).tmux).toBeNull()
    } finally {
      child.kill()
    }
  })
})
