import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../config.js'
import { plain } from '../domain/text.js'
import { TOOL_IDS, type ToolId, TOOLS } from '../domain/tools/catalog.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure, USAGE } from './exit.js'
import { painter, print, printJson, say } from './output.js'
import { type Ask, askService } from './service.js'

interface RaceOptions {
  readonly repo: string
  readonly base?: string
  readonly title?: string
  readonly agent: readonly string[]
  readonly limit?: string
  readonly keep?: string
  readonly why?: string
  readonly json?: boolean
}

type Race = RouteAnswer<'GET /api/races'>['races'][number]
type Compared = RouteAnswer<'GET /api/races/:id'>

/** Worktrees of large repositories take their time. */
const PATIENCE_MS = 120_000

/** Adds the command that lets several agents work on one prompt. */
export const addRaceCommand = (command: Command): void => {
  command
    .command('race')
    .description(
      'let several agents work on one prompt, and keep one result; without a prompt, compare those that are not decided',
    )
    .argument('[prompt]', 'what each agent is to do')
    .option('--repo <path>', 'the repository', '.')
    .option('--base <branch>', 'the branch that all lanes start from')
    .option('--title <title>', 'the title of the lanes')
    .option('--agent <name[:model[:effort]]>', 'an agent, such as claude:opus:high or codex; 2 to 4 times', collect, [])
    .option('--limit <usd>', 'stop all agents when they have cost this much together')
    .option('--keep <lane>', 'keep the result of this lane: the other agents are stopped, and their lanes put away')
    .option('--why <text>', 'why it is kept')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', EXAMPLES)
    .action((prompt: string | undefined, options: RaceOptions) =>
      race(askService(readConfig(), PATIENCE_MS), prompt, options),
    )
}

const EXAMPLES = `
Examples:
  switchyard lanes race "Accept small typos" --agent claude:opus --agent codex --limit 5
  switchyard lanes race                 # cost, changes and checks side by side
  switchyard lanes race --keep 4        # keep lane 4, and put the others away`

const collect = (one: string, others: readonly string[]): readonly string[] => [...others, one]

/** Reads an agent, such as `claude:opus:high`. */
const agentOf = (text: string): { tool: ToolId; model: string | null; effort: string | null } => {
  const [name = '', model = '', effort = ''] = text.split(':')
  const tool = TOOL_IDS.find((id) => id === name || TOOLS[id].binary === name)
  const known = TOOL_IDS.map((id) => TOOLS[id].binary).join(' or ')
  if (tool === undefined) throw new Failure(`--agent ${text}: must start with ${known}`, USAGE)
  return { tool, model: model === '' ? null : model, effort: effort === '' ? null : effort }
}

const race = async (ask: Ask, prompt: string | undefined, options: RaceOptions): Promise<void> => {
  if (options.keep !== undefined) return keep(ask, Number(options.keep), options)
  if (prompt === undefined) return compare(ask, options)
  const { repo, base = null, title = null, agent, limit, json } = options
  const body = {
    repo: resolve(repo),
    prompt,
    base,
    title,
    agents: agent.map(agentOf),
    limit_usd: limit === undefined ? null : Number(limit),
  }
  const started = await ask('POST /api/races', {}, {}, body)
  if (json === true) printJson(started)
  else {
    say(`${started.race.lanes.length} agents work on it: compare them with switchyard lanes race`)
    for (const lane of started.race.lanes) print(`${lane.lane_id} ${agentWords(lane)} on branch ${lane.branch ?? ''}`)
  }
  if (started.refused.length > 0) throw new Failure(started.refused.map(({ message }) => message).join('\n'))
}

const openRaces = async (ask: Ask): Promise<readonly Race[]> =>
  (await ask('GET /api/races', {})).races.filter(({ decided_at: at }) => at === null)

const keep = async (ask: Ask, lane: number, { why, json }: RaceOptions): Promise<void> => {
  const found = (await openRaces(ask)).find(({ lanes }) => lanes.some(({ lane_id: id }) => id === lane))
  if (found === undefined) throw new Failure(`lane ${lane} is in no race that is not decided`)
  const kept = await ask('POST /api/races/:id/keep', { id: found.id }, {}, { lane, why: why ?? null })
  if (json === true) printJson(kept)
  else
    say(
      `lane ${lane} is kept, and ${found.lanes.length - 1 - kept.failed.length} put away with their files and branches`,
    )
  if (kept.failed.length > 0)
    throw new Failure(kept.failed.map(({ lane_id: id, message }) => `lane ${id}: ${message}`).join('\n'))
}

const compare = async (ask: Ask, { json }: RaceOptions): Promise<void> => {
  const races = await Promise.all((await openRaces(ask)).map(({ id }) => ask('GET /api/races/:id', { id })))
  if (json === true) return printJson(races)
  if (races.length === 0) return say('no race is open')
  for (const one of races) printRace(one)
  return undefined
}

const agentWords = ({ tool, model, effort }: Race['lanes'][number]): string =>
  [TOOLS[tool].name, model, effort].filter((word) => word !== null).join(' ')

const printRace = ({ race: { title, limit_usd: limit, lanes }, cost_usd: cost, racers }: Compared): void => {
  const paint = painter(readConfig())
  say(`${plain(title)}: $${cost.toFixed(2)}${limit === null ? '' : ` of $${limit.toFixed(2)}`}`)
  for (const [at, racer] of racers.entries()) {
    const lane = lanes[at]
    const { lane_id: id, state, cost_usd: usd, changes, conflicts, checks } = racer
    const facts = [
      lane === undefined ? '' : agentWords(lane),
      `$${usd.toFixed(2)}`,
      changes === null ? 'changes not read yet' : `${changes.files} files +${changes.added} -${changes.deleted}`,
      ...checks.map(({ kind, ok }) => `${kind} ${ok === null ? 'ran' : ok ? 'passed' : 'failed'}`),
      ...(conflicts === null || conflicts.length === 0 ? [] : [`conflicts in ${conflicts.length} files`]),
    ]
    const colour = state === 'waits' || state === 'failed' ? 'red' : state === 'rests' ? 'green' : 'dim'
    print(`${paint(colour, state.padEnd(6))} ${id} ${plain(facts.join(', ')).replaceAll(/[\t\n]/g, ' ')}`)
  }
}
