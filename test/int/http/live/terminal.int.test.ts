import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { TerminalFlow } from '../../../../src/http/live/terminal-flow.js'
import { until } from '../../../support/agents/until.js'
import { openTerminalSocket } from '../../../support/http/terminal.js'
import { type App, startApp } from '../../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../../support/tmux/panes.js'

/** Makes no pane while there is a file `wait` beside it. */
const SLOW_TMUX = `#!/bin/sh
bin=$(dirname "$0")
case "$*" in *new-session*) while [ -e "$bin/wait" ]; do sleep 0.02; done ;; esac
PATH=\${PATH#"$bin:"}
exec tmux "$@"
`

let app: App
let folder: string
let lane: number
const sockets: WebSocket[] = []
const dataDir = (): string => join(folder, 'data')

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-terminal-')))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'tmux'), SLOW_TMUX)
  chmodSync(join(folder, 'bin', 'tmux'), 0o700)
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`
  app = await startApp({ SHELL: '/bin/sh', HOME: folder, DASHBOARD_TOKEN: '', PATH }, folder)
  const made = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd: folder } })
  lane = made.json.lane.id
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(async () => {
  await app.close()
  endServer(dataDir())
  rmSync(folder, { recursive: true, force: true })
})

const shellIn = async (slot: number): Promise<void> => {
  const { status } = await app.send(`/api/lanes/${lane}/start`, { method: 'POST', body: { shell: true, slot } })
  expect(status).toBe(200)
}
const stop = (slot: number) => app.send(`/api/lanes/${lane}/stop`, { method: 'POST', body: { slot } })

const connect = (query: string, headers: Readonly<Record<string, string>> = {}) => {
  const client = openTerminalSocket(app.url, query, headers)
  sockets.push(client.socket)
  return client
}
const sizeOf = (slot: number): string =>
  tmuxOf(dataDir())('display-message', '-p', '-t', `=lane-${lane}-${slot}:`, '#{window_width}x#{window_height}')

describe.skipIf(!hasTmux)('a terminal', () => {
  it('shows the pane in its size, passes on keys, and reports the end of the program', async () => {
    await shellIn(0)
    const terminal = connect(`lane=${lane}&cols=90&rows=30`)
    expect(await terminal.of('ready')).toMatchObject({ lane, slot: 0, mode: 'rw', cols: 90, rows: 30 })
    terminal.type('echo $((40 + 2)) hé; stty size\r')
    await terminal.shows('42 hé')
    await terminal.shows('30 90')
    terminal.socket.send(JSON.stringify({ type: 'resize', cols: 9000, rows: 1 }))
    await until('the size', () => sizeOf(0) === '500x5')
    terminal.type('exit 7\r')
    expect(await terminal.of('exit')).toMatchObject({ reason: 'exited', code: 7, signal: null })
    expect(await terminal.closed()).toBe(1000)
  })

  it('that is read-only types nothing and leaves the size; mistakes are reported and change nothing', async () => {
    await shellIn(1)
    const writer = connect(`workspace=${lane}&slot=1&cols=100&rows=40`)
    await writer.of('ready')
    await until('the size', () => sizeOf(1) === '100x40')
    const viewer = connect(`lane=${lane}&slot=1&mode=ro&cols=30&rows=10`)
    await viewer.of('ready')
    for (const wrong of [
      '{',
      '[]',
      '{"type":"resize","cols":"x","rows":3}',
      '{"type":"ack","bytes":-1}',
      'x'.repeat(2000),
    ])
      viewer.socket.send(wrong)
    viewer.type('echo typed-by-viewer\r')
    await until('the refusals', () => viewer.seen.messages.filter(({ type }) => type === 'error').length === 6)
    writer.type('echo $((1 + 1))seen\r')
    await viewer.shows('2seen')
    expect([sizeOf(1), writer.seen.output.includes('typed-by-viewer')]).toEqual(['100x40', false])
    viewer.socket.terminate()
    writer.socket.terminate()
    const again = connect(`lane=${lane}&slot=1`)
    await again.shows('2seen')
    await stop(1)
    expect(await again.of('exit')).toMatchObject({ reason: 'stopped' })
  })

  it('is refused when the lane is unknown, no program runs in the slot, or a parameter is wrong', async () => {
    const codes = ['lane=999', '', `lane=${lane}&slot=7`, `lane=${lane}&slot=10`, `lane=${lane}&mode=x`].map(
      async (query) => {
        const terminal = connect(query)
        return [(await terminal.of('error')).code, await terminal.closed()]
      },
    )
    expect(await Promise.all(codes)).toEqual([
      ['ENOLANE', 4404],
      ['ENOLANE', 4404],
      ['ENOPANE', 4409],
      ['EBADSLOT', 4400],
      ['EBADFIELD', 4400],
    ])
  })

  it.each([
    ['a foreign page', { origin: 'https://example.com' }],
    ['a foreign host', { host: 'example.com' }],
  ])('is refused to %s before the handshake', async (_name, headers) => {
    const { socket } = connect(`lane=${lane}`, headers)
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toContain('403')
  })

  it('waits for the pane of a program that was requested', async () => {
    const wait = join(folder, 'bin', 'wait')
    writeFileSync(wait, '')
    const started = shellIn(3)
    await until('the request', async () => {
      const { panes } = await app.get<{ panes: readonly { slot: number }[] }>(`/api/lanes/${lane}`)
      return panes.some(({ slot }) => slot === 3)
    })
    const terminal = connect(`lane=${lane}&slot=3&cols=90&rows=30`)
    await once(terminal.socket, 'open')
    rmSync(wait)
    expect(await terminal.of('ready')).toMatchObject({ slot: 3 })
    await started
  })

  it('ends with the tmux server, and the service continues', async () => {
    await shellIn(2)
    const terminal = connect(`lane=${lane}&slot=2`)
    await terminal.of('ready')
    endServer(dataDir())
    expect(await terminal.of('exit')).toMatchObject({ reason: 'vanished' })
    expect((await app.send('/api/health')).status).toBe(200)
  })
})

describe('the flow of a terminal', () => {
  const KB = 1024

  it('pauses above 512 KB that were not acknowledged, and resumes below 128 KB', () => {
    const calls: string[] = []
    const flow = new TerminalFlow({
      pause: () => calls.push('pause'),
      resume: () => calls.push('resume'),
      buffered: () => 0,
      stalled: () => calls.push('stalled'),
      stallMs: 60_000,
    })
    flow.sent(512 * KB)
    expect(calls).toEqual([])
    flow.sent(1)
    flow.sent(1)
    flow.acknowledged(384 * KB)
    expect(calls).toEqual(['pause'])
    flow.acknowledged(3)
    expect(calls).toEqual(['pause', 'resume'])
    flow.close()
  })

  it('gives up when nothing is acknowledged', async () => {
    await new Promise<void>((resolve) => {
      const nothing = (): void => undefined
      new TerminalFlow({ pause: nothing, resume: nothing, buffered: () => 0, stalled: resolve, stallMs: 1 }).sent(
        KB * KB,
      )
    })
  })
})
