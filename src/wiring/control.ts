import * as Effect from 'effect/Effect'
import { controlPath, serveControl } from '../adapters/http-server/control.js'
import { accountOf } from '../adapters/system-accounts/account-table.js'
import { installedHelper } from '../adapters/system-accounts/install.js'
import { bindWarning } from '../http/access/bind-warning.js'
import type { Config } from '../config.js'
import { createControlApp } from '../http/control-app.js'
import type { ControlServices } from '../http/handlers/control.js'
import { rowFinders } from '../http/rows.js'
import { version } from '../version.js'
import { held } from './held.js'
import type { ServiceRuntime } from './runtime.js'

interface ControlParts extends ControlServices {
  readonly path: string
  readonly runtime: Pick<ServiceRuntime, 'run'>
  readonly ready: () => boolean
  readonly checkAnswers: boolean
  readonly complain: (line: string) => void
}

/** Returns what the environment says about the service. */
export const controlFacts = (
  config: Pick<
    Config,
    | 'dataDir'
    | 'runtimeDir'
    | 'publicUrl'
    | 'trustedProxies'
    | 'host'
    | 'checkAnswers'
    | 'mode'
    | 'token'
    | 'systemAccounts'
    | 'usersRoot'
  >,
  running: ControlServices['running'],
) => ({
  path: controlPath(config.dataDir, config.runtimeDir),
  checkAnswers: config.checkAnswers,
  running,
  mode: config.mode,
  systemAccounts: {
    isOn: config.systemAccounts,
    helper: () => {
      const found = installedHelper()
      return found === null
        ? null
        : { version: found.version, isCurrent: found.version === version, hostAccount: found.hostAccount }
    },
    hasAccount: (username: string) => accountOf(username, config.usersRoot) !== undefined,
  },
  reached: { publicUrl: config.publicUrl?.origin ?? null, trustedProxies: config.trustedProxies },
  warnings: [bindWarning(config)].filter((warning) => warning !== null),
})

/** Returns the app that the command line talks to. */
export const controlAppOf = ({ path: _path, runtime, complain, clock, ...parts }: ControlParts) =>
  createControlApp(
    { ...parts, clock },
    {
      ...parts,
      run: runtime.run,
      rows: rowFinders(parts),
      monotonic: clock.monotonic,
      onDefect: (error, route) => complain(`${route}: ${error instanceof Error ? error.stack : String(error)}`),
    },
  )

/** Serves the control socket of a running service. */
export const openControl = (parts: ControlParts) =>
  Effect.asVoid(
    held(
      () => serveControl(parts.path, controlAppOf(parts)),
      (server) => server.close(),
    ),
  )
