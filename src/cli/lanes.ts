import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { readConfig } from '../config.js'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure } from './exit.js'
import { attach, type AttachOptions } from './lane-attach.js'
import { addCheckCommand } from './lane-check.js'
import { addCloneCommand } from './lane-clone.js'
import { discard, type DiscardOptions } from './lane-discard.js'
import { addGitCommands } from './lane-git.js'
import { addLandCommands } from './lane-land.js'
import { addRaceCommand } from './lane-race.js'
import { addTrainCommand } from './lane-train.js'
import { resume, type ResumeOptions } from './lane-resume.js'
import { feature, type FeatureOptions, stage, type StageOptions } from './lane-stage.js'
import { list } from './lane-list.js'
import { proof, type ProofOptions } from './lane-proof.js'
import * as stack from './lane-stack.js'
import type { LogsOptions, UpOptions } from './lane-stack.js'
import { promptOf, runningHint, start, type StartOptions, stop, type StopOptions } from './lane-runs.js'
import { type Ask, askService } from './service.js'
import { print, printJson, say } from './output.js'

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']

interface JsonOption {
  readonly json?: boolean
}

interface NewOptions extends JsonOption {
  readonly repo: string
  readonly base?: string
  readonly on?: string
  readonly fetch?: boolean
  readonly setup?: boolean
  readonly slug?: string
  readonly tool?: string
  readonly prompt?: string
  readonly promptFile?: string
  readonly model?: string
  readonly permissionMode?: string
  readonly count?: string
}

const POLL_MS = 200

export const lanesCommand = (): Command => {
  const command = new Command('lanes').description(
    'create lanes, directories that agents work in; start and stop their agents',
  )
  command
    .command('list', { isDefault: true })
    .description('list the lanes, the one that changed last first')
    .option('--json', 'print the lanes as JSON')
    .action(async (options: JsonOption) => list(askService(readConfig()), options))
  command
    .command('new')
    .description('create a lane on a new git worktree and print its directory')
    .argument('[title]', 'also names the branch and the directory (default: from the prompt)')
    .option('--repo <path>', 'the repository', '.')
    .option('--base <branch>', 'what the branch starts from')
    .option('--on <branch>', 'work on this branch instead of a new one; it stays when the lane is removed')
    .option('--fetch', 'fetch the remote of the base first, and start from the newest commit')
    .option('--setup', 'run .svc/profile/hooks/setup of the repository in the worktree before an agent starts')
    .option('--slug <name>', 'name of the branch and the directory (default: from the title or the prompt)')
    .option('--tool <id>', 'the agent CLI: cli_a (Claude Code) or cli_b (Codex)')
    .option('--prompt <text>', 'start an agent in the lane with this prompt')
    .option('--prompt-file <path>', 'the same, with a prompt from a file; - is stdin')
    .option('--model <name>', 'the model of the agent')
    .option('--permission-mode <mode>', 'what the agent may do without asking')
    .option('--count <n>', 'create so many lanes with the same prompt, at most 4')
    .option('--json', 'print the lane as JSON')
    .addHelpText('after', NEW_EXAMPLES)
    .action(create)
  command
    .command('open')
    .description('print the lane that owns a directory; create one if none does')
    .argument('[path]', 'the directory', '.')
    .option('--json', 'print the lane as JSON')
    .action(open)
  command
    .command('start')
    .description('start an agent in a lane and print the id of its run')
    .argument('<id>', 'the id of the lane')
    .argument('[prompt]', 'what the agent is to do')
    .option('--prompt-file <path>', 'read the prompt from a file; - is stdin')
    .option('--slot <slot>', 'the pane: 0 to 9, or auto for a free one (default: 0)')
    .option('--tool <id>', 'the agent CLI: cli_a (Claude Code) or cli_b (Codex)')
    .option('--model <name>', 'the model')
    .option('--permission-mode <mode>', 'what the agent may do without asking')
    .option('--json', 'print the run as JSON')
    .addHelpText('after', START_EXAMPLES)
    .action((id: string, prompt: string | undefined, options: StartOptions) => start(service(), id, prompt, options))
  command
    .command('attach')
    .description('show a pane of a lane in this terminal; Ctrl+\\ leaves it')
    .argument('<id>', 'the id of the lane')
    .option('--slot <slot>', 'the pane: 0 to 9', '0')
    .option('--read-only', 'only watch; close the terminal to leave')
    .action((id: string, options: AttachOptions) => attach(readConfig(), service(), id, options))
  command
    .command('stop')
    .description('stop what runs in a lane')
    .argument('<id>', 'the id of the lane')
    .option('--slot <slot>', 'only the program of this pane')
    .option('--json', 'print the stopped runs as JSON')
    .action((id: string, options: StopOptions) => stop(service(), id, options))
  command
    .command('resume')
    .description('continue the sessions whose panes vanished, for example by a restart of the machine')
    .argument('[id]', 'the id of the lane (default: all lanes)')
    .option('--yes', 'do it; without this, only list them')
    .option('--json', 'print the result as JSON')
    .action((id: string | undefined, options: ResumeOptions) => resume(service(), id, options))
  command
    .command('stage')
    .description('declare the stage of the work in a lane, or show its stages')
    .argument('[stage]', 'the stage that the work is in')
    .option('--lane <id>', 'the lane (default: the one that owns this directory)')
    .option('--result <result>', 'how the stage ended: pass or fail')
    .option('--evidence <link...>', 'links or paths that show it')
    .option('--gate <decision>', 'the decision at a gate')
    .option('--ci <status>', 'the status of CI')
    .option('--qc <text>', 'the status of quality control')
    .option('--json', 'print the lane as JSON')
    .action((name: string | undefined, options: StageOptions) => stage(service(), name, options))
  command
    .command('feature')
    .description('switch a lane to another feature, or list its features')
    .argument('[slug]', 'the feature; a new one is created')
    .option('--lane <id>', 'the lane (default: the one that owns this directory)')
    .option('--title <text>', 'its title')
    .option('--json', 'print the result as JSON')
    .action((slug: string | undefined, options: FeatureOptions) => feature(service(), slug, options))
  command
    .command('proof')
    .description('add an image that shows the result of the work in a lane, or list them')
    .argument('[file]', 'a PNG or JPEG file of at most 20 MB')
    .option('--group <phase>', 'what it shows, such as before or after')
    .option('--feature <slug>', 'the feature (default: the active one, else the branch)')
    .option('--lane <id>', 'the lane (default: the one that owns this directory)')
    .option('--json', 'print the result as JSON')
    .action((file: string | undefined, options: ProofOptions) => proof(service(), file, options))
  addCheckCommand(command)
  addCloneCommand(command)
  addGitCommands(command)
  addLandCommands(command)
  addTrainCommand(command)
  addRaceCommand(command)
  addStack(command)
  addDiscard(command, 'reset', 'set the worktree of a lane to its base; ignored files stay')
  addDiscard(command, 'remove', 'remove a lane with its worktree and branch; of a directory of yours, only the record')
  return command
}

const NEW_EXAMPLES = `
Examples:
  switchyard lanes new "Gift cards"
  switchyard lanes new --repo ~/shop --prompt "Accept gift cards at checkout."
  switchyard lanes new "Gift cards" --prompt-file task.md --count 3
  switchyard lanes new --on fix/login --prompt "Finish what is started here."`

const START_EXAMPLES = `
Examples:
  switchyard lanes start 3 "fix the flaky upload test"
  switchyard lanes start 3 --prompt-file task.md --tool cli_b
  git diff | switchyard lanes start 3 --prompt-file - --slot auto`

/** Adds the commands for the stack of a lane. */
const addStack = (command: Command): void => {
  const forStack = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .argument('<id>', 'the id of the lane')
      .option('--json', 'print the result as JSON')
  forStack('up', 'start the services of a lane, and wait until they are healthy')
    .option('--no-build', 'do not build first')
    .action((id: string, options: UpOptions) => stack.up(service(), id, options))
  forStack('down', 'end the services of a lane and release its ports').action((id: string, options: object) =>
    stack.down(service(), id, options),
  )
  forStack('runtime', 'show the services, ports and names of a lane').action((id: string, options: object) =>
    stack.runtime(service(), id, options),
  )
  forStack('hook', 'run a hook of the profile of a lane; the exit code is that of the hook')
    .argument('<name>', 'the hook, such as migrate')
    .argument('[args...]', 'its arguments, after --')
    .action((id: string, name: string, args: string[], options: object) =>
      stack.hook(service(), id, name, args, options),
    )
  forStack('logs', 'print the end of the log of a service')
    .argument('<service>', 'the service')
    .option('--tail <bytes>', 'how much of it (default: 65536)')
    .action((id: string, name: string, options: LogsOptions) => stack.logs(service(), id, name, options))
}

/** Adds a command that discards work, so it has the same confirmation. */
const addDiscard = (command: Command, action: 'reset' | 'remove', description: string): void => {
  command
    .command(action)
    .description(description)
    .argument('<id>', 'the id of the lane')
    .option('--yes', 'do it; without this, only show what would be lost')
    .option('--force', 'also lose changed and untracked files, and commits that exist nowhere else')
    .option('--json', 'print the result as JSON')
    .action((id: string, options: DiscardOptions) => discard(service(), action, id, options))
}

/** Stopping a program that ignores signals and removing a large worktree take their time. */
const PATIENCE_MS = 120_000

/** Milliseconds that a setup script may take. */
const SETUP_MS = 30 * 60_000

const service = (patience = PATIENCE_MS): Ask => askService(readConfig(), patience)

/** Returns what happens to a new worktree besides its checkout. The user names the script by asking for it. */
const preparationOf = async ({ repo, fetch, setup }: NewOptions) => {
  const fetching = fetch === true ? { fetch } : {}
  if (setup !== true) return fetching
  const found = await service()('GET /api/lanes/preparation', {}, { path: resolve(repo) })
  if (found.setup === null) throw new Failure('the repository has no executable .svc/profile/hooks/setup')
  say(`running ${found.setup.path} in the new worktree`)
  return { ...fetching, setup: found.setup.digest }
}

const create = async (title: string | undefined, options: NewOptions): Promise<void> => {
  const { repo, base, on: existingBranch, slug, tool, json } = options
  const prompt = await promptOf(options.prompt, options)
  if (prompt !== undefined) return createWithAgent(title, prompt, options)
  const ask = service()
  const chosen = { title, base, existingBranch, slug, tool } as { readonly tool?: Lane['tool'] }
  const body = { sourceRepo: resolve(repo), ...chosen, ...(await preparationOf(options)) }
  let { lane } = await ask('POST /api/lanes/worktree', {}, {}, body)
  while (lane.status === 'provisioning') {
    await sleep(POLL_MS)
    ;({ lane } = await ask('GET /api/lanes/:id', { id: String(lane.id) }))
  }
  if (lane.status === 'failed') throw new Failure(`the worktree could not be created: ${lane.notes ?? ''}`)
  if (json) return printJson({ lane })
  print(lane.cwd)
  if (lane.notes !== null) say(lane.notes)
  return say(`lane ${lane.id} on branch ${lane.branch}: start an agent with switchyard lanes start ${lane.id} "..."`)
}

/** Creates lanes and starts an agent in each. */
const createWithAgent = async (title: string | undefined, prompt: string, options: NewOptions): Promise<void> => {
  const { repo, base, on: existingBranch, slug, tool, model, permissionMode, count, json } = options
  const chosen = { title, base, existingBranch, branch: slug, tool, model, permissionMode } as {
    readonly tool?: Lane['tool']
  }
  const body = {
    prompt,
    repo: resolve(repo),
    ...chosen,
    ...(await preparationOf(options)),
    // The service refuses what is no number.
    ...(count === undefined ? {} : { count: (Number.isFinite(Number(count)) ? Number(count) : count) as number }),
  }
  const { lanes, refused } = await service(options.setup === true ? SETUP_MS : PATIENCE_MS)(
    'POST /api/lanes/new',
    {},
    {},
    body,
  )
  const problems = [
    ...lanes.flatMap(({ lane, error }) => (error === null ? [] : [`lane ${lane.id}: ${error.message}`])),
    ...refused.map(({ message }) => message),
  ]
  const [first] = lanes
  if (json)
    printJson(
      lanes.length === 1 && first !== undefined
        ? { lane: first.lane, run_id: first.run_id, slot: 0 }
        : { lanes, refused },
    )
  else
    for (const { lane, error } of lanes) {
      print(lane.cwd)
      if (lane.notes !== null) say(lane.notes)
      if (error === null) say(`lane ${lane.id} on branch ${lane.branch}: ${runningHint(String(lane.id), 0)}`)
    }
  if (problems.length > 0) throw new Failure(problems.join('\n'))
}

const open = async (path: string, { json }: JsonOption): Promise<void> => {
  const { lane, created } = await service()('POST /api/lanes/ensure', {}, {}, { cwd: resolve(path) })
  if (json) return printJson({ lane, created })
  print(lane.cwd)
  return say(
    `lane ${lane.id} ${created ? 'created' : 'found'}: start an agent with switchyard lanes start ${lane.id} "..."`,
  )
}
