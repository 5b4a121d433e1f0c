import * as Effect from 'effect/Effect'
import { controlPath, serveControl } from '../adapters/http-server/control.js'
import { bindWarning } from '../http/access/bind-warning.js'
import type { Config } from '../config.js'
import { createControlApp } from '../http/control-app.js'
import type { ControlServices } from '../http/handlers/control.js'
import { rowFinders } from '../http/rows.js'
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
    'dataDir' | 'runtimeDir' | 'publicUrl' | 'trustedProxies' | 'host' | 'checkAnswers' | 'mode' | 'token'
  >,
  running: ControlServices['running'],
) => ({
  path: controlPath(config.dataDir, config.runtimeDir),
  checkAnswers: config.checkAnswers,
  running,
  mode: config.mode,
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
