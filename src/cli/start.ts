import { join } from 'node:path'
import { Command } from 'commander'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Scope from 'effect/Scope'
import { DATABASE_FILE, explainDamage } from '../adapters/sqlite/open.js'
import { readConfig } from '../config.js'
import { service } from '../main.js'
import { bindWarning } from './bind-warning.js'
import { Failure } from './exit.js'
import { importBar, painter, say } from './output.js'

export const startCommand = (): Command =>
  new Command('start')
    .description('start the service and the dashboard (the default)')
    .option('--demo', 'run with simulated agents in a temporary directory; your data is not read')
    .action(async (options: { readonly demo?: true }) => {
      const config = readConfig()
      const paint = painter(config)
      const isDemo = options.demo === true
      const run = isDemo ? (await import('./demo/demo.js')).demo : service
      const scope = Effect.runSync(Scope.make())
      // Installed first: a signal may arrive as soon as the address is printed.
      const told = new Promise<void>((resolve) => {
        process.on('SIGINT', () => resolve()).on('SIGTERM', () => resolve())
      })
      void told.then(async () => {
        await Effect.runPromise(Scope.close(scope, Exit.void))
        process.exit(0)
      })
      const started = await Effect.runPromiseExit(
        Scope.extend(
          run(config, {
            say,
            complain: (line) => say(paint('yellow', line)),
            progress: importBar(process.stderr),
          }),
          scope,
        ),
      )
      if (Exit.isFailure(started)) {
        await Effect.runPromise(Scope.close(scope, Exit.void))
        throw new Failure(reasonOf(started, join(config.dataDir, DATABASE_FILE)))
      }
      const { url, imported } = started.value
      say(`${paint('bold', isDemo ? 'Switchyard demo' : 'Switchyard')} listening on ${paint('green', url)}`)
      if (isDemo) say('The agents are simulated. Press Ctrl+C to stop the demo and delete its data.')
      const warning = isDemo ? null : bindWarning(config)
      if (warning !== null) say(paint('yellow', warning))
      await imported.catch(() => undefined)
    })

const reasonOf = ({ cause }: Exit.Failure<unknown, Error>, database: string): string => {
  if (cause._tag === 'Fail') return explainDamage(cause.error, database) ?? cause.error.message
  if (cause._tag === 'Die') return explainDamage(cause.defect, database) ?? String(cause.defect)
  return 'the service could not be started'
}
