import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { askControl } from '../../../src/adapters/http-server/control.js'
import { endServer, hasTmux } from '../../support/tmux/panes.js'
import { startServer } from '../program.js'
import { median } from '../quantile.js'
import { limitRow, type Measurement, ratioRow } from '../row.js'
import { startService } from '../service.js'

const PASSWORD = 'correct-horse-1'
/** An agent that leaves its environment, in which its token is, and waits. */
const AGENT =
  '#!/bin/sh\nenv >"$HOME/started.part"\nmv "$HOME/started.part" "$HOME/started"\nwhile read -r line; do :; done\n'

/** Bytes per second. One model streams at most twenty thousand. */
const PACE = 20e6

interface Took {
  /** Milliseconds until the first byte of the answer. */
  readonly first: number
  /** Milliseconds until its last byte. */
  readonly whole: number
}

const agent = new Agent({ keepAlive: true })

/** Asks for an answer of a size, and at a pace. */
const ask = (url: string, token: string, bytes: number, pace: number | null = null): Promise<Took> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let first = 0
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(`${url}/v1/messages`, { method: 'POST', agent, headers }, (answer) => {
      let received = 0
      answer.on('data', (chunk: Buffer) => {
        if (received === 0) first = performance.now() - startedAt
        received += chunk.length
      })
      answer.on('end', () =>
        received === bytes
          ? resolve({ first, whole: performance.now() - startedAt })
          : reject(new Error(`${url} sent ${received} of ${bytes} bytes, status ${answer.statusCode}`)),
      )
      answer.on('error', reject)
    })
    sent.on('error', reject).end(JSON.stringify({ bytes, pace }))
  })

/** Returns the token of an agent that uses the proxy `team`. */
const startAgent = async (url: string, dataDir: string, home: string, upstream: string): Promise<string> => {
  const setup = { username: 'ada', password: PASSWORD }
  const target = '/control/setup'
  await askControl(join(dataDir, 'control.sock'), { method: 'POST', target, body: setup })
  const send = async (path: string, body: object, cookie = ''): Promise<Response> => {
    const headers = { 'content-type': 'application/json', origin: url, cookie }
    const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer
  }
  const login = await send('/api/auth/login', setup)
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await send('/api/ai-routers', { name: 'team', baseUrl: upstream, apiKey: 'sk-of-the-proxy', model: 'large' }, cookie)
  const project = join(home, 'shop')
  mkdirSync(project)
  const made = (await (await send('/api/lanes', { cwd: project }, cookie)).json()) as { lane: { id: number } }
  await send(`/api/lanes/${made.lane.id}/start`, { proxy: 'team' }, cookie)
  const started = join(home, 'started')
  while (!existsSync(started)) await setTimeout(50)
  return /^SVC_PANE_TOKEN=(.*)$/m.exec(readFileSync(started, 'utf8'))?.[1] ?? ''
}

/** Measures what the relay of AI proxies adds: to the first byte of an answer, and to a stream. */
export const relayRows: Measurement = {
  name: 'relay',
  rows: async ({ quick, folder }) => {
    if (!hasTmux) return []
    const home = folder()
    const bin = join(home, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'claude'), AGENT)
    chmodSync(join(bin, 'claude'), 0o700)
    const places = { dataDir: folder(), claudeHome: folder(), codexHome: folder() }
    const upstream = await startServer(['--import', 'tsx', join(import.meta.dirname, '..', 'upstream.ts')])
    const env = { SVC_MODE: 'server', HOME: home, PATH: `${bin}:${process.env['PATH']}`, SHELL: '/bin/sh' }
    const service = await startService(places, env)
    try {
      const token = await startAgent(service.url, places.dataDir, home, upstream.url)
      const ways = { direct: upstream.url, relayed: new URL('/api/ai/team', service.url).href }
      const both = ['direct', 'relayed'] as const
      const first = { direct: [] as number[], relayed: [] as number[] }
      for (let round = -10; round < (quick ? 20 : 200); round++)
        for (const way of both) {
          const took = await ask(ways[way], token, 100)
          if (round >= 0) first[way].push(took.first)
        }
      const streamed = async (megabytes: number, pace: number | null) => {
        const bytes = megabytes * 1e6
        const took = { direct: [] as number[], relayed: [] as number[] }
        for (let round = 0; round < (quick ? 1 : 5); round++)
          for (const way of both) took[way].push((await ask(ways[way], token, bytes, pace)).whole)
        const [plain, relayed] = [median(took.direct), median(took.relayed)]
        const speed = (ms: number): string => `${(bytes / 1e3 / ms).toFixed(0)} MB/s`
        return { measured: `${speed(relayed)} of ${speed(plain)}`, ratio: plain / relayed }
      }
      const [paced, unpaced] = [await streamed(quick ? 20 : 100, PACE), await streamed(quick ? 16 : 128, null)]
      return [
        limitRow(
          'first byte through the relay, beyond direct',
          median(first.relayed) - median(first.direct),
          5,
          'ms',
          2,
        ),
        ratioRow('stream through the relay, as fast as 1,000 models', paced.measured, paced.ratio, { min: 0.9 }),
        // Without a pace, the two programs of the direct way have two cores for themselves, and the relay is a third.
        ratioRow('  as fast as the machine can', unpaced.measured, unpaced.ratio, { min: 0.4 }),
      ]
    } finally {
      await service.stop()
      endServer(places.dataDir)
      await upstream.stop()
    }
  },
}
