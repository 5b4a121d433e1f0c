import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import * as Either from 'effect/Either'
import { systemClock } from '../adapters/clock.js'
import { agentCli } from '../adapters/agent-cli/agent-cli.js'
import { spoolPath } from '../adapters/spool/drain.js'
import { leaveNote } from '../adapters/spool/notes.js'
import { prepareDataDirectory } from '../adapters/sqlite/open.js'
import type { HooksRefused } from '../commands/ports/agent-cli.js'
import { readConfig } from '../config.js'
import { isProvider, type Provider, PROVIDERS, toolOf } from '../domain/tools/catalog.js'
import { Failure, USAGE } from './exit.js'
import { painter, print, printJson, say } from './output.js'

const providersOf = (names: readonly string[]): readonly Provider[] =>
  (names.length === 0 ? ['claude'] : names).map((name) => {
    if (!isProvider(name)) throw new Failure(`unknown tool "${name}": use claude or codex`, USAGE)
    return name
  })

const orFail = <A>(result: Either.Either<A, HooksRefused>): A =>
  Either.getOrThrowWith(result, ({ message }) => new Failure(message))

export const hooksCommand = (): Command => {
  const command = new Command('hooks').description(
    'install, uninstall or show the hooks that send agent events to the service',
  )
  command
    .command('install')
    .description('add the hooks to the settings of Claude Code (or Codex), next to your own; keeps a backup')
    .argument('[tools...]', 'claude, codex', [])
    .option('--dry-run', 'show the changes without making them')
    .option('--json', 'print the result as JSON')
    .action((tools: string[], options: ChangeOptions) => change('install', tools, options))
  command
    .command('uninstall')
    .description('remove the hooks that install added')
    .argument('[tools...]', 'claude, codex', [])
    .option('--other', 'remove the hooks of another monitor (hook-handler.js) and keep those of Switchyard')
    .option('--yes', 'with --other: do not ask for confirmation')
    .option('--dry-run', 'show the changes without making them')
    .option('--json', 'print the result as JSON')
    .action(async (tools: string[], options: ChangeOptions & { other?: boolean; yes?: boolean }) => {
      if (options.other === true && !options.dryRun && !options.yes) await askWhetherToRemove(tools)
      change(options.other === true ? 'uninstallOther' : 'uninstall', tools, options)
    })
  command
    .command('status')
    .description('show which hooks are installed')
    .option('--json', 'print the result as JSON')
    .action(status)
  return command
}

interface ChangeOptions {
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Shows what would be removed and asks for confirmation. Throws when the answer is no, or when there is no terminal. */
const askWhetherToRemove = async (tools: readonly string[]): Promise<void> => {
  const port = agentCli(readConfig())
  const diff = providersOf(tools)
    .map((provider) => orFail(port.preview(provider, 'uninstallOther')))
    .join('')
  if (diff === '') return
  if (!process.stdin.isTTY)
    throw new Failure('stdin is not a terminal: add --yes to remove the hooks, or --dry-run to list them', USAGE)
  say(diff)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question('Remove these hooks? [y/N] ')
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('nothing was changed')
}

const change = (
  verb: 'install' | 'uninstall' | 'uninstallOther',
  tools: readonly string[],
  { dryRun, json }: ChangeOptions,
): void => {
  const config = readConfig()
  const paint = painter(config)
  const port = agentCli(config)
  for (const provider of providersOf(tools)) {
    if (dryRun) {
      print(orFail(port.preview(provider, verb)) || 'nothing would change')
      continue
    }
    prepareDataDirectory(config.dataDir)
    const result = orFail(port[verb](provider))
    if (result.changed && verb !== 'uninstallOther') {
      const change = { provider, installed: verb === 'install', path: result.status.path }
      leaveNote(spoolPath(config.dataDir), systemClock().now(), change)
    }
    if (json) {
      printJson(result)
      continue
    }
    const did = verb === 'install' ? 'installed in' : 'removed from'
    say(
      result.changed
        ? `${toolOf(provider).name}: hooks ${paint('green', did)} ${result.status.path}`
        : `${toolOf(provider).name}: nothing to change`,
    )
    if (result.backup !== null) say(paint('dim', `  backup: ${result.backup}`))
    if (result.notice !== null && verb === 'install') say(paint('yellow', `  ${result.notice}`))
  }
}

const status = ({ json }: { readonly json?: boolean }): void => {
  const config = readConfig()
  const paint = painter(config)
  const port = agentCli(config)
  const all = { claude: orFail(port.status('claude')), codex: orFail(port.status('codex')) }
  if (json) return printJson(all)
  for (const provider of PROVIDERS) {
    const { installed, has_dashboard_hooks, path, hooks, other_monitor } = all[provider]
    const word = installed
      ? paint('green', 'installed')
      : has_dashboard_hooks
        ? paint('yellow', 'partly installed; run switchyard hooks install to update them')
        : paint('dim', 'not installed')
    print(`${toolOf(provider).name}: ${word}  ${paint('dim', path)}`)
    const missing = Object.entries(hooks).flatMap(([name, there]) => (there ? [] : [name]))
    if (has_dashboard_hooks && missing.length > 0) print(`  missing: ${missing.join(', ')}`)
    if (other_monitor.length > 0) {
      print(paint('yellow', `  another monitor has hooks here too (hook-handler.js): ${other_monitor.join(', ')}`))
      print(paint('dim', `  to remove them: switchyard hooks uninstall --other ${provider}`))
    }
  }
  return undefined
}
