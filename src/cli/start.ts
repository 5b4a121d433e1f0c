import { constants } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Scope from 'effect/Scope'
import { exitProcess, isIgnored } from '../adapters/process/exit.js'
import { endProgramsNow } from '../adapters/process/programs.js'
import { DATABASE_FILE, explainDamage } from '../adapters/sqlite/open.js'
import { isSetUpForServer } from '../adapters/sqlite/latch.js'
import { type Config, readConfig } from '../config.js'
import { service } from '../main.js'
import { bindWarning } from '../http/access/bind-warning.js'
import { Failure, USAGE } from './exit.js'
import { importBar, painter, say } from './output.js'

export const startCommand = (): Command =>
  new Command('start')
    .description('start the service and the dashboard (the default)')
    .option('--demo', 'run with simulated agents in a temporary directory; your data is not read')
    .action(async (options: { readonly demo?: true }) => {
      const config = readConfig()
      const paint = painter(config)
      const isDemo = options.demo === true
      if (!isDemo) refuseForgottenMode(config)
      const run = isDemo ? (await import('./demo/demo.js')).demo : service
      const scope = Effect.runSync(Scope.make())
      // Installed first: a signal may arrive as soon as the address is printed.
      onStop(
        () => Effect.runPromise(Scope.close(scope, Exit.void)),
        () => say(paint('yellow', 'the service ends now: not everything has stopped in time')),
      )
      const started = await Effect.runPromiseExit(
        Scope.extend(
          run(config, {
            say,
            complain: (line) => say(paint('yellow', line)),
            progress: importBar(process.stderr),
            stop: () => process.kill(process.pid, 'SIGTERM'),
          }),
          scope,
        ),
      )
      if (Exit.isFailure(started)) {
        await Effect.runPromise(Scope.close(scope, Exit.void))
        throw new Failure(reasonOf(started, join(config.dataDir, DATABASE_FILE)))
      }
      const { url, imported, needsSetup } = started.value
      say(`${paint('bold', isDemo ? 'Switchyard demo' : 'Switchyard')} listening on ${paint('green', url)}`)
      if (needsSetup) say('Nobody can sign in yet: run "switchyard server setup" on this machine.')
      if (isDemo) say('The agents are simulated. Press Ctrl+C to stop the demo and delete its data.')
      const warning = isDemo ? null : bindWarning(config)
      if (warning !== null) say(paint('yellow', warning))
      await imported.catch(() => undefined)
    })

/** A forgotten variable must not show the rows of everybody to everybody who reaches the port. */
const refuseForgottenMode = ({ mode, dataDir }: Pick<Config, 'mode' | 'dataDir'>): void => {
  if (mode === 'server' || !isSetUpForServer(dataDir)) return
  throw new Failure(
    `${dataDir} is set up for several users: start with SVC_MODE=server, or run "switchyard server off" first`,
    USAGE,
  )
}

/** Milliseconds from the first signal until the service ends, whatever has not stopped yet. */
const STOPS_WITHIN_MS = 9000
/** What a shell adds to the number of a signal that ended a program. */
const SIGNALLED = 128

/** Stops the service at the first signal. The second one ends it at once. Programs that it runs never outlive it. */
const onStop = (stop: () => Promise<void>, onLate: () => void): void => {
  let isStopping = false
  const signalled = (signal: NodeJS.Signals): void => {
    if (isStopping) return exitProcess(SIGNALLED + constants.signals[signal])
    isStopping = true
    setTimeout(() => {
      onLate()
      exitProcess(0)
    }, STOPS_WITHIN_MS)
    void stop().then(() => exitProcess(0))
  }
  // A hangup is no reason to stop for a service that was started with nohup.
  const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).filter((one) => one !== 'SIGHUP' || !isIgnored(one))
  for (const signal of signals) process.on(signal, signalled)
  // Also after an error that nobody has caught.
  process.on('exit', endProgramsNow)
}

const reasonOf = ({ cause }: Exit.Failure<unknown, Error>, database: string): string => {
  if (cause._tag === 'Fail') return explainDamage(cause.error, database) ?? cause.error.message
  if (cause._tag === 'Die') return explainDamage(cause.defect, database) ?? String(cause.defect)
  return 'the service could not be started'
}
