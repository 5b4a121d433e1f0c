import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { endServer, hasTmux } from '../../support/tmux/panes.js'
import { memory, type RunningServer } from '../program.js'
import { quantile } from '../quantile.js'
import { limitRow, type Measurement } from '../row.js'
import { getJson, postJson, startService } from '../service.js'

/** Opens a terminal of a slot. `acknowledge`: as a page does that draws everything at once. */
const openTerminal = async ({ url }: RunningServer, lane: number, slot: number, acknowledge: boolean) => {
  const socket = new WebSocket(new URL(`/ws/terminal?lane=${lane}&slot=${slot}`, url.replace('http', 'ws')))
  let bytes = 0
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return
    bytes += data.length
    if (acknowledge) socket.send(JSON.stringify({ type: 'ack', bytes: data.length }))
  })
  // The text that says that it is ready, or the first screen.
  await once(socket, 'message')
  return { socket, received: () => bytes }
}

const pressed = async ({ socket, received }: Awaited<ReturnType<typeof openTerminal>>): Promise<number> => {
  const before = received()
  const startedAt = performance.now()
  socket.send(Buffer.from('x'))
  while (received() === before) await once(socket, 'message')
  return performance.now() - startedAt
}

/** Calls back until `ms` have passed, and returns how long each call took. */
const repeated = async (ms: number, pause: number, work: () => Promise<unknown>): Promise<number[]> => {
  const [times, end]: [number[], number] = [[], performance.now() + ms]
  while (performance.now() < end) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
    await setTimeout(pause)
  }
  return times
}

/** Measures keys in one pane while another one floods its terminal, and a terminal whose client acknowledges nothing. */
export const terminalRows: Measurement = {
  name: 'terminals',
  rows: async ({ quick, folder }) => {
    if (!hasTmux) return []
    const places = { dataDir: folder(), claudeHome: folder(), codexHome: folder() }
    const service = await startService(places, { SHELL: '/bin/sh' })
    try {
      const { lane } = await postJson<{ lane: { id: number } }>(service, '/api/lanes', { cwd: folder() })
      for (const slot of [0, 1]) await postJson(service, `/api/lanes/${lane.id}/start`, { shell: true, slot })
      const typist = await openTerminal(service, lane.id, 0, true)
      const drawing = await openTerminal(service, lane.id, 1, true)
      typist.socket.send(Buffer.from('cat\r'))
      drawing.socket.send(Buffer.from('yes\r'))
      await setTimeout(1000)
      const read = () => getJson(service, '/api/lanes')
      const rounds = quick ? 500 : 10_000
      const keys = await repeated(rounds, 20, () => pressed(typist))
      drawing.socket.terminate()
      // The heap grows with the first requests, whatever the terminals do.
      await repeated(rounds, 50, read)
      const before = memory(service.pid)
      const silent = await openTerminal(service, lane.id, 1, false)
      let most = before
      const times = await repeated(rounds, 50, async () => {
        await read()
        most = Math.max(most, memory(service.pid))
      })
      const sent = (silent.received() / 1e6).toFixed(1)
      return [
        limitRow(`key to echo p95, another slot floods`, quantile(keys, 0.95), 30, 'ms'),
        limitRow(`memory added by a flood, client without acks (${sent} MB sent)`, most - before, 20, 'MB'),
        limitRow(`GET /api/lanes p95 during it`, quantile(times, 0.95), 100, 'ms'),
      ]
    } finally {
      endServer(places.dataDir)
      await service.stop()
    }
  },
}
