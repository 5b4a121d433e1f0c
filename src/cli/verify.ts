import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { DATABASE_FILE } from '../adapters/sqlite/open.js'
import { verifyTables } from '../adapters/sqlite/verify.js'
import { readConfig } from '../config.js'
import { projections } from '../projections/registry.js'
import { Failure } from './exit.js'
import { painter, printJson, say } from './output.js'

export const verifyCommand = (): Command =>
  new Command('verify')
    .description('check that every table matches the event log (the service may be running)')
    .option('--json', 'print the result as JSON')
    .action(({ json }: { json?: boolean }) => {
      const config = readConfig()
      const paint = painter(config)
      const file = join(config.dataDir, DATABASE_FILE)
      if (!existsSync(file)) throw new Failure(`no database in ${config.dataDir}: run switchyard start first`)
      const result = verifyTables(file, projections)
      const wrong = result.tables.filter(({ differing }) => differing > 0)
      if (json) printJson(result)
      else {
        for (const { table, rows, differing } of result.tables) {
          say(
            `${differing === 0 ? paint('green', 'equal') : paint('red', `${differing} differ`)}  ${table}  ${rows} rows`,
          )
        }
        say(`integrity: ${result.integrity}; ${result.events} events`)
      }
      if (wrong.length > 0 || result.integrity !== 'ok') {
        throw new Failure('the tables differ from the log: run switchyard rebuild')
      }
    })
