import { Command } from 'commander'
import { readConfig } from '../config.js'
import { offline } from './offline.js'
import { painter, printJson, say } from './terminal.js'

export const rebuildCommand = (): Command =>
  new Command('rebuild')
    .description('build all tables anew from the log (the service must not run)')
    .option('--json', 'print the result as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig()
      const paint = painter(config)
      const result = await offline(config, async ({ projector, journal }) => {
        projector.prepare()
        const rebuilt = await projector.rebuild(({ position, head }) => {
          if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K  ${position} of ${head} events`)
        })
        await journal.rebuilt(rebuilt)
        return rebuilt
      })
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
      if (json) return printJson(result)
      say(`${paint('green', 'rebuilt')} from ${result.events} events`)
      if (result.parked > 0)
        say(paint('yellow', `${result.parked} events could not be digested; switchyard doctor names them`))
      if (result.unknown > 0) say(paint('yellow', `${result.unknown} events of a newer release were passed over`))
      return undefined
    })
