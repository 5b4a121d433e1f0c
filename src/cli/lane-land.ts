import type { Command } from 'commander'
import { readConfig } from '../config.js'
import { plain } from '../domain/text.js'
import { MINUTE } from '../domain/time.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure, USAGE } from './exit.js'
import { counted, painter, print, printJson, say } from './output.js'
import { type Ask, askService } from './service.js'

interface JsonOption {
  readonly json?: boolean
}

interface LandOptions extends JsonOption {
  readonly squash?: boolean
  readonly message?: string
  readonly yes?: boolean
}

interface ReviewOptions extends JsonOption {
  readonly accept?: boolean
}

interface UpdateOptions extends JsonOption {
  readonly fetch: boolean
}

interface RevertOptions extends JsonOption {
  readonly yes?: boolean
}

type Preflight = RouteAnswer<'GET /api/lanes/:id/land'>
type Row = Preflight['rows'][number]

/** A merge runs the hooks of the repository, which may take minutes. */
const PATIENCE_MS = 11 * MINUTE

const service = (): Ask => askService(readConfig(), PATIENCE_MS)

/** Adds the commands that review a lane and bring it to its base. */
export const addLandCommands = (command: Command): void => {
  command
    .command('review')
    .description('list what a lane changed since it left its base, with what you have not seen')
    .argument('<id>', 'the id of the lane')
    .option('--accept', 'accept the changes as they are listed')
    .option('--json', 'print the changes as JSON')
    .action((id: string, options: ReviewOptions) => review(service(), id, options))
  command
    .command('land')
    .description('check whether the branch of a lane can land on its base, and land it with --yes')
    .argument('<id>', 'the id of the lane')
    .option('--squash', 'make one commit of it')
    .option('-m, --message <text>', 'the message of the commit')
    .option('--yes', 'land it, also if it was not accepted')
    .option('--json', 'print the checks, or the landing, as JSON')
    .addHelpText('after', LAND_EXAMPLES)
    .action((id: string, options: LandOptions) => land(service(), id, options))
  command
    .command('update')
    .description('merge the base of a lane into its branch')
    .argument('<id>', 'the id of the lane')
    .option('--no-fetch', 'use the base as it was fetched last')
    .option('--json', 'print the result as JSON')
    .action((id: string, options: UpdateOptions) => update(service(), id, options))
  command
    .command('revert')
    .description('take back what a lane landed, with a commit of its own')
    .argument('<id>', 'the id of the lane')
    .option('--yes', 'confirm it')
    .option('--json', 'print the result as JSON')
    .action((id: string, options: RevertOptions) => revert(service(), id, options))
}

const LAND_EXAMPLES = `
Examples:
  switchyard lanes land 3              # what is checked, and what is in the way
  switchyard lanes land 3 --squash --yes`

/** Merges the base of a lane into its branch. */
const update = async (ask: Ask, id: string, { fetch, json }: UpdateOptions): Promise<void> => {
  const { branch, output, conflicts, warnings } = await ask('POST /api/lanes/:id/update', { id }, {}, { fetch })
  if (json) return printJson({ branch, output, conflicts, warnings })
  for (const warning of warnings) say(warning)
  if (conflicts.length > 0)
    throw new Failure(`${branch} has conflicts with the lane; resolve them there:\n${conflicts.map(plain).join('\n')}`)
  return say(output === '' ? `${branch} is merged` : plain(output))
}

/** Lists the changed files of a lane. */
const review = async (ask: Ask, id: string, { accept, json }: ReviewOptions): Promise<void> => {
  const found = await ask('GET /api/lanes/:id/seen', { id })
  if (accept === true) await ask('POST /api/lanes/:id/accept', { id }, {}, { expect: found.expect })
  if (json) return printJson(found)
  for (const { path, status, blocks } of found.files) {
    const unseen = blocks.filter(({ seen }) => !seen).length
    print(`${status} ${plain(path).replaceAll(/[\t\n]/g, ' ')}${unseen === 0 ? '' : ` (${unseen} not seen)`}`)
  }
  if (found.truncated) say('not everything is listed: there are too many changes')
  const isAccepted = accept === true || found.accepted?.current === true
  const seen = `${counted(found.blocks, 'block')}, ${found.blocks - found.seen} not seen`
  say(found.files.length === 0 ? 'no changes' : `${seen}, ${isAccepted ? 'accepted' : 'not accepted'}`)
  return undefined
}

const SIGNS: Readonly<Record<Row['state'], readonly [sign: string, colour: 'green' | 'yellow' | 'red' | 'dim']>> = {
  ok: ['ok', 'green'],
  warn: ['warning', 'yellow'],
  ask: ['confirm', 'yellow'],
  refused: ['refused', 'red'],
  unknown: ['unknown', 'dim'],
}

const checkFact = ({ kind, ok, edits_since: edits }: NonNullable<Preflight['checks']>[number]): string => {
  const outcome = ok === null ? 'ran' : ok ? 'passed' : 'failed'
  return edits === 0 ? `${kind} ${outcome}` : `${kind} ${outcome}, ${counted(edits, 'edit')} since`
}

/** Says what a row found. */
const factOf = ({ id, state }: Row, found: Preflight): string => {
  switch (id) {
    case 'agents':
      if (found.merging) return 'a merge is in progress'
      return found.busy_agents === 0 ? 'no agent works' : `${counted(found.busy_agents, 'agent')} at work`
    case 'accepted':
      if (state === 'ok') return 'accepted'
      return found.accepted === null ? 'not accepted' : 'changed since it was accepted'
    case 'committed':
      return found.uncommitted > 0
        ? `${counted(found.uncommitted, 'file')} not committed`
        : `${counted(found.ahead, 'commit')} to land`
    case 'checks':
      if (found.checks === null) return 'checks not read'
      return found.checks.length === 0 ? 'no check ran' : found.checks.map(checkFact).join(', ')
    case 'base':
      if (found.brought > 0)
        return `${counted(found.brought, 'newer commit')} of ${found.base} from its remote will land too`
      return found.behind > 0
        ? `${found.base} has ${counted(found.behind, 'newer commit')}`
        : `${found.base} has not moved`
    case 'conflicts':
      if (found.conflicts === null) return 'conflicts not checked: git is older than 2.39'
      return found.conflicts.length === 0 ? 'no conflicts' : `conflicts: ${found.conflicts.join(', ')}`
    case 'lanes':
      if (found.lanes === null) return 'other lanes not checked'
      if (found.lanes.length === 0) return 'no conflicts with other lanes'
      return found.lanes
        .map(({ lane_id: lane, title, files }) => `lane ${lane} (${title}): ${files.join(', ')}`)
        .join('; ')
    default: {
      const { checkout } = found
      if (checkout === null) return `${found.base} is checked out nowhere`
      if (checkout.busy !== null) return `a merge or rebase is in progress in ${checkout.path}`
      return checkout.changes === 0
        ? `${checkout.path} is clean`
        : `${checkout.path} has ${counted(checkout.changes, 'changed file')}`
    }
  }
}

/** Prints the checks; lands the lane if it is confirmed. */
const land = async (ask: Ask, id: string, { squash, message, yes, json }: LandOptions): Promise<void> => {
  const found = await ask('GET /api/lanes/:id/land', { id })
  if (yes !== true || found.verdict === 'refused') {
    if (json) printJson(found)
    else {
      const paint = painter(readConfig())
      for (const row of found.rows) {
        const [sign, colour] = SIGNS[row.state]
        print(`${paint(colour, sign.padEnd(8))} ${plain(factOf(row, found)).replaceAll(/[\t\n]/g, ' ')}`)
      }
    }
    if (found.verdict === 'refused') throw new Failure(`lane ${id} cannot land yet`)
    return say(`nothing was landed: confirm with --yes`)
  }
  const body = {
    how: squash === true ? ('squash' as const) : ('merge' as const),
    ...(message === undefined ? {} : { message }),
    expect: found.expect,
    confirm: true,
  }
  const landed = await ask('POST /api/lanes/:id/land', { id }, {}, body)
  return json ? printJson(landed) : print(landed.commit)
}

/** Reverts what a lane landed. */
const revert = async (ask: Ask, id: string, { yes, json }: RevertOptions): Promise<void> => {
  const found = await ask('GET /api/lanes/:id/land', { id })
  const { landed } = found
  if (landed === null || landed.reverted !== null) throw new Failure(`nothing of lane ${id} is landed`)
  if (yes !== true)
    throw new Failure(`nothing was reverted: confirm with --yes (${landed.commit} on ${landed.base})`, USAGE)
  const answer = await ask('POST /api/lanes/:id/revert', { id }, {}, { expect: { base: found.expect.base } })
  return json ? printJson(answer) : print(answer.commit)
}
