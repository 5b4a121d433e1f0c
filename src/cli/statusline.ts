import { Command } from 'commander'
import { passThrough } from '../adapters/process/pass-through.js'
import { statuslinePath, writeStatusline } from '../adapters/agent-cli/statusline-script.js'
import {
  installStatusline,
  type StatuslineChange,
  statuslineStatus,
  type StatuslineStatus,
  uninstallStatusline,
} from '../adapters/agent-cli/statusline-setting.js'
import { prepareDataDirectory } from '../adapters/sqlite/open.js'
import { type Config, readConfig } from '../config.js'
import { Failure } from './exit.js'
import { painter, print, printJson, say } from './output.js'

interface Options {
  readonly json?: boolean
}

/** Returns `switchyard statusline`: Claude Code's status line, whose data is sent to the service. */
export const statuslineCommands = (): Command => {
  const command = new Command('statusline')
    .description("send Claude Code's status line data to the service and print the status line (reads JSON from stdin)")
    .action(passOn)
  command
    .command('install')
    .description('add it to the settings of Claude Code; your own status line still runs; keeps a backup')
    .option('--json', 'print the result as JSON')
    .action((options: Options) => change('installed in', installStatusline, options))
  command
    .command('uninstall')
    .description('remove it and restore your own status line')
    .option('--json', 'print the result as JSON')
    .action((options: Options) => change('removed from', uninstallStatusline, options))
  command
    .command('status')
    .description('show whether it is installed')
    .option('--json', 'print the result as JSON')
    .action(status)
  return command
}

/** Runs the installed script. The setting calls the script directly, because this command takes too long to start. */
const passOn = (): void => {
  const { dataDir } = readConfig()
  if (process.stdin.isTTY)
    throw new Failure('status line JSON is expected on stdin; to set it up, run switchyard statusline install')
  prepareDataDirectory(dataDir)
  writeStatusline(dataDir)
  passThrough('sh', [statuslinePath(dataDir)])
}

const attempt = <A>(config: Config, work: (config: Config) => A): A => {
  try {
    return work(config)
  } catch (error) {
    throw new Failure(`${config.claudeHome}/settings.json: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const change = (did: string, work: (config: Config) => StatuslineChange, { json }: Options): void => {
  const config = readConfig()
  const paint = painter(config)
  prepareDataDirectory(config.dataDir)
  const result = attempt(config, work)
  if (json) return printJson(result)
  if (!result.changed) return say('status line: nothing to change')
  say(`status line: ${paint('green', did)} ${result.status.path}`)
  if (result.backup !== null) say(paint('dim', `  backup: ${result.backup}`))
  if (result.status.own !== null) say(paint('dim', `  your own: ${result.status.own}`))
  return undefined
}

const status = ({ json }: Options): void => {
  const config = readConfig()
  const found: StatuslineStatus = attempt(config, statuslineStatus)
  if (json) return printJson(found)
  const paint = painter(config)
  print(`status line: ${found.installed ? paint('green', 'installed') : 'not installed'}  ${paint('dim', found.path)}`)
  if (found.own !== null) print(`  your own: ${found.own}`)
  return undefined
}
