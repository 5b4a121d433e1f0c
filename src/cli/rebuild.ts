import * as Effect from 'effect/Effect'
import { Command } from 'commander'
import { readConfig } from '../config.js'
import { offline } from './offline.js'
import { painter, printJson, say } from './output.js'

export const rebuildCommand = (): Command =>
  new Command('rebuild')
    .description('rebuild all tables from the event log (stop the service first)')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig()
      const paint = painter(config)
      const result = await offline(config, async ({ projector, journal }) => {
        projector.prepare()
        const rebuilt = await projector.rebuild(({ position, head }) => {
          if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K  ${position} of ${head} events`)
        })
        await Effect.runPromise(journal.rebuilt(rebuilt))
        return rebuilt
      })
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
      if (json) return printJson(result)
      say(`${paint('green', 'rebuilt')} from ${result.events} events`)
      if (result.parked > 0)
        say(paint('yellow', `${result.parked} events could not be processed: they are in the log but in no table`))
      if (result.unknown > 0) say(paint('yellow', `${result.unknown} events of a newer release were skipped`))
      return undefined
    })
