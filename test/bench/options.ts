import { parseArgs } from 'node:util'

export interface BenchOptions {
  readonly only: ReadonlySet<string>
  readonly quick: boolean
  readonly json: boolean
}

/** What a benchmark was asked for; says how to ask and ends the process where that was wanted, or where it was asked wrongly. */
export function benchOptions(script: string, names: readonly string[]): BenchOptions {
  const usage = `Usage: npm run ${script} -- [options]

  --only a,b   measure these alone: ${names.join(', ')}
  --quick      small sizes: minutes instead of an hour
  --json       rows as JSON instead of a table
  --help       this text`
  const fail = (problem: string): never => {
    console.error(`${problem}\n\n${usage}`)
    process.exit(2)
  }
  const asked = () => {
    try {
      return parseArgs({
        options: {
          only: { type: 'string', default: names.join() },
          quick: { type: 'boolean', default: false },
          json: { type: 'boolean', default: false },
          help: { type: 'boolean', default: false },
        },
      }).values
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error))
    }
  }
  const { only, quick, json, help } = asked()
  if (help) {
    console.log(usage)
    process.exit(0)
  }
  const wanted = new Set(only.split(','))
  const unknown = [...wanted].filter((name) => !names.includes(name))
  if (unknown.length > 0) fail(`nothing here is called ${unknown.join()}`)
  return { only: wanted, quick, json }
}
