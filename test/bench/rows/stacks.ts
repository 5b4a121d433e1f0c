import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import type { SocketMessage } from '../../../src/http/contract/socket.js'
import { repositoryAt } from '../../support/git/repository.js'
import { newProfile } from '../../support/stack/profile.js'
import { newShop } from '../../support/stack/shop.js'
import { quantile } from '../quantile.js'
import { type Bench, limitRow, type Measurement, type Row } from '../row.js'
import { getJson, postJson, startService } from '../service.js'

type LaneAnswer = RouteAnswer<'GET /api/lanes/:id'>
type Runtime = RouteAnswer<'GET /api/lanes/:id/runtime'>

const MEGABYTE = 1024 * 1024

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Measures the runtime of a lane, and the output of a hook with a client that does not read. */
const stacks = async ({ quick, folder }: Bench): Promise<readonly Row[]> => {
  const home = folder()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  const git = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
  writeFileSync(join(bin, 'git'), `#!/bin/sh\nprintf . >>'${home}/git'\nexec ${git} "$@"\n`, { mode: 0o755 })
  const { path } = repositoryAt(join(home, 'shop'), { 'a.txt': 'a' })
  newShop(path)
  const bytes = (quick ? 5 : 100) * MEGABYTE
  const boot = readFileSync(join(path, '.svc', 'profile', 'hooks', 'boot'), 'utf8')
  newProfile(path, null, { boot, seed: `exec head -c ${bytes} /dev/zero | tr '\\0' x` })
  const places = { dataDir: folder(), claudeHome: folder(), codexHome: folder() }
  const service = await startService(places, { PATH: `${bin}:${process.env['PATH']}`, HOME: home, SVC_UPDATES: '0' })
  const sockets: WebSocket[] = []
  try {
    const { id } = (await postJson<LaneAnswer>(service, '/api/lanes', { cwd: path })).lane
    const read = () => getJson<Runtime>(service, `/api/lanes/${id}/runtime`)
    const settled = async (): Promise<void> => {
      for (let runtime = await read(); runtime.available && runtime.jobs.length > 0; runtime = await read())
        await setTimeout(50)
    }
    await postJson(service, `/api/lanes/${id}/up`, {})
    await settled()
    const started = statSync(join(home, 'git'), { throwIfNoEntry: false })?.size ?? 0
    const times: number[] = []
    for (let n = 0; n < (quick ? 50 : 1000); n += 1) {
      const at = performance.now()
      await read()
      times.push(performance.now() - at)
    }
    const processes = (statSync(join(home, 'git'), { throwIfNoEntry: false })?.size ?? 0) - started

    const open = async (): Promise<WebSocket> => {
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws`)
      sockets.push(socket)
      await new Promise((resolve) => socket.once('message', resolve))
      return socket
    }
    ;(await open()).pause()
    let [received, last, lost, done] = [0, 0, 0, false]
    ;(await open()).on('message', (raw: Buffer) => {
      const { type, data } = JSON.parse(raw.toString()) as SocketMessage
      if (type === 'lane_hook_result') done = true
      if (type !== 'lane_hook_output') return
      received += data.chunk.length
      lost += data.seq - last - 1
      last = data.seq
    })
    const before = residentOf(service.pid)
    let peak = before
    const at = performance.now()
    await postJson(service, `/api/lanes/${id}/hook/seed`, {})
    while (!done) {
      peak = Math.max(peak, residentOf(service.pid))
      await setTimeout(10)
    }
    const seconds = (performance.now() - at) / 1000
    await postJson(service, `/api/lanes/${id}/down`, {})
    const size = `${bytes / MEGABYTE} MB of hook output`
    return [
      limitRow('GET /api/lanes/:id/runtime p95', quantile(times, 0.95), 50, 'ms'),
      limitRow('  git processes that it starts', processes, 0, 'processes', 0),
      limitRow(`${size}, one client does not read: missing`, bytes - received + lost, 0, 'characters and messages', 0),
      limitRow('  memory of the service', peak - before, 20, 'MB'),
      limitRow('  until the other client has all', seconds, 60, 's'),
    ]
  } finally {
    for (const socket of sockets) socket.terminate()
    await service.stop()
  }
}

export const stackRows: Measurement = { name: 'stacks', rows: stacks }
