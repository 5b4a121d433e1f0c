import { readConfig } from '../config.js'
import { Failure, USAGE } from './exit.js'
import { painter, print, printJson, say } from './output.js'
import { tableLines } from './reports/table.js'
import type { Ask } from './service.js'

export interface ResumeOptions {
  readonly yes?: boolean
  readonly json?: boolean
}

/** Continues the sessions whose panes vanished, of one lane or of all; without `--yes`, lists them. */
export const resume = async (ask: Ask, id: string | undefined, { yes, json }: ResumeOptions): Promise<void> => {
  const { resumable } = await ask('POST /api/lanes/resume', {}, {}, { dryRun: true })
  const meant = resumable.filter(({ lane_id }) => id === undefined || String(lane_id) === id)
  const runs = meant.map(({ run_id }) => run_id)
  const answer = yes && runs.length > 0 ? await ask('POST /api/lanes/resume', {}, {}, { runs }) : undefined
  if (json) return printJson({ resumed: [], failed: [], ...answer, resumable: meant })
  if (meant.length === 0) return say('nothing to resume')
  if (answer === undefined) {
    const columns = [
      { title: 'Lane', align: 'right' as const },
      { title: 'Slot', align: 'right' as const },
      { title: 'Tool' },
      { title: 'Session' },
      { title: 'Directory', least: 20 },
    ]
    const rows = meant.map((run) => [String(run.lane_id), String(run.slot), run.tool, run.session_id, run.cwd])
    const table = { columns, rows: rows.map((row) => row.map((cell) => cell ?? '')) }
    const width = process.stdout.isTTY ? process.stdout.columns : null
    for (const line of tableLines(table, width, painter(readConfig()))) print(line)
    throw new Failure('add --yes to resume these sessions', USAGE)
  }
  for (const { run_id } of answer.resumed) print(run_id)
  const problems = answer.failed.map((one) => `${one.run_id}: ${one.message}`)
  say(`${answer.resumed.length} of ${meant.length} resumed`)
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  return undefined
}
