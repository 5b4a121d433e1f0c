import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { readConfig } from '../config.js'
import { plain } from '../domain/text.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure } from './exit.js'
import { painter, print, printJson, say } from './output.js'
import { type Ask, askService } from './service.js'

interface TrainOptions {
  readonly squash?: boolean
  readonly keepOrder?: boolean
  readonly stop?: boolean
  readonly json?: boolean
}

type Train = RouteAnswer<'GET /api/trains'>['trains'][number]

const POLL_MS = 300

/** Adds the command that lands several lanes, one after the other. */
export const addTrainCommand = (command: Command): void => {
  command
    .command('train')
    .description('land lanes of one repository, one after the other; without ids, list the trains')
    .argument('[ids...]', 'the ids of lanes whose changes are accepted')
    .option('--squash', 'make one commit of each lane')
    .option('--keep-order', 'land them as given, not those with the fewest conflicts first')
    .option('--stop', 'stop the trains that run, after the lane whose turn it is')
    .option('--json', 'print the train, or all trains, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((ids: readonly string[], options: TrainOptions) => train(askService(readConfig()), ids, options))
}

const EXAMPLES = `
Examples:
  switchyard lanes train 3 5 8          # land them, and say what became of each
  switchyard lanes train                # the trains that run, and the last ones`

const reasonOf = ({ outcome, commit, details, told }: Train['lanes'][number]): string => {
  if (outcome === 'landed') return commit ?? ''
  const why = details.join(', ')
  return outcome === 'conflicts' && told ? `${why}: its agent was told to resolve them` : why
}

const printTrain = ({ base, end, lanes }: Train): void => {
  const paint = painter(readConfig())
  say(`${end ?? 'running'} on ${base}`)
  for (const lane of lanes) {
    const { lane_id: id, title, outcome } = lane
    const colour = outcome === 'landed' ? 'green' : outcome === null ? 'dim' : 'red'
    const text = `${id} ${title ?? ''} ${reasonOf(lane)}`
    print(`${paint(colour, (outcome ?? 'waiting').padEnd(9))} ${plain(text).replaceAll(/[\t\n]/g, ' ')}`)
  }
}

const train = async (ask: Ask, ids: readonly string[], options: TrainOptions): Promise<void> => {
  const { squash = false, keepOrder = false, stop = false, json = false } = options
  if (ids.length === 0) {
    const { trains } = await ask('GET /api/trains', {})
    if (stop) for (const { id, end } of trains) if (end === null) await ask('DELETE /api/trains/:id', { id })
    if (json) return printJson(trains)
    if (trains.length === 0) return say('no trains yet')
    for (const one of trains) printTrain(one)
    return undefined
  }
  const lanes = ids.map(Number)
  const how = squash ? ('squash' as const) : ('merge' as const)
  const order = keepOrder ? ('given' as const) : ('conflicts' as const)
  let { train: now } = await ask('POST /api/trains', {}, {}, { lanes, how, order })
  while (now.end === null) {
    await sleep(POLL_MS)
    const { trains } = await ask('GET /api/trains', {})
    now = trains.find(({ id }) => id === now.id) ?? { ...now, end: 'interrupted' }
  }
  if (json) printJson(now)
  else printTrain(now)
  const left = now.lanes.filter(({ outcome }) => outcome !== 'landed').length
  if (left > 0) throw new Failure(`${left} of ${now.lanes.length} lanes did not land`)
}
