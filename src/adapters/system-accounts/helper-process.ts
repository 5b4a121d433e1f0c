import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type * as Scope from 'effect/Scope'
import { withinTime } from '../../commands/ports/within-time.js'
import { isLoose } from '../../domain/agent-config/record.js'
import { plain } from '../../domain/text.js'
import { parseShallow } from '../../domain/json/depth.js'
import { run, started } from '../process/run.js'
import { type Channel, openChannel, type Served } from './channel.js'
import { type Job, type JobAnswer, PROTOCOL } from './jobs.js'
import { HELPER } from './layout.js'

/** The helper is missing, or refused a job. The message is shown to an administrator. */
export class HelperFailed extends Error {
  readonly _tag = 'HelperFailed'
}

/** Milliseconds. The home of a user who is deleted may be large. */
const JOB_MS = 10 * 60_000
const CONNECT_MS = 20_000
const END_MS = 5000
const MAX_ANSWER = 64 * 1024

const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }

/** Root may run the helper without sudo. */
const command = (): { readonly program: string; readonly args: readonly string[] } =>
  process.getuid?.() === 0 ? { program: HELPER, args: [] } : { program: 'sudo', args: ['-n', HELPER] }

const failed = (message: string) => Effect.fail(new HelperFailed(message))

const HOW = 'run: sudo switchyard server system-accounts install'

const answerIn = (line: string): JobAnswer => {
  const parsed = parseShallow(line)
  return Either.isRight(parsed) && isLoose(parsed.right)
    ? (parsed.right as unknown as JobAnswer)
    : { ok: false, message: 'the helper gave no answer' }
}

type Done = Extract<JobAnswer, { readonly ok: true }>

const doneIn = (line: string): Effect.Effect<Done, HelperFailed> => {
  const answer = answerIn(line)
  return answer.ok ? Effect.succeed(answer) : failed(answer.message)
}

export const isHelperInstalled = (): boolean => existsSync(HELPER)

/** Asks the helper to do a job. */
export const askHelper = (job: Exclude<Job, { readonly verb: 'serve' }>): Effect.Effect<Done, HelperFailed> =>
  !isHelperInstalled()
    ? failed(`the helper for system accounts is not installed; ${HOW}`)
    : run({
        ...command(),
        env: ENVIRONMENT,
        cwd: '/',
        input: `${JSON.stringify(job)}\n`,
        timeout: JOB_MS,
        maxOutput: MAX_ANSWER,
        finishes: true,
      }).pipe(
        Effect.mapError((error) => new HelperFailed(`the helper could not be run (${error._tag})`)),
        Effect.flatMap(({ output, complaint }) =>
          output.length === 0
            ? failed(complaint.trim() || 'the helper gave no answer')
            : doneIn(output.toString('utf8')),
        ),
      )

/** Reads the first line of a stream, and leaves the rest in it. */
const firstLine = (from: Readable): Effect.Effect<string> =>
  Effect.async((resume) => {
    let held = Buffer.alloc(0)
    const end = (line: string, rest: Buffer): void => {
      from.off('readable', read).off('end', over).off('error', over)
      if (rest.length > 0) from.unshift(rest)
      resume(Effect.succeed(line))
    }
    const over = (): void => end(held.toString('utf8'), Buffer.alloc(0))
    const read = (): void => {
      for (let chunk = from.read() as Buffer | null; chunk !== null; chunk = from.read() as Buffer | null) {
        held = Buffer.concat([held, chunk])
        const at = held.indexOf(0x0a)
        if (at >= 0) return end(held.subarray(0, at).toString('utf8'), held.subarray(at + 1))
        if (held.length > MAX_ANSWER) return over()
      }
      return undefined
    }
    from.on('readable', read).on('end', over).on('error', over)
  })

/**
 * Starts the process of an account, and opens a channel to it. When the scope closes, the process ends: it has no other input.
 * @param served what it may call here
 */
export const openAccount = (
  job: Extract<Job, { readonly verb: 'serve' }>,
  served: Served,
  complain: (line: string) => void,
): Effect.Effect<Channel, HelperFailed, Scope.Scope> =>
  Effect.gen(function* () {
    if (!isHelperInstalled()) return yield* failed(`the helper for system accounts is not installed; ${HOW}`)
    const child = yield* Effect.mapError(
      started({ ...command(), env: ENVIRONMENT, cwd: '/' }),
      ({ reason }) => new HelperFailed(`the helper could not be started: ${reason}`),
    )
    const ended = Effect.async<void>((resume) => {
      if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
      return void child.once('exit', () => resume(Effect.void))
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MAX_ANSWER)
      const lines = plain(text).trim()
      if (lines !== '') complain(`${job.username}: ${lines}`)
    })
    child.stdin.on('error', () => undefined)
    child.stdin.write(`${JSON.stringify(job)}\n`)
    const line = yield* withinTime(firstLine(child.stdout), CONNECT_MS, Effect.succeed(''))
    if (line === '') return yield* failed(said.trim() || 'the helper gave no answer')
    const answer = yield* doneIn(line)
    if (answer.protocol !== PROTOCOL)
      return yield* failed(`the installed helper is of another release (${answer.version ?? 'unknown'}); ${HOW}`)
    return yield* Effect.acquireRelease(
      Effect.sync(() => openChannel({ input: child.stdout, output: child.stdin }, served)),
      (channel) =>
        Effect.zipRight(
          Effect.sync(() => channel.close()),
          withinTime(ended, END_MS, Effect.void),
        ),
    )
  })
