import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { AgentAnswersPort } from '../../commands/ports/agent-answers.js'
import type { ToolProgramsPort } from '../../commands/ports/tool-programs.js'
import { ending } from '../../domain/text.js'
import { answerArgv } from '../../domain/tools/argv.js'
import { AgentFailed, AgentMissing } from '../../domain/tools/failures.js'
import { realPath } from '../files/real-path.js'
import { type Finished, type ProcessError, run } from '../process/run.js'

interface AnswerParts {
  readonly dataDir: string
  /** The environment of the agents. */
  readonly env: Readonly<Record<string, string>>
  readonly programs: ToolProgramsPort
  /** Milliseconds; shorter in tests. */
  readonly timeout?: number
}

const TIMEOUT_MS = 120_000
const MAX_OUTPUT = 256 * 1024
/** Each agent needs a processor and some hundred megabytes. */
const AT_ONCE = 2
const MAX_COMPLAINT = 300

/** Returns the directory of agents that are asked something, as they report it. */
export const answersFolder = (dataDir: string): string => join(realPath(dataDir), 'answers')

/** Returns the port for questions to agents. They run in an empty directory, so they read no instructions or settings of a project. */
export const agentAnswers = ({ dataDir, env, programs, timeout = TIMEOUT_MS }: AnswerParts): AgentAnswersPort => {
  const cwd = answersFolder(dataDir)
  const slots = Effect.unsafeMakeSemaphore(AT_ONCE)
  return {
    answer: (tool, question) => {
      const [binary = tool.binary, ...args] = answerArgv(tool)
      return Effect.tryPromise({
        try: () => mkdir(cwd, { recursive: true, mode: 0o700 }),
        catch: (error) => new AgentFailed(`${cwd} cannot be created: ${String(error)}`),
      }).pipe(
        Effect.zipRight(programs.find(binary)),
        Effect.flatMap(({ path, searched }): Effect.Effect<Finished, AgentMissing | AgentFailed> => {
          if (path === null) return Effect.fail(new AgentMissing(binary, searched))
          const command = { program: path, args, env: { ...env, PATH: searched }, cwd, input: question }
          return Effect.mapError(run({ ...command, timeout, maxOutput: MAX_OUTPUT }), (error) =>
            failureOf(binary, error),
          )
        }),
        Effect.flatMap(({ code, output, complaint }) => {
          const answer = output.toString('utf8')
          // Claude Code prints errors, such as a missing login, as an answer.
          return code === 0
            ? Effect.succeed(answer)
            : Effect.fail(new AgentFailed(`${tool.binary} failed: ${ending(complaint || answer, MAX_COMPLAINT)}`))
        }),
        slots.withPermits(1),
      )
    },
  }
}

const failureOf = (binary: string, error: ProcessError): AgentFailed => {
  if (error._tag === 'CannotStart') return new AgentFailed(`${binary} cannot be started: ${error.reason}`)
  return error._tag === 'TimedOut'
    ? new AgentFailed(`${binary} did not answer within ${error.milliseconds / 1000} seconds`)
    : new AgentFailed(`${binary} printed too much`)
}
