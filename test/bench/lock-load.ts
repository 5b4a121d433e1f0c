/**
 * Acquires and releases named locks over keep-alive connections, each of which has its own holder. It runs in its own process, so
 * that it takes no time from the measured server. A lock that two holders have at once ends it with an error.
 *
 *   node --import tsx test/bench/lock-load.ts '{"url", "connections", "locks", "seconds"}'
 *   prints `{"perSecond", "acquired", "refused"}`
 */
import { Agent, request } from 'node:http'
import { setImmediate } from 'node:timers/promises'

export interface LockPlan {
  readonly url: string
  readonly connections: number
  readonly locks: number
  readonly seconds: number
}

export interface LockResult {
  /** Requests, of both kinds. */
  readonly perSecond: number
  readonly acquired: number
  readonly refused: number
}

const plan: LockPlan = JSON.parse(process.argv[2] ?? '{}')
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections })

const post = (path: string, holder: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ holder })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(new URL(path, plan.url), { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })

const held = new Map<string, string>()
let [acquired, refused, requests] = [0, 0, 0]
const startedAt = performance.now()
const endsAt = startedAt + plan.seconds * 1000

const client = async (n: number): Promise<void> => {
  const holder = `holder-${n}`
  for (let round = n; performance.now() < endsAt; round++) {
    const name = `lock-${round % plan.locks}`
    const status = await post(`/api/locks/${name}/acquire`, holder)
    requests++
    if (status === 409) {
      refused++
      continue
    }
    if (status !== 200) throw new Error(`an acquire was answered with ${status}`)
    const other = held.get(name)
    if (other !== undefined) throw new Error(`${name} has two holders: ${other} and ${holder}`)
    held.set(name, holder)
    acquired++
    // The lock is kept for a turn of the event loop, in which another answer would show a second holder.
    await setImmediate()
    // Before the request: the next holder may be answered first.
    held.delete(name)
    const released = await post(`/api/locks/${name}/release`, holder)
    requests++
    if (released !== 200) throw new Error(`a release was answered with ${released}`)
  }
}

await Promise.all(Array.from({ length: plan.connections }, (_, n) => client(n)))
agent.destroy()
const seconds = (performance.now() - startedAt) / 1000
console.log(JSON.stringify({ perSecond: requests / seconds, acquired, refused }))
