import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import type { Author } from '../../domain/access/author.js'
import { CHECK_MS, CHECK_OUTPUT, type CheckKind, readCheck } from '../../domain/review/check.js'
import { reject } from '../../domain/rejection.js'
import { ending } from '../../domain/text.js'
import { type Instant, iso } from '../../domain/time.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { CommandRunner } from '../kernel/run.js'
import { onceStored } from '../kernel/stored.js'
import type { Clock } from '../ports/clock.js'
import type { Fork } from '../ports/machine.js'
import { type HookExit, StackProcesses } from '../ports/stack-processes.js'
import { review } from './decider.js'

interface CheckParts {
  readonly run: CommandRunner['run']
  readonly clock: Clock
  readonly newId: () => string
  readonly fork: Fork
}

/** A check of a lane that ran before. */
interface KnownCheck {
  readonly kind: CheckKind
  readonly command: string
}

interface RunningCheck extends KnownCheck {
  readonly since: Instant
}

/** Returns the commands that run the checks of lanes: in the worktree, not through an agent. */
export const checkCommands = ({ run, clock, newId, fork }: CheckParts) => {
  /** By lane. */
  const running = new Map<number, readonly RunningCheck[]>()

  const finish = (lane: number, check: RunningCheck, exit: Exit.Exit<HookExit>, output: string, author: Author) => {
    const { end, code, duration } = Exit.isSuccess(exit)
      ? exit.value
      : ({ end: 'interrupted', code: null, duration: clock.now() - check.since } as const)
    const { kind, command } = check
    const ended = { kind, command, end, code, duration: Math.round(duration), output: ending(output, CHECK_OUTPUT) }
    const forget = Effect.sync(() => {
      running.set(
        lane,
        (running.get(lane) ?? []).filter((one) => one !== check),
      )
    })
    return Effect.ensuring(Effect.ignore(onceStored(run(review, lane, 'check', ended, author))), forget)
  }

  const work = (lane: LaneShape, check: RunningCheck, author: Author) =>
    Effect.gen(function* () {
      let output = ''
      const process = (yield* StackProcesses).runHook({
        run: `check-${newId()}`,
        path: '/bin/sh',
        args: ['-c', check.command],
        cwd: lane.cwd,
        variables: {},
        timeout: CHECK_MS,
        keepsProcesses: false,
        onOutput: (_stream, text) => {
          // Escapes are removed later, so more than the stored characters is kept.
          output = (output + text).slice(-8 * CHECK_OUTPUT)
          return undefined
        },
      })
      yield* Effect.onExit(process, (exit) => finish(lane.id, check, exit, output, author))
    })

  return {
    /** Returns the checks of a lane that run now. */
    running: (lane: number) =>
      (running.get(lane) ?? []).map(({ kind, command, since }) => ({ kind, command, since: iso(since) })),

    /** Starts a check. Without a command, the one that ran last is repeated. */
    start: (
      lane: LaneShape,
      name: string,
      { command }: { readonly command?: unknown },
      known: readonly KnownCheck[],
      author: Author,
    ) =>
      Effect.gen(function* () {
        const wanted = yield* readCheck(name, command)
        const chosen = wanted.command ?? known.find(({ kind }) => kind === wanted.kind)?.command
        if (chosen === undefined)
          return yield* Effect.fail(
            reject('EBADFIELD', `command: is missing, because no ${wanted.kind} ran in this lane yet`, {
              fields: { field: 'command' },
            }),
          )
        if (lane.status === 'provisioning')
          return yield* Effect.fail(reject('EPROVISIONING', 'its worktree is being created'))
        const own = running.get(lane.id) ?? []
        if (own.some(({ kind }) => kind === wanted.kind))
          return yield* Effect.fail(reject('EBUSY', `${wanted.kind} runs already`))
        const check = { kind: wanted.kind, command: chosen, since: clock.now() }
        running.set(lane.id, [...own, check])
        fork(work(lane, check, author))
        return { kind: check.kind, command: check.command, since: iso(check.since) }
      }),
  }
}

export type CheckCommands = ReturnType<typeof checkCommands>
