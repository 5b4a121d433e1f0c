import { createReadStream, createWriteStream } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { LoadPlan, LoadResult } from '../load.js'
import { peakMemory, type RunningServer, runScriptBeside } from '../program.js'
import { limitRow, type Measurement, type Row } from '../row.js'
import { caughtUp, startService } from '../service.js'

const exportTo = async ({ url }: RunningServer, place: Writable): Promise<void> => {
  const { body, ok } = await fetch(new URL('/api/settings/export', url))
  if (!ok || body === null) throw new Error('the export failed')
  await pipeline(Readable.fromWeb(body), place)
}

/**
 * Returns a stream that discards the export. If the client saved gigabytes to the disk of the log, the system would
 * flush them half a minute later and block commits for half a second, which is not a cost of the export.
 */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Streams the bundle as a form file, because it does not fit in memory. */
async function* formOf(file: string, boundary: string): AsyncGenerator<Uint8Array> {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="bundle.json"\r\n\r\n`
  yield Buffer.from(head)
  yield* createReadStream(file)
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

/** Imports a bundle. Not with fetch, which times out after five minutes: the response comes after the whole import. */
const importFrom = ({ url }: RunningServer, file: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const boundary = 'svc-bench'
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const sent = request(new URL('/api/settings/import', url), { method: 'POST', headers }, (answer) => {
      text(answer).then((body) => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`the import failed: ${body}`))
      }, reject)
    })
    sent.on('error', reject)
    pipeline(Readable.from(formOf(file, boundary)), sent).catch(reject)
  })

const PLAN = { connections: 3, sessions: 300, seed: 1001, warmUp: 30, perSecond: 30 }

/** Runs `work` while hooks arrive. */
const whileHooksCome = async (service: RunningServer, work: () => Promise<void>) => {
  let seconds = 0
  const timed = async (): Promise<void> => {
    const startedAt = performance.now()
    await work()
    seconds = (performance.now() - startedAt) / 1000
  }
  const plan: LoadPlan = { ...PLAN, url: service.url }
  const load = await runScriptBeside<LoadResult>(timed, 'load.ts', JSON.stringify(plan))
  return { load, seconds, memory: peakMemory(service.pid) ?? Number.NaN }
}

/** Exports and imports a whole history as a bundle, both streamed, while hooks arrive. */
export const bundleRows: Measurement = {
  name: 'bundle',
  rows: async ({ quick, folder, fills }) => {
    const events = quick ? 50_000 : 1_000_000
    const file = join(folder(), 'bundle.json')
    const rows: Row[] = []
    const add = (word: string, { load, seconds, memory }: Awaited<ReturnType<typeof whileHooksCome>>): void => {
      rows.push(
        limitRow(
          `${word} of ${events.toLocaleString('en')} events (${seconds.toFixed(0)} s): peak memory`,
          memory,
          300,
          'MB',
          0,
        ),
        limitRow(
          `  hook p99 meanwhile, 30/s (${load.hooks} hooks, longest ${load.max.toFixed(0)} ms)`,
          load.p99,
          25,
          'ms',
        ),
      )
    }
    const places = await fills.get(events)
    const full = await startService(places)
    try {
      await caughtUp(full, places)
      add('export', await whileHooksCome(full, () => exportTo(full, nowhere())))
      await exportTo(full, createWriteStream(file))
    } finally {
      await full.stop()
    }
    const empty = await startService({ dataDir: folder(), claudeHome: folder(), codexHome: folder() })
    try {
      add('import', await whileHooksCome(empty, () => importFrom(empty, file)))
    } finally {
      await empty.stop()
    }
    return rows
  },
}
