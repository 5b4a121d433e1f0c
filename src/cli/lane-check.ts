import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { readConfig } from '../config.js'
import { plain } from '../domain/text.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure } from './exit.js'
import { counted, painter, print, printJson, say } from './output.js'
import { type Ask, askService } from './service.js'

interface CheckOptions {
  readonly json?: boolean
}

type Evidence = RouteAnswer<'GET /api/lanes/:id/evidence'>
type Check = Evidence['checks'][number]

const POLL_MS = 300

/** Adds the command that runs the checks of a lane. */
export const addCheckCommand = (command: Command): void => {
  command
    .command('check')
    .description('run a check in the directory of a lane and print its output; without a name, list the newest runs')
    .argument('<id>', 'the id of the lane')
    .argument('[name]', 'test, types, lint or build')
    .argument('[command]', 'what runs (default: the command of the newest run)')
    .option('--json', 'print the check, or all checks, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((id: string, name: string | undefined, line: string | undefined, options: CheckOptions) =>
      name === undefined
        ? list(askService(readConfig()), id, options)
        : check(askService(readConfig()), id, name, line, options),
    )
}

const EXAMPLES = `
Examples:
  switchyard lanes check 3                     # what ran last, and what was edited after it
  switchyard lanes check 3 test "npm test"     # exits with 1 if it fails`

const WORDS = new Map<boolean | null, readonly [string, 'green' | 'red' | 'dim']>([
  [true, ['passed', 'green']],
  [false, ['failed', 'red']],
  [null, ['ran', 'dim']],
])

const list = async (ask: Ask, id: string, { json }: CheckOptions): Promise<void> => {
  const found = await ask('GET /api/lanes/:id/evidence', { id })
  if (json) return printJson(found)
  const paint = painter(readConfig())
  if (found.checks.length + found.running.length === 0) say(`no check ran in lane ${id}`)
  for (const { kind, ok, command, edits_since: edits } of found.checks) {
    const [word, colour] = WORDS.get(ok) ?? ['ran', 'dim']
    const since = edits === 0 ? '' : `, ${counted(edits, 'edit')} since`
    print(`${kind.padEnd(6)} ${paint(colour, word)}${since}  ${plain(command).replaceAll(/[\t\n]/g, ' ')}`)
  }
  for (const { kind } of found.running) print(`${kind.padEnd(6)} runs`)
}

const check = async (
  ask: Ask,
  id: string,
  name: string,
  command: string | undefined,
  { json }: CheckOptions,
): Promise<void> => {
  const started = await ask(
    'POST /api/lanes/:id/checks/:name',
    { id, name },
    {},
    command === undefined ? {} : { command },
  )
  say(`${started.kind}: ${plain(started.command)} …`)
  const done = await ended(ask, id, started.kind)
  if (json) printJson(done)
  else if (done.output !== null && done.output !== '') print(plain(done.output))
  if (done.ok !== true) throw new Failure(`${done.kind} failed`)
}

/** Waits until a check has ended, and returns it. */
const ended = async (ask: Ask, id: string, kind: Check['kind']): Promise<Check> => {
  for (;;) {
    const { checks, running } = await ask('GET /api/lanes/:id/evidence', { id })
    const found = checks.find((one) => one.kind === kind)
    if (found !== undefined && !running.some((one) => one.kind === kind)) return found
    await sleep(POLL_MS)
  }
}
