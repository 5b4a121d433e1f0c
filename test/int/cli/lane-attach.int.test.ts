import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { lanesCommand } from '../../../src/cli/lanes.js'
import { until } from '../../support/agents/until.js'
import { runHere } from '../../support/cli/run.js'
import { type App, startApp } from '../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../support/tmux/panes.js'

const ROOT = join(import.meta.dirname, '..', '..', '..')
let app: App
let root: string
let lane: number
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-cli-attach-')))
  app = await startApp({ SHELL: '/bin/sh', HOME: root }, root)
  const made = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: root } })
  lane = made.json.lane.id
  vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.close()
  endServer(join(root, 'data'))
  try {
    outer('kill-server')
  } catch {
    // It was not started.
  }
  rmSync(root, { recursive: true, force: true })
})

const run = (...args: readonly string[]) => runHere([lanesCommand()], ['lanes', 'attach', ...args])

/** A tmux of the user, with a shell. */
const outer = (...args: readonly string[]): string =>
  execFileSync('tmux', ['-S', join(root, 'outer'), ...args], { encoding: 'utf8' }).trim()
const screen = (): string => outer('capture-pane', '-p', '-t', 'user:')
const shows = (text: string | RegExp) => until(String(text), () => (screen().match(text) ? true : undefined))
const inner = (...args: readonly string[]): string => tmuxOf(join(root, 'data'))(...args)

/** The terminals of the service have no key to detach: the program gets it. */
const pressedInTheService = async (): Promise<void> => {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws/terminal?lane=${lane}`)
  await once(socket, 'message')
  socket.send(Buffer.from('stty raw -echo; echo go$((1 + 1)); head -c 1 | od -c; stty sane\r'))
  const content = () => inner('capture-pane', '-p', '-t', `=lane-${lane}-0:`)
  await until('the program', () => content().includes('go2'))
  socket.send(Buffer.from([0x1c]))
  await until('the key', () => content().includes('0000000 034'))
  socket.terminate()
}

describe('switchyard lanes attach', () => {
  it('needs a terminal and a slot', async () => {
    expect(await run(String(lane), '--slot', '12')).toMatchObject({ code: 2, err: expect.stringContaining('0 to 9') })
    expect(await run(String(lane))).toMatchObject({ code: 2, err: expect.stringContaining('must be a terminal') })
  })

  it.skipIf(!hasTmux)('shows the pane, in another tmux too, until Ctrl+\\ leaves it', async () => {
    outer('-f', '/dev/null', 'new-session', '-d', '-s', 'user', '-x', '100', '-y', '30', 'sh')
    const command = `PS1='outer> ' TERM=screen ${process.execPath} --import tsx src/cli.ts lanes attach ${lane}`
    const env = `SVC_DATA_DIR='${join(root, 'data')}'`
    const type = (text: string) => outer('send-keys', '-t', 'user:', text, 'Enter')
    type(`cd ${ROOT}; ${env} ${command}; echo left=$?`)
    await shows('no program runs in slot 0')
    await app.send(`/api/lanes/${lane}/start`, { method: 'POST', body: { shell: true } })
    type(`clear; ${env} ${command}; echo left=$?`)
    await until('the client', () => inner('list-clients') !== '')
    type('echo $((40 + 2))inside')
    await shows('42inside')
    outer('send-keys', '-t', 'user:', 'C-\\')
    await shows('left=0')
    await pressedInTheService()
    type(`clear; ${env} ${command} --read-only; echo left=$?`)
    await until('the client', () => inner('list-clients').includes('read-only'))
    await shows('42inside')
    await app.send(`/api/lanes/${lane}/stop`, { method: 'POST', body: {} })
    await shows(/left=\d/)
  })
})
