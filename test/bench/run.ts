/**
 * The benchmark of the service, compared with a minimal baseline on the same machine in the same run. Read the ratios;
 * absolute times depend on the machine. Exits with 1 if a floor is missed.
 *
 *   npm run bench -- [--only hooks,history] [--quick] [--json] [--events 10000000] [--keep folder] [--help]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fills } from './fills.js'
import { Histories } from './histories.js'
import { benchOptions } from './options.js'
import type { Bench, Measurement, Row } from './row.js'
import { agentConfigRows } from './rows/agent-config.js'
import { agentRunRow } from './rows/agent-run.js'
import { bundleRows } from './rows/bundle.js'
import { dashboardsRow } from './rows/dashboards.js'
import { gitRows } from './rows/git.js'
import { historyRows } from './rows/history.js'
import { hookRows } from './rows/hooks.js'
import { hooksDuringImport } from './rows/hooks-during-import.js'
import { laneRows } from './rows/lanes.js'
import { lockRows } from './rows/locks.js'
import { liveTokensRow } from './rows/live-tokens.js'
import { pipelineRows } from './rows/pipelines.js'
import { readRows } from './rows/reads.js'
import { rebuildRows } from './rows/rebuild.js'
import { relayRows } from './rows/relay.js'
import { reportRows } from './rows/reports.js'
import { searchingRow } from './rows/searching.js'
import { stackRows } from './rows/stacks.js'
import { startRow } from './rows/start.js'
import { terminalRows } from './rows/terminals.js'
import { transcriptPathRow } from './rows/transcript-path.js'
import { printedTable } from './table.js'

const measurements: readonly Measurement[] = [
  hookRows,
  hooksDuringImport,
  transcriptPathRow,
  historyRows,
  liveTokensRow,
  startRow,
  rebuildRows,
  readRows,
  searchingRow,
  dashboardsRow,
  reportRows,
  bundleRows,
  terminalRows,
  laneRows,
  gitRows,
  stackRows,
  pipelineRows,
  lockRows,
  relayRows,
  agentConfigRows,
  agentRunRow,
]

const options = benchOptions(
  'bench',
  measurements.map(({ name }) => name),
  {
    events: { value: 'n', help: 'so many in the large database that lists are read from: 1000000' },
    keep: {
      value: 'dir',
      help: 'keep filled databases there and use them again: ten million take half an hour to fill',
    },
  },
)
const { events, keep } = options.own
const manyEvents = Number(events ?? (options.quick ? 100_000 : 1_000_000))
if (!Number.isSafeInteger(manyEvents) || manyEvents < 1) {
  console.error('--events takes a whole number')
  process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
const folder = (): string => mkdtempSync(join(scratch, 'part-'))
const bench: Bench = {
  quick: options.quick,
  folder,
  histories: new Histories(folder),
  fills: new Fills(folder, keep),
  manyEvents,
}
const rows: Row[] = []
try {
  for (const measurement of measurements.filter(({ name }) => options.only.has(name))) {
    console.error(`measuring ${measurement.name}`)
    rows.push(...(await measurement.rows(bench)))
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
  // What was measured before a failure is worth an hour.
  console.log(options.json ? JSON.stringify(rows, null, 2) : printedTable(rows))
}
process.exitCode = rows.every((row) => row.holds) ? 0 : 1
