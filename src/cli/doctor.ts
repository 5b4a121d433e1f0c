import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import Database from 'better-sqlite3'
import { agentCli } from '../adapters/agent-cli/agent-cli.js'
import { systemClock } from '../adapters/clock.js'
import { toolPrograms } from '../adapters/process/find-program.js'
import { versionOf } from '../adapters/process/version.js'
import { explainLost, lostEvents } from '../adapters/sqlite/high-water.js'
import { DATABASE_FILE } from '../adapters/sqlite/open.js'
import type { ToolProgramsPort } from '../commands/ports/tool-programs.js'
import { type Config, readConfig } from '../config.js'
import { type Provider, type Tool, TOOLS } from '../domain/tools/catalog.js'
import { missing } from '../domain/tools/failures.js'
import { FAILURE } from './exit.js'
import { painter, print, printJson } from './output.js'

interface Finding {
  readonly what: string
  readonly state: 'ok' | 'note' | 'bad'
  readonly detail: string
}

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('check the installation: versions of programs, data directory, service, hooks, transcripts')
    .option('--json', 'print the findings as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig()
      const findings = await examine(config)
      if (json) printJson(findings)
      else {
        const paint = painter(config)
        const signs = { ok: paint('green', 'ok  '), note: paint('yellow', 'note'), bad: paint('red', 'bad ') }
        for (const { what, state, detail } of findings) print(`${signs[state]}  ${what.padEnd(15)} ${detail}`)
      }
      if (findings.some(({ state }) => state === 'bad')) process.exitCode = FAILURE
    })

const examine = async (config: Config): Promise<readonly Finding[]> => {
  const programs = toolPrograms(config.childEnvironment, systemClock())
  return [
    { what: 'Node.js', state: 'ok', detail: process.version },
    { what: 'SQLite', state: 'ok', detail: sqliteVersion() },
    await program(config, 'git', '--version', [2, 39]),
    await program(config, 'tmux', '-V', [3, 2]),
    dataDirectory(config),
    await serviceState(config),
    await agent(programs, TOOLS.cli_a),
    await agent(programs, TOOLS.cli_b),
    hooks(config, 'claude'),
    hooks(config, 'codex'),
    transcripts('Claude Code', join(config.claudeHome, 'projects')),
    transcripts('Codex', join(config.codexHome, 'sessions')),
  ]
}

const sqliteVersion = (): string => {
  const memory = new Database(':memory:')
  const { version } = memory.prepare('select sqlite_version() as version').get() as { version: string }
  memory.close()
  return version
}

/** Lanes need the program; everything else works without it. */
const program = async (
  { childEnvironment }: Config,
  name: string,
  flag: string,
  [major, minor]: readonly [number, number],
): Promise<Finding> => {
  const found = await Effect.runPromise(versionOf(name, flag, childEnvironment))
  if (found === null)
    return { what: name, state: 'note', detail: `not installed; lanes need ${name} ${major}.${minor} or newer` }
  const [foundMajor = 0, foundMinor = 0] = found.split('.').map((part) => Number.parseInt(part, 10))
  const isOld = foundMajor < major || (foundMajor === major && foundMinor < minor)
  if (isOld) return { what: name, state: 'note', detail: `${found} is too old; lanes need ${major}.${minor} or newer` }
  return { what: name, state: 'ok', detail: found }
}

/** Lanes start it. */
const agent = async ({ find }: ToolProgramsPort, { name, binary }: Tool): Promise<Finding> => {
  const { path, searched } = await Effect.runPromise(find(binary))
  const what = `${binary} program`
  if (path !== null) return { what, state: 'ok', detail: path }
  return { what, state: 'note', detail: `lanes cannot start ${name}: ${missing(binary, searched)}` }
}

const dataDirectory = ({ dataDir }: Config): Finding => {
  const what = 'data directory'
  if (!existsSync(dataDir))
    return { what, state: 'note', detail: `${dataDir} does not exist yet; switchyard start creates it` }
  try {
    accessSync(dataDir, constants.W_OK)
  } catch {
    return { what, state: 'bad', detail: `${dataDir} is not writable; fix its permissions or set SVC_DATA_DIR` }
  }
  const database = join(dataDir, DATABASE_FILE)
  if (!existsSync(database)) return { what, state: 'note', detail: `${dataDir} has no database yet` }
  const lost = lostEvents(dataDir)
  if (lost !== null) return { what, state: 'bad', detail: explainLost(dataDir, lost.missing) }
  return { what, state: 'ok', detail: `${dataDir}${parkedIn(database)}` }
}

const parkedIn = (database: string): string => {
  const connection = new Database(database, { readonly: true })
  try {
    const { n } = connection.prepare('select count(*) as n from parked').get() as { n: number }
    return n === 0 ? '' : `; ${n} events could not be processed: they are in the log but in no table`
  } finally {
    connection.close()
  }
}

const serviceState = async ({ dataDir }: Config): Promise<Finding> => {
  const what = 'service'
  const file = join(dataDir, 'server')
  if (!existsSync(file))
    return { what, state: 'note', detail: 'not running; start it with npm start or switchyard start' }
  const [address = '', pid = ''] = readFileSync(file, 'utf8').split('\n')
  try {
    const answer = await fetch(`http://${address}/api/health`, { signal: AbortSignal.timeout(2000) })
    return { what, state: answer.ok ? 'ok' : 'bad', detail: `http://${address}, pid ${pid}` }
  } catch {
    return { what, state: 'bad', detail: `http://${address} (pid ${pid}) does not respond; restart the service` }
  }
}

const hooks = (config: Config, provider: Provider): Finding => {
  const what = `${provider} hooks`
  const found = agentCli(config).status(provider)
  if (Either.isLeft(found)) return { what, state: 'bad', detail: found.left.message }
  const { installed, has_dashboard_hooks, path, other_monitor } = found.right
  const isDoubled = has_dashboard_hooks && other_monitor.length > 0
  if (isDoubled) {
    const remedy = `switchyard hooks uninstall --other ${provider}`
    return {
      what,
      state: 'note',
      detail: `another monitor's hooks (hook-handler.js) are installed too; to remove them: ${remedy}`,
    }
  }
  if (installed) return { what, state: 'ok', detail: path }
  const detail = has_dashboard_hooks ? 'incomplete or outdated' : 'not installed'
  return { what, state: 'note', detail: `${detail}; run switchyard hooks install ${provider}` }
}

const transcripts = (tool: string, folder: string): Finding => ({
  what: tool,
  state: existsSync(folder) ? 'ok' : 'note',
  detail: existsSync(folder) ? folder : `${folder} does not exist; nothing to import`,
})
