import type { History } from '../histories.js'
import { addTokens, noTokens, type Tokens } from '../history/truth.js'
import { peakMemory, runScript, type RunningServer } from '../program.js'
import { median } from '../quantile.js'
import { type Bench, limitRow, type Measurement, ratioRow, type Row } from '../row.js'
import { imported, openViewer, type ServicePlaces, sessionStatsOf, startService, statsOf } from '../service.js'

type ToldTokens = Awaited<ReturnType<typeof statsOf>>['tokens']

const agrees = (told: ToldTokens, truth: Tokens): boolean =>
  told.input_tokens === truth.input &&
  told.output_tokens === truth.output &&
  told.cache_read_tokens === truth.cacheRead &&
  told.cache_write_tokens === truth.cacheWrite

/** Returns a row that counts the sessions, and the total, that differ from the expected tokens. */
const tokensRow = async (service: RunningServer, { manifest }: History, when: string): Promise<Row> => {
  let wrong = agrees((await statsOf(service)).tokens, manifest.tokens) ? 0 : 1
  for (const [session, models] of Object.entries(manifest.bySession)) {
    const truth = Object.values(models).reduce(addTokens, noTokens)
    if (!agrees((await sessionStatsOf(service, session)).tokens, truth)) wrong++
  }
  const of = manifest.sessions + 1
  return {
    what: `token totals off the truth ${when}`,
    floor: '0',
    measured: `${wrong} of ${of}`,
    ratio: null,
    holds: wrong === 0,
  }
}

interface FirstImport {
  readonly seconds: number
  /** Peak memory in MB. */
  readonly memory: number
}

/** Imports a history into an empty data directory; measures from the process start to the end of the import. */
const importOnce = async (
  places: ServicePlaces,
  check: (service: RunningServer) => Promise<void>,
): Promise<FirstImport> => {
  const startedAt = performance.now()
  const service = await startService(places)
  try {
    await imported(service)
    const seconds = (performance.now() - startedAt) / 1000
    const memory = peakMemory(service.pid) ?? Number.NaN
    await check(service)
    return { seconds, memory }
  } finally {
    await service.stop()
  }
}

const firstImportRows = async (bench: Bench, history: History, places: ServicePlaces): Promise<readonly Row[]> => {
  const floors: number[] = []
  const imports: FirstImport[] = []
  const rows: Row[] = []
  for (let round = 0; round < (bench.quick ? 1 : 3); round++) {
    const dataDir = round === 0 ? places.dataDir : bench.folder()
    floors.push((await runScript<{ seconds: number }>('floor.ts', history.claudeHome)).seconds)
    imports.push(
      await importOnce({ ...places, dataDir }, async (service) => {
        if (round === 0) rows.push(await tokensRow(service, history, 'after one import'))
      }),
    )
  }
  const [floor, took] = [median(floors), median(imports.map(({ seconds }) => seconds))]
  const megabytes = (history.manifest.bytes / 1e6).toFixed(0)
  const what = `first import of ${megabytes} MB, ${history.manifest.lines.toLocaleString('en')} lines`
  return [
    ratioRow(what, `${took.toFixed(2)} s of ${floor.toFixed(2)} s`, took / floor, { max: 2.5 }),
    limitRow('  peak memory', Math.max(...imports.map(({ memory }) => memory)), 250, 'MB', 0),
    ...rows,
  ]
}

/** Messages that a dashboard may receive when nothing changed. */
const silent = new Set(['hello', 'import.progress'])

const secondStartRows = async (
  history: History,
  places: ServicePlaces,
  eventsBefore: number,
): Promise<readonly Row[]> => {
  const service = await startService(places)
  const startedAt = performance.now()
  const viewer = await openViewer(service)
  try {
    await imported(service)
    const seconds = (performance.now() - startedAt) / 1000
    const added = (await statsOf(service)).total_events - eventsBefore
    const sent = viewer.messages.filter((type) => !silent.has(type)).length
    const files = history.manifest.files.toLocaleString('en')
    return [
      limitRow(`second start, ${files} unchanged files`, seconds, 0.5, 's', 2),
      limitRow('  new events', added, 0, '', 0),
      limitRow('  broadcasts', sent, 0, '', 0),
      await tokensRow(service, history, 'after two imports'),
    ]
  } finally {
    viewer.close()
    await service.stop()
  }
}

const eventsIn = async (places: ServicePlaces): Promise<number> => {
  const service = await startService(places)
  try {
    await imported(service)
    return (await statsOf(service)).total_events
  } finally {
    await service.stop()
  }
}

/** Measures the first import of a history and the next start, and checks the figures. */
export const historyRows: Measurement = {
  name: 'history',
  rows: async (bench) => {
    const history = bench.histories.get(bench.quick ? 'medium' : 'large')
    const places = { dataDir: bench.folder(), claudeHome: history.claudeHome, codexHome: bench.folder() }
    const first = await firstImportRows(bench, history, places)
    return [...first, ...(await secondStartRows(history, places, await eventsIn(places)))]
  },
}
