import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import {
  inUpdateOrder,
  newUpdate,
  stateOfUpdate,
  type UpdateJob,
  withStep,
} from '../../domain/agent-config/update-job.js'
import { reject } from '../../domain/rejection.js'
import type { Clock } from '../ports/clock.js'
import { ConfigPrograms } from '../ports/config-programs.js'
import type { Fork, Machine } from '../ports/machine.js'
import type { UpdateJournal } from '../ports/update-journal.js'
import type { ServiceJournal } from '../service/journal.js'
import type { ClaudeConfig } from './claude/claude.js'
import type { ReloadCommand } from './reload.js'

interface UpdateParts {
  readonly installedNow: ClaudeConfig['installed']
  readonly written: UpdateJournal
  readonly journal: Pick<ServiceJournal, 'pluginsUpdated'>
  readonly reload: ReloadCommand
  readonly clock: Pick<Clock, 'now'>
  readonly newId: () => string
  readonly fork: Fork
}

/** Minutes for one plugin, which may be a repository. */
const MINUTES = 5

/** Returns the commands that update all plugins of Claude Code: as a job, which continues when nobody waits for it. */
export const updateCommands = (parts: UpdateParts) => {
  const { installedNow, written, journal, reload, clock, newId, fork } = parts
  /** The job that this process runs. */
  let own: string | null = null

  const state = () => {
    const job = written.read()
    if (job === null) return { running: false, abandoned: false, startedAt: null, steps: [] }
    const { startedAt, steps } = job
    return { ...stateOfUpdate(job, job.job === own, clock.now()), startedAt: new Date(startedAt).toISOString(), steps }
  }

  return {
    state,

    /** Starts a job, and returns its id at once. */
    start: (caller: Caller) =>
      Effect.gen(function* () {
        const installed = inUpdateOrder(installedNow())
        const { run } = yield* ConfigPrograms
        // Nothing waits between this and the journal, so of two requests one is refused.
        if (state().running) return yield* Effect.fail(reject('EBUSY', 'an update of the plugins runs already'))
        let job: UpdateJob = newUpdate(newId(), installed, clock.now())
        own = job.job
        written.write(job)

        const told = (change: Parameters<typeof withStep>[2], index: number): void => {
          job = withStep(job, index, change, clock.now())
          written.write(job)
        }
        const cli = (args: readonly string[], cwd: string | null) => Effect.asVoid(run('claude', args, cwd, MINUTES))
        const steps: readonly Effect.Effect<void, { readonly message: string }, Machine>[] = [
          cli(['plugin', 'marketplace', 'update'], null),
          ...installed.map(({ key, scope, project }) =>
            cli(['plugin', 'update', '--scope', scope, '--', key], project),
          ),
          Effect.asVoid(reload(caller)),
        ]
        const work = Effect.gen(function* () {
          for (const [index, step] of steps.entries()) {
            told({ state: 'running' }, index)
            yield* Effect.match(step, {
              onSuccess: () => told({ state: 'done' }, index),
              onFailure: ({ message }) => told({ state: 'failed', message }, index),
            })
          }
          job = { ...job, endedAt: clock.now() }
          written.write(job)
          const failed = job.steps.filter((step) => step.state === 'failed').length
          yield* journal.pluginsUpdated({ updated: installed.length, failed }, caller.author)
        })
        fork(
          Effect.ensuring(
            Effect.ignore(work),
            Effect.sync(() => {
              own = null
            }),
          ),
        )
        return job.job
      }),
  }
}

export type UpdatePluginCommands = ReturnType<typeof updateCommands>
