import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import * as Effect from 'effect/Effect'
import { readIfPresent } from '../../adapters/files/read-if-present.js'
import { replaceFile } from '../../adapters/files/replace-file.js'
import { run } from '../../adapters/process/run.js'
import { type Config, givenSettings, readConfig } from '../../config.js'
import { plain } from '../../domain/text.js'
import { PACKAGE } from '../../version.js'
import { Failure } from '../exit.js'
import { painter, print, printJson, say } from '../output.js'
import { isOurs, unitText } from './unit.js'

const UNIT = 'switchyard.service'
const TIMEOUT_MS = 30_000
const MAX_OUTPUT = 64 * 1024

const pathOf = ({ unitsDir }: Config): string => join(unitsDir, UNIT)

/** Returns `switchyard service`: the service as a unit of systemd that starts with the session of the user. */
export const serviceCommand = (): Command => {
  const command = new Command('service').description('run Switchyard in the background, as a user unit of systemd')
  command
    .command('install')
    .description('write the unit with the current settings, and start it; run it again after a change of settings')
    .option('--no-start', 'only write the unit')
    .option('--dry-run', 'print the unit instead')
    .action(install)
  command.command('uninstall').description('stop the service and delete the unit; your data stays').action(uninstall)
  command
    .command('status')
    .description('show whether the unit is installed and running')
    .option('--json', 'print the result as JSON')
    .action(status)
  return command
}

/** Runs systemctl for the user's units. Returns its complaint, or null if it succeeded. */
const systemctl = async ({ childEnvironment: env }: Config, ...args: readonly string[]): Promise<string | null> => {
  const command = { program: 'systemctl', args: ['--user', ...args], env, timeout: TIMEOUT_MS, maxOutput: MAX_OUTPUT }
  const answer = await Effect.runPromise(Effect.either(run(command)))
  if (answer._tag === 'Left')
    return answer.left._tag === 'CannotStart' ? 'systemctl was not found' : 'systemctl did not answer'
  const { code, complaint } = answer.right
  return code === 0 ? null : plain(complaint).trim() || `systemctl ${args[0] ?? ''} failed`
}

/** Returns the unit that is installed; null if there is none. Throws for one of another origin. */
const installed = (config: Config): string | null => {
  const text = readIfPresent(pathOf(config))
  if (text !== null && !isOurs(text)) {
    throw new Failure(`${pathOf(config)} was not written by this command: move it away first`)
  }
  return text
}

const install = async ({ start, dryRun }: { readonly start: boolean; readonly dryRun?: true }): Promise<void> => {
  const config = readConfig()
  const command = [process.execPath, join(dirname(PACKAGE), 'bin', 'switchyard.mjs'), 'start']
  const text = unitText({ command, environment: givenSettings() })
  if (dryRun === true) return print(text.trimEnd())
  const before = installed(config)
  mkdirSync(config.unitsDir, { recursive: true })
  // Settings may contain the access token.
  if (before !== text) replaceFile(pathOf(config), text, 0o600)
  const paint = painter(config)
  say(`service: ${before === text ? 'unchanged' : paint('green', 'written to')} ${pathOf(config)}`)
  if (!start) return say('  start it with: systemctl --user enable --now switchyard')
  const failed =
    (await systemctl(config, 'daemon-reload')) ??
    (await systemctl(config, 'enable', UNIT)) ??
    (await systemctl(config, before === null || before === text ? 'start' : 'restart', UNIT))
  if (failed !== null) throw new Failure(`the unit is written, but systemd did not start it: ${failed}`)
  say(`service: ${paint('green', 'running')} at http://${config.host}:${config.port}`)
  say(paint('dim', '  it stops when you log out, unless you run: loginctl enable-linger'))
  return undefined
}

const uninstall = async (): Promise<void> => {
  const config = readConfig()
  if (installed(config) === null) return say('service: not installed')
  const failed = await systemctl(config, 'disable', '--now', UNIT)
  rmSync(pathOf(config), { force: true })
  if (failed === null) await systemctl(config, 'daemon-reload')
  say(`service: removed ${pathOf(config)}`)
  if (failed !== null) say(`  systemd did not stop it: ${failed}`)
  return undefined
}

const status = async ({ json }: { readonly json?: true }): Promise<void> => {
  const config = readConfig()
  const path = pathOf(config)
  const isInstalled = existsSync(path)
  const isActive = isInstalled && (await systemctl(config, 'is-active', '--quiet', UNIT)) === null
  if (json) return printJson({ path, installed: isInstalled, active: isActive })
  const paint = painter(config)
  const state = !isInstalled ? 'not installed' : isActive ? paint('green', 'running') : paint('yellow', 'not running')
  return print(`service: ${state}  ${paint('dim', path)}`)
}
