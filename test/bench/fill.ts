/**
 * Fills a data directory with hook events spread over ninety days. It commits like the service, but without HTTP and
 * fsync, so that a large history takes minutes.
 *
 *   node --import tsx test/bench/fill.ts '{"dataDir", "events", "seed"}'      prints `{"events", "bytes", "payloadBytes"}`
 */
import { statSync } from 'node:fs'
import { eventIds } from '../../src/adapters/ids.js'
import { SqliteLog } from '../../src/adapters/sqlite/log.js'
import { openWriter, prepareDataDirectory } from '../../src/adapters/sqlite/open.js'
import { Projector } from '../../src/adapters/sqlite/projector.js'
import { ingestHook } from '../../src/commands/ingest/hook.js'
import { Committer } from '../../src/events/commit.js'
import { projections } from '../../src/projections/registry.js'
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
const directory = prepareDataDirectory(plan.dataDir)
const connection = openWriter(directory, 'normal')
connection.pragma('synchronous = off')
connection.pragma('cache_size = -262144')
const log = new SqliteLog(connection, eventIds())
const projector = new Projector(connection, log, projections)
projector.prepare()
const monotonic = (): number => performance.now() / 1000
const committer = new Committer({
  log,
  project: (events, mode) => projector.project(events, mode),
  erase: () => undefined,
  monotonic,
})
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
await committer.close()
connection.pragma('wal_checkpoint(TRUNCATE)')
connection.close()
const filled: Filled = { events, bytes: statSync(directory.database).size, payloadBytes }
console.log(JSON.stringify(filled))
