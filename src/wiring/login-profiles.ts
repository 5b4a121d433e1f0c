import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { configFiles } from '../adapters/agent-config/files.js'
import { configWrites } from '../adapters/agent-config/writes.js'
import { reporting } from '../commands/kernel/reporting.js'
import type { Serial } from '../commands/kernel/serial.js'
import { liveLogin } from '../commands/login-profile/live-login.js'
import { loginProfileCommands } from '../commands/login-profile/profiles.js'
import type { Clock } from '../commands/ports/clock.js'
import type { Config } from '../config.js'
import { stateFileOf } from './agent-config.js'
import type { VaultParts } from './vault-parts.js'

interface ProfileParts
  extends Pick<VaultParts, 'runner' | 'db' | 'vault' | 'complain'>,
    Pick<Config, 'claudeHome' | 'dataDir'> {
  readonly serial: Serial
  readonly clock: Clock
}

const onErrorOf =
  ({ complain }: Pick<ProfileParts, 'complain'>) =>
  (error: unknown): void =>
    complain(`a login of Claude Code could not be stored: ${String(error)}`)

/** Returns the commands for the saved logins of Claude Code. */
export const loginProfilesOf = (parts: ProfileParts) => {
  const { runner, db, vault, clock, serial, claudeHome, dataDir } = parts
  const live = liveLogin({
    files: configFiles(),
    writes: configWrites(join(dataDir, 'config-backups'), clock),
    vault,
    places: { credentials: { root: claudeHome, path: '.credentials.json' }, state: stateFileOf(claudeHome) },
  })
  const shared = { run: runner.run, db, vault, serial, clock, newId: randomUUID }
  return loginProfileCommands({ ...shared, live, onError: onErrorOf(parts) })
}

export type LoginProfilesParts = ProfileParts & Pick<VaultParts, 'runtime' | 'whenReadable'>

/** Opens the saved logins of Claude Code, and completes a switch that was interrupted. */
export const openLoginProfiles = (parts: LoginProfilesParts) =>
  Effect.gen(function* () {
    const commands = loginProfilesOf(parts)
    const settled = reporting(onErrorOf(parts))(commands.settleAll)
    yield* parts.runtime.background(Effect.zipRight(parts.whenReadable, settled))
    return commands
  })
