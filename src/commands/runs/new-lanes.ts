import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import { userNumber } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { slugOfTitle } from '../../domain/git/slug.js'
import { branchWords, titleOfPrompt } from '../../domain/lane/from-prompt.js'
import { reject } from '../../domain/rejection.js'
import type { StartInput } from '../../domain/run/wanted.js'
import { isToolId } from '../../domain/tools/catalog.js'
import { StorageFailure } from '../../events/commit.js'
import { laneById } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import type { WorktreeCommands } from '../lane/worktrees.js'
import type { RunCommands } from './runs.js'
import { polled } from './typing.js'

interface NewLaneParts {
  readonly db: Reader
  readonly worktrees: Pick<WorktreeCommands, 'create'>
  readonly runs: Pick<RunCommands, 'start' | 'check'>
}

/** The body of a request for lanes with agents: every member may be missing or of any type. */
export interface NewLanesInput extends StartInput {
  readonly repo?: unknown
  readonly base?: unknown
  readonly title?: unknown
  readonly branch?: unknown
  readonly pipeline?: unknown
  readonly count?: unknown
  readonly prompts?: unknown
}

const MOST = 4
/** Milliseconds that a worktree may take. Large repositories are checked out for minutes. */
const PROVISIONED_MS = 10 * 60_000

const wrong = (field: string, should: string) =>
  Effect.fail(reject('EBADFIELD', `${field}: ${should}`, { fields: { field } }))

/** Reads what each lane is to do: one prompt for some lanes, or a prompt for each. */
const readPrompts = ({ prompt, prompts, count }: NewLanesInput) => {
  const isText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''
  if (prompts !== undefined && prompts !== null) {
    if (!Array.isArray(prompts) || prompts.length === 0 || prompts.length > MOST || !prompts.every(isText))
      return wrong('prompts', `must be 1 to ${MOST} texts`)
    return Effect.succeed<readonly string[]>(prompts)
  }
  if (!isText(prompt)) return Effect.fail(reject('EBADPROMPT', 'prompt: is missing', { fields: { field: 'prompt' } }))
  const lanes = count ?? 1
  if (typeof lanes !== 'number' || !Number.isInteger(lanes) || lanes < 1 || lanes > MOST)
    return wrong('count', `must be 1 to ${MOST}`)
  return Effect.succeed<readonly string[]>(Array.from({ length: lanes }, () => prompt))
}

/** Returns the command that creates lanes and starts an agent in each: a prompt is all that it needs besides a repository. */
export const newLanes =
  ({ db, worktrees, runs }: NewLaneParts) =>
  (input: NewLanesInput, caller: Caller) =>
    Effect.gen(function* () {
      const { repo, base, title, branch, pipeline, count: _count, prompts: _prompts, prompt: _prompt, ...start } = input
      const prompts = yield* readPrompts(input)
      const tool = isToolId(start.tool) ? start.tool : 'cli_a'
      // What cannot be started is refused before anything is created.
      const place = {
        owner_id: userNumber(caller.author.by),
        cwd: String(repo),
        source_repo: null,
        tool,
      }
      for (const prompt of prompts) yield* runs.check(place, { ...start, prompt }, caller)

      const create = (prompt: string, at: number) => {
        const isNamed = title !== undefined && title !== null && title !== ''
        const own = isNamed ? title : titleOfPrompt(prompt)
        const isSame = prompts.length > 1 && prompts[0] === prompts[1]
        return worktrees.create(
          {
            sourceRepo: repo,
            base,
            pipeline,
            tool: start.tool,
            title: isSame && at > 0 && typeof own === 'string' ? `${own} (${at + 1})` : own,
            // A title that was given names the branch, too.
            slug: branch ?? (isNamed ? undefined : slugOfTitle(branchWords(prompt))),
          },
          caller,
        )
      }

      /** Waits for the worktree, and starts the agent in it. */
      const started = (id: number, prompt: string) =>
        Effect.gen(function* () {
          const lane = yield* polled(
            Effect.sync(() => laneById(db, systemVisibility, id)),
            (now) => now?.status !== 'provisioning',
            PROVISIONED_MS,
          )
          if (lane === undefined) return { id, run: null, error: { code: 'ENOLANE', message: 'the lane was deleted' } }
          if (lane.status === 'failed')
            return {
              id,
              run: null,
              error: { code: 'EGIT', message: lane.notes ?? 'its worktree could not be created' },
            }
          const { run } = yield* runs.start(lane, { ...start, prompt }, caller)
          return { id, run, error: null }
        }).pipe(
          Effect.catchAll((error) =>
            error instanceof StorageFailure
              ? Effect.fail(error)
              : Effect.succeed({ id, run: null, error: { code: error.code, message: error.message } }),
          ),
        )

      // The first one refuses the request. The others are reported one by one, because it exists.
      const [first = '', ...others] = prompts
      const ids = [{ id: yield* create(first, 0), prompt: first }]
      const refused: { readonly code: string; readonly message: string }[] = []
      for (const [at, prompt] of others.entries()) {
        const made = yield* Effect.either(create(prompt, at + 1))
        if (Either.isRight(made)) ids.push({ id: made.right, prompt })
        else if (made.left instanceof StorageFailure) return yield* Effect.fail(made.left)
        else refused.push({ code: made.left.code, message: made.left.message })
      }
      const lanes = yield* Effect.forEach(ids, ({ id, prompt }) => started(id, prompt), { concurrency: MOST })
      return { lanes, refused }
    }).pipe(Effect.uninterruptible)

export type NewLanes = ReturnType<typeof newLanes>
