import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import type { Author } from '../../domain/access/author.js'
import { stackVariables } from '../../domain/stack/environment.js'
import type { HookName, OutputStream } from '../../domain/stack/hooks.js'
import type { Profile } from '../../domain/stack/profile.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { StackShape } from '../../projections/queries/stacks.js'
import type { CommandRunner } from '../kernel/run.js'
import { onceStored } from '../kernel/stored.js'
import type { Clock } from '../ports/clock.js'
import type { JobFeed } from '../ports/job-feed.js'
import type { FoundProfile, StackFilesPort } from '../ports/stack-files.js'
import { StackFiles } from '../ports/stack-files.js'
import { type HookExit, StackProcesses } from '../ports/stack-processes.js'
import { laneStack } from './decider.js'

interface HookParts {
  readonly run: CommandRunner['run']
  readonly clock: Clock
  readonly feed: JobFeed
  /** Milliseconds that a hook may run. */
  readonly timeout: number
  /** The branch that lanes without a base start from. */
  readonly baseBranch: string
}

/** What a hook runs in: a lane with a slot, and its current profile. */
export interface HookPlace {
  readonly job: string
  readonly lane: LaneShape
  readonly stack: StackShape
  readonly repository: string
  readonly found: FoundProfile
  readonly profile: Profile
  readonly author: Author
}

/** Characters of the output of a hook that are kept in memory. */
const TAIL = 16 * 1024

/** The end of a text. The parts are joined when it is read: joining each one would copy the whole text again. */
class Tail {
  #parts: string[] = []
  #length = 0

  add(part: string): void {
    this.#parts.push(part)
    this.#length += part.length
    while (this.#length - (this.#parts[0]?.length ?? 0) >= TAIL) this.#length -= this.#parts.shift()?.length ?? 0
  }

  get text(): string {
    return this.#parts.join('').slice(-TAIL)
  }
}

/** Runs the hooks of profiles, records their results, and keeps the end of their output. */
export class HookRuns {
  /** By lane, then by hook. */
  readonly #tails = new Map<number, Map<HookName, Tail>>()
  /** The number of the last chunk of each job. */
  readonly #seqs = new Map<string, number>()

  constructor(private readonly parts: HookParts) {}

  /** Returns the end of what a hook of a lane wrote since the service started. */
  tailOf(lane: number, hook: HookName): string | null {
    return this.#tails.get(lane)?.get(hook)?.text ?? null
  }

  /** Forgets what is kept of a lane that was deleted. */
  forget(lane: number): void {
    this.#tails.delete(lane)
  }

  /** Stops numbering the output of a job. */
  close(job: string): void {
    this.#seqs.delete(job)
  }

  variables({ lane, stack, repository, profile }: HookPlace, files: StackFilesPort) {
    return stackVariables({
      id: lane.id,
      slot: stack.slot,
      ports: stack.ports,
      cwd: lane.cwd,
      sourceRepo: repository,
      branch: lane.branch,
      baseBranch: lane.base_branch ?? this.parts.baseBranch,
      logDir: files.logDir(lane.id),
      runDir: files.runDir(lane.id),
      profile,
    })
  }

  /** Runs a hook until it has ended and its result is recorded. An interruption ends its processes and is recorded too. */
  run(place: HookPlace, hook: HookName, args: readonly string[]) {
    const { run, clock, feed, timeout } = this.parts
    const { job, lane, author } = place
    const about = { job, hook }
    return Effect.gen(this, function* () {
      const [files, processes] = [yield* StackFiles, yield* StackProcesses]
      yield* run(laneStack, { lane: lane.id }, 'start', about, author)
      const since = clock.monotonic()
      const tail = new Tail()
      const tails = this.#tails.get(lane.id) ?? new Map<HookName, Tail>()
      this.#tails.set(lane.id, tails.set(hook, tail))
      const onOutput = (stream: OutputStream, chunk: string) => {
        tail.add(chunk)
        const seq = (this.#seqs.get(job) ?? 0) + 1
        this.#seqs.set(job, seq)
        return feed.output({ lane_id: lane.id, ...about, stream, seq, chunk })
      }
      const record = (exit: Exit.Exit<HookExit>) => {
        const { end, code, signal, duration } = Exit.isSuccess(exit)
          ? exit.value
          : ({ end: 'interrupted', code: null, signal: null, duration: sinceMs(clock, since) } as const)
        feed.result({ lane_id: lane.id, ...about, code, signal, durationMs: duration })
        const result = { ...about, end, code, signal, durationMs: duration }
        // Else the table would say for ever that it runs.
        return Effect.ignore(onceStored(run(laneStack, { lane: lane.id }, 'end', result, author)))
      }
      return yield* Effect.onExit(
        processes.runHook({
          run: runIdOf(job, hook),
          path: place.found.hooks.get(hook) ?? '',
          args,
          cwd: lane.cwd,
          variables: this.variables(place, files),
          timeout,
          keepsProcesses: hook === 'boot',
          onOutput,
        }),
        record,
      )
    })
  }
}

/** Returns what identifies a run of a hook: each job runs a hook once. */
export const runIdOf = (job: string, hook: HookName): string => `${job}.${hook}`

const sinceMs = (clock: Clock, since: number): number => Math.round((clock.monotonic() - since) * 1000)
