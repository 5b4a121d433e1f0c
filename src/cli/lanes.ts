import { basename, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { readConfig } from '../config.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure, USAGE } from './exit.js'
import { tableLines } from './reports/table.js'
import { type Ask, askService } from './service.js'
import { painter, print, printJson, say } from './terminal.js'

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']
type Preflight = RouteAnswer<'GET /api/lanes/:id/preflight'>

interface JsonOption {
  readonly json?: boolean
}

interface NewOptions extends JsonOption {
  readonly repo: string
  readonly base?: string
  readonly slug?: string
  readonly tool?: string
}

interface RemoveOptions extends JsonOption {
  readonly yes?: boolean
  readonly force?: boolean
}

const POLL_MS = 200

export const lanesCommand = (): Command => {
  const command = new Command('lanes').description('list, create and remove lanes: directories that agents work in')
  command
    .command('list', { isDefault: true })
    .description('list the lanes, the one that changed last first')
    .option('--json', 'print the lanes as JSON')
    .action(list)
  command
    .command('new')
    .description('create a lane on a new git worktree and print its directory')
    .argument('[title]', 'also names the branch and the directory')
    .option('--repo <path>', 'the repository', '.')
    .option('--base <branch>', 'what the branch starts from')
    .option('--slug <name>', 'name of the branch and the directory (default: from the title)')
    .option('--tool <id>', 'the agent CLI: cli_a (Claude Code) or cli_b (Codex)')
    .option('--json', 'print the lane as JSON')
    .action(create)
  command
    .command('open')
    .description('print the lane that owns a directory; create one if none does')
    .argument('[path]', 'the directory', '.')
    .option('--json', 'print the lane as JSON')
    .action(open)
  command
    .command('remove')
    .description('remove a lane with its worktree and branch; of a directory of yours, only the record')
    .argument('<id>', 'the id of the lane')
    .option('--yes', 'do not only show what would be lost')
    .option('--force', 'lose commits that exist nowhere else')
    .option('--json', 'print what would be lost as JSON')
    .action(remove)
  return command
}

const service = (): Ask => askService(readConfig())

const nameOf = ({ title, cwd }: Lane): string => title ?? basename(cwd)

const list = async ({ json }: JsonOption): Promise<void> => {
  const config = readConfig()
  const { lanes } = await askService(config)('GET /api/lanes', {})
  if (json) return printJson({ lanes })
  if (lanes.length === 0) return say('no lanes: create one with switchyard lanes new or switchyard lanes open')
  const table = {
    columns: [
      { title: 'Id', align: 'right' as const },
      { title: 'Lane', least: 12 },
      { title: 'Status' },
      { title: 'Tool' },
      { title: 'Branch', least: 12 },
      { title: 'Directory', least: 20 },
    ],
    rows: lanes.map((lane) => [String(lane.id), nameOf(lane), lane.status, lane.tool, lane.branch ?? '', lane.cwd]),
  }
  const width = process.stdout.isTTY ? process.stdout.columns : null
  for (const line of tableLines(table, width, painter(config))) print(line)
  return undefined
}

const create = async (title: string | undefined, { repo, base, slug, tool, json }: NewOptions): Promise<void> => {
  const ask = service()
  const chosen = { title, base, slug, tool } as { readonly tool?: Lane['tool'] }
  const body = { sourceRepo: resolve(repo), ...chosen }
  let { lane } = await ask('POST /api/lanes/worktree', {}, {}, body)
  while (lane.status === 'provisioning') {
    await sleep(POLL_MS)
    ;({ lane } = await ask('GET /api/lanes/:id', { id: String(lane.id) }))
  }
  if (lane.status === 'failed') throw new Failure(`the worktree could not be created: ${lane.notes ?? ''}`)
  if (json) return printJson({ lane })
  print(lane.cwd)
  say(`lane ${lane.id} on branch ${lane.branch}`)
  return undefined
}

const open = async (path: string, { json }: JsonOption): Promise<void> => {
  const { lane, created } = await service()('POST /api/lanes/ensure', {}, {}, { cwd: resolve(path) })
  if (json) return printJson({ lane, created })
  print(lane.cwd)
  say(`lane ${lane.id} ${created ? 'created' : 'found'}`)
  return undefined
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** Returns what a removal would lose, in one line. */
const lossOf = ({ dirty, untracked, unpushed, blocked }: Preflight): string => {
  if (blocked.includes('adopted')) return 'only the record of the lane; its directory stays'
  if (dirty === null || untracked === null || unpushed === null)
    return `the worktree, which is ${blocked.includes('missing') ? 'missing' : 'unreadable'}`
  const lost = [
    counted(unpushed, 'unpushed commit'),
    counted(dirty, 'changed file'),
    counted(untracked, 'untracked file'),
  ]
  return `the worktree and the branch, with ${lost.join(', ')}`
}

const remove = async (id: string, { yes, force = false, json }: RemoveOptions): Promise<void> => {
  const ask = service()
  const { lane } = await ask('GET /api/lanes/:id', { id })
  const expect = await ask('GET /api/lanes/:id/preflight', { id }, { action: 'remove' })
  if (!yes) {
    if (json) printJson(expect)
    else say(`lane ${id} (${nameOf(lane)}): removes ${lossOf(expect)}`)
    throw new Failure('nothing was removed: confirm with --yes', USAGE)
  }
  await ask('POST /api/lanes/:id/remove', { id }, {}, { confirm: true, expect, force })
  if (json) return printJson({ ok: true })
  return say(`lane ${id} (${nameOf(lane)}) removed`)
}
