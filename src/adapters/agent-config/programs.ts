import * as Effect from 'effect/Effect'
import { homedir } from 'node:os'
import type { ConfigProgramsPort } from '../../commands/ports/config-programs.js'
import type { ToolProgramsPort } from '../../commands/ports/tool-programs.js'
import { ending } from '../../domain/text.js'
import { AgentFailed, AgentMissing } from '../../domain/tools/failures.js'
import { run } from '../process/run.js'

interface ProgramsParts {
  readonly programs: ToolProgramsPort
  /** The environment of the agents. */
  readonly env: Readonly<Record<string, string>>
}

const MINUTE_MS = 60_000
const MAX_OUTPUT = 256 * 1024
const MAX_COMPLAINT = 300

/** Returns the agent CLIs, for changes of their own configuration. */
export const configPrograms = ({ programs, env }: ProgramsParts): ConfigProgramsPort => ({
  run: (tool, args, cwd, minutes = 1) =>
    Effect.gen(function* () {
      const { path, searched } = yield* programs.find(tool)
      if (path === null) return yield* Effect.fail(new AgentMissing(tool, searched))
      const command = { program: path, args, env: { ...env, PATH: searched }, cwd: cwd ?? homedir() }
      const { code, output, complaint } = yield* Effect.mapError(
        run({ ...command, timeout: minutes * MINUTE_MS, maxOutput: MAX_OUTPUT, finishes: true }),
        ({ _tag }) =>
          new AgentFailed(_tag === 'TimedOut' ? `${tool} did not end in time` : `${tool} cannot be started`),
      )
      const printed = output.toString('utf8')
      if (code === 0) return printed
      return yield* Effect.fail(new AgentFailed(`${tool} failed: ${ending(complaint || printed, MAX_COMPLAINT)}`))
    }),
})
