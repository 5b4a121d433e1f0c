/**
 * Posts a stream of hooks over keep-alive connections, each of which sends the next hook after the last response, and
 * checks every response. It runs in its own process, so that it takes no time from the measured server.
 *
 *   node --import tsx test/bench/load.ts '{"url", "connections", "hooks", "sessions", "seed", "warmUp"}'
 *   prints `{"hooks", "perSecond", "p50", "p99", "max"}`, times in milliseconds; without a number of hooks it prints
 *   `warm` when the measurement starts and continues until its standard input ends
 */
import { Agent, request } from 'node:http'
import { type GeneratedHook, hookStream } from './hooks.js'
import { quantile } from './quantile.js'

export interface LoadPlan {
  readonly url: string
  readonly connections: number
  /** Maximum number of hooks to post; by default it posts until its standard input ends. */
  readonly hooks?: number
  readonly sessions: number
  readonly seed: number
  /** Hooks posted before the measurement to warm up both sides. */
  readonly warmUp: number
  /** Hooks a second, evenly spaced; by default as fast as responses arrive. */
  readonly perSecond?: number
}

export interface LoadResult {
  readonly hooks: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const post = (url: URL, agent: Agent, hook: GeneratedHook): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(hook.body),
      'x-svc-delivery': hook.delivery,
      'x-svc-provider': 'claude',
    }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 204) resolve()
        else reject(new Error(`a hook was answered with ${response.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(hook.body)
  })

let over = false

/** Posts hooks as planned; returns the response times in milliseconds. */
const postAll = async (plan: LoadPlan, agent: Agent, hooks: readonly GeneratedHook[], pace: number | undefined) => {
  const url = new URL('/api/hooks', plan.url)
  const times: number[] = []
  const startedAt = performance.now()
  let next = 0
  const worker = async (): Promise<void> => {
    for (let hook = hooks[next]; hook !== undefined && !over; hook = hooks[next]) {
      const dueAt = pace === undefined ? performance.now() : startedAt + (next * 1000) / pace
      next++
      const early = dueAt - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      // A late timer counts for the client, a wait for a free connection for the server.
      const sentAt = early > 0 ? performance.now() : dueAt
      await post(url, agent, hook)
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: plan.connections }, worker))
  return { times, seconds: (performance.now() - startedAt) / 1000 }
}

const plan: LoadPlan = JSON.parse(process.argv[2] ?? '{}')
const stream = hookStream(plan.sessions, plan.seed).slice(0, plan.warmUp + (plan.hooks ?? Number.POSITIVE_INFINITY))
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections })
await postAll(plan, agent, stream.slice(0, plan.warmUp), undefined)
if (plan.hooks === undefined) {
  process.stdin.on('end', () => (over = true)).resume()
  console.log('warm')
}
const { times, seconds } = await postAll(plan, agent, stream.slice(plan.warmUp), plan.perSecond)
agent.destroy()
if (plan.hooks === undefined && !over) throw new Error('the hooks did not last as long as what they were to go beside')
const result: LoadResult = {
  hooks: times.length,
  perSecond: times.length / seconds,
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  max: quantile(times, 1),
}
console.log(JSON.stringify(result))
