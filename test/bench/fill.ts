/**
 * Fills a data directory with hook events spread over ninety days.
 *
 *   node --import tsx test/bench/fill.ts '{"dataDir", "events", "seed"}'      prints `{"events", "bytes", "payloadBytes"}`
 */
import { ingestHook } from '../../src/commands/ingest/hook.js'
import { monotonic, openFastLog } from './fast-log.js'
import { hookStream } from './hooks.js'

export interface FillPlan {
  readonly dataDir: string
  readonly events: number
  readonly seed: number
}

export interface Filled {
  readonly events: number
  readonly bytes: number
  readonly payloadBytes: number
}

const DAYS_MS = 90 * 86_400_000
const BATCH = 500
const SESSIONS = 400

const plan: FillPlan = JSON.parse(process.argv[2] ?? '{}')
const { committer, close } = openFastLog(plan.dataDir)
const end = Date.now()
let happened = end - DAYS_MS
const take = ingestHook({ committer, clock: { now: () => end, monotonic }, processes: { isAlive: () => true } })

let [events, payloadBytes] = [0, 0]
for (let seed = plan.seed; events < plan.events; seed++) {
  const hooks = hookStream(SESSIONS, seed).slice(0, plan.events - events)
  for (let i = 0; i < hooks.length; i += BATCH) {
    await Promise.all(
      hooks.slice(i, i + BATCH).map(({ body, delivery }) => {
        payloadBytes += Buffer.byteLength(body)
        happened += DAYS_MS / plan.events
        return take({
          body,
          provider: 'claude',
          deliveryId: delivery,
          at: Math.floor(happened),
          pid: null,
          by: 'local',
          run: null,
        })
      }),
    )
  }
  events += hooks.length
}
const filled: Filled = { events, bytes: await close(), payloadBytes }
console.log(JSON.stringify(filled))
