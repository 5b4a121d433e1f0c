import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { median } from '../quantile.js'
import { type Bench, limitRow, type Measurement, ratioRow, type Row } from '../row.js'
import { imported, startService } from '../service.js'

const CLI = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js')
/** Path to the script of an installed ccusage to compare with. */
const OTHER = process.env['SWITCHYARD_CCUSAGE']

const secondsOf = (args: readonly string[], env: Readonly<Record<string, string>>): number => {
  const startedAt = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...env },
    maxBuffer: 1e9,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
  return (performance.now() - startedAt) / 1000
}

const rowsOf = async ({ quick, folder, histories }: Bench): Promise<readonly Row[]> => {
  const { claudeHome, manifest } = histories.get(quick ? 'medium' : 'million')
  const places = { dataDir: folder(), claudeHome, codexHome: folder() }
  const service = await startService(places)
  const answers: number[] = []
  try {
    await imported(service)
    for (let round = 0; round < 12; round++) {
      const startedAt = performance.now()
      await (await fetch(new URL('/api/pricing/cost', service.url))).arrayBuffer()
      answers.push(performance.now() - startedAt)
    }
  } finally {
    await service.stop()
  }
  const size = `${(manifest.bytes / 1e6).toFixed(0)} MB of history`
  const rows = [limitRow(`cost of everything, ${size}, warm`, median(answers.slice(2)), 50, 'ms')]
  if (OTHER === undefined) return rows
  const report = (): number => secondsOf([CLI, 'cost', 'daily', '--json'], { SVC_DATA_DIR: places.dataDir })
  const ours = median([report(), report(), report()])
  const other = secondsOf([OTHER, 'daily', '--json', '--offline'], { CLAUDE_CONFIG_DIR: claudeHome })
  const measured = `${ours.toFixed(2)} s of ${other.toFixed(2)} s`
  return [...rows, ratioRow(`  daily report in the terminal against ccusage`, measured, other / ours, { min: 10 })]
}

/** Measures reports of a whole history, through the service and as a command. */
export const reportRows: Measurement = { name: 'reports', rows: rowsOf }
