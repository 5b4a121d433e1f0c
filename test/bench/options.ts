import { parseArgs } from 'node:util'

export interface BenchOptions {
  readonly only: ReadonlySet<string>
  readonly quick: boolean
  readonly json: boolean
  /** The values of the script's own options, if given. */
  readonly own: Readonly<Record<string, string | undefined>>
}

/** An option with a value: its placeholder in the usage and its description. */
export interface OwnOption {
  readonly value: string
  readonly help: string
}

/** Parses the options of a benchmark. Prints the usage and exits on `--help` or on a usage error. */
export function benchOptions(
  script: string,
  names: readonly string[],
  own: Readonly<Record<string, OwnOption>> = {},
): BenchOptions {
  const more = Object.entries(own).map(([name, { value, help }]) => `\n  ${`--${name} ${value}`.padEnd(12)} ${help}`)
  const usage = `Usage: npm run ${script} -- [options]

  --only a,b   measure these alone: ${names.join(', ')}
  --quick      small sizes: minutes instead of an hour
  --json       rows as JSON instead of a table${more.join('')}
  --help       this text`
  const ownOptions = Object.fromEntries(Object.keys(own).map((name) => [name, { type: 'string' as const }]))
  const fail = (problem: string): never => {
    console.error(`${problem}\n\n${usage}`)
    process.exit(2)
  }
  const asked = () => {
    try {
      const options = {
        only: { type: 'string', default: names.join() },
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      } as const
      const values: Record<string, unknown> = parseArgs({ options: { ...options, ...ownOptions } }).values
      const ownValues = Object.keys(own).map((name) => [name, values[name] as string | undefined] as const)
      const { only, quick, json, help } = values as { only: string; quick: boolean; json: boolean; help: boolean }
      return { only, quick, json, help, own: Object.fromEntries(ownValues) }
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error))
    }
  }
  const { help, ...given } = asked()
  if (help) {
    console.log(usage)
    process.exit(0)
  }
  const wanted = new Set(given.only.split(','))
  const unknown = [...wanted].filter((name) => !names.includes(name))
  if (unknown.length > 0) fail(`nothing here is called ${unknown.join()}`)
  return { ...given, only: wanted }
}
