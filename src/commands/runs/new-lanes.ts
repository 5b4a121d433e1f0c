import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import { userNumber } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { slugOfTitle } from '../../domain/git/slug.js'
import { branchWords, titleOfPrompt } from '../../domain/lane/from-prompt.js'
import { issueIn } from '../../domain/lane/issue.js'
import { reject } from '../../domain/rejection.js'
import type { StartInput } from '../../domain/run/wanted.js'
import { isToolId } from '../../domain/tools/catalog.js'
import { StorageFailure } from '../../events/commit.js'
import { laneById } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import type { LaneCommands } from '../lane/lanes.js'
import type { WorktreeCommands } from '../lane/worktrees.js'
import type { RunCommands } from './runs.js'
import { polled } from './typing.js'

interface NewLaneParts {
  readonly db: Reader
  readonly worktrees: Pick<WorktreeCommands, 'create'>
  readonly lanes: Pick<LaneCommands, 'patch'>
  readonly runs: Pick<RunCommands, 'start' | 'check'>
}

/** The body of a request for lanes with agents: every member may be missing or of any type. */
export interface NewLanesInput extends StartInput {
  readonly repo?: unknown
  readonly base?: unknown
  readonly title?: unknown
  readonly branch?: unknown
  readonly existingBranch?: unknown
  readonly pipeline?: unknown
  readonly fetch?: unknown
  readonly setup?: unknown
  readonly count?: unknown
  readonly prompts?: unknown
}

const MOST = 4
/** Milliseconds that a worktree may take: a large checkout and a setup script take minutes each. */
const PROVISIONED_MS = 25 * 60_000

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

/** Where lanes are created: members of a request that the lanes check. */
interface NewLanesPlace {
  readonly repo?: unknown
  readonly base?: unknown
  readonly title?: unknown
  readonly branch?: unknown
  readonly existingBranch?: unknown
  readonly pipeline?: unknown
  readonly fetch?: unknown
  readonly setup?: unknown
}

/** What the agent of a new lane is started with. */
interface Order {
  readonly prompt: string
  readonly start: StartInput
}

/** A lane that was created, or why its agent is missing. */
interface Started {
  readonly id: number
  readonly run: string | null
  readonly error: { readonly code: string; readonly message: string } | null
}

/** Returns the steps of creating lanes on new worktrees with an agent in each. */
export const laneStarts = ({ db, worktrees, lanes, runs }: NewLaneParts) => {
  const toolOf = ({ start }: Order) => (isToolId(start.tool) ? start.tool : 'cli_a')

  const create = (place: NewLanesPlace, { prompt, start }: Order, number: number | null, caller: Caller) => {
    const { repo, base, title, branch, existingBranch, pipeline, fetch, setup } = place
    const isNamed = title !== undefined && title !== null && title !== ''
    const issue = issueIn(prompt)
    const own = isNamed ? title : titleOfPrompt(prompt, issue)
    const created = worktrees.create(
      {
        sourceRepo: repo,
        base,
        existingBranch,
        pipeline,
        fetch,
        setup,
        tool: start.tool,
        title: number !== null && number > 1 && typeof own === 'string' ? `${own} (${number})` : own,
        // A title that was given names the branch, too.
        slug: branch ?? (isNamed ? undefined : slugOfTitle(branchWords(prompt, issue))),
      },
      caller,
    )
    if (issue === null) return created
    const linked = (id: number) => lanes.patch(id, { links: { [issue.label]: issue.url } }, caller.author)
    // A lane that was deleted meanwhile is reported when its agent is started.
    return Effect.tap(created, (id) => Effect.catchTag(linked(id), 'Rejection', () => Effect.void))
  }

  /** Waits for the worktree of a lane, and starts the agent in it. */
  const start = (id: number, order: Order, caller: Caller) =>
    Effect.gen(function* () {
      const failed = (code: string, message: string): Started => ({ id, run: null, error: { code, message } })
      const lane = yield* polled(
        Effect.sync(() => laneById(db, systemVisibility, id)),
        (now) => now?.status !== 'provisioning',
        PROVISIONED_MS,
      )
      if (lane === undefined) return failed('ENOLANE', 'the lane was deleted')
      if (lane.status === 'failed') return failed('EGIT', lane.notes ?? 'its worktree could not be created')
      const { run } = yield* runs.start(lane, { ...order.start, prompt: order.prompt }, caller)
      return { id, run, error: null }
    }).pipe(
      Effect.catchAll((error) =>
        error instanceof StorageFailure
          ? Effect.fail(error)
          : Effect.succeed<Started>({ id, run: null, error: { code: error.code, message: error.message } }),
      ),
    )

  return {
    toolOf,

    /** Fails if an agent cannot be started like this, before anything is created. */
    check: (repo: unknown, orders: readonly Order[], caller: Caller) =>
      Effect.forEach(
        orders,
        (order) => {
          const place = {
            owner_id: userNumber(caller.author.by),
            cwd: String(repo),
            source_repo: null,
            tool: toolOf(order),
          }
          return runs.check(place, { ...order.start, prompt: order.prompt }, caller)
        },
        { discard: true },
      ),

    /** Creates the lanes. The first one refuses the request; the others are reported one by one, because it exists. */
    create: (place: NewLanesPlace, orders: readonly Order[], caller: Caller) =>
      Effect.gen(function* () {
        const isSame = orders.length > 1 && orders[0]?.prompt === orders[1]?.prompt
        const numberOf = (at: number) => (isSame ? at + 1 : null)
        const created: { readonly id: number; readonly order: Order }[] = []
        const refused: { readonly code: string; readonly message: string }[] = []
        for (const [at, order] of orders.entries()) {
          const made = yield* Effect.either(create(place, order, numberOf(at), caller))
          if (Either.isRight(made)) created.push({ id: made.right, order })
          else if (at === 0 || made.left instanceof StorageFailure) return yield* Effect.fail(made.left)
          else refused.push({ code: made.left.code, message: made.left.message })
        }
        return { created, refused }
      }),

    /** Starts the agents of created lanes at the same time. */
    start: (created: readonly { readonly id: number; readonly order: Order }[], caller: Caller) =>
      Effect.forEach(created, ({ id, order }) => start(id, order, caller), { concurrency: MOST }),
  }
}

export type LaneStarts = ReturnType<typeof laneStarts>

/** Returns the command that creates lanes and starts an agent in each: a prompt is all that it needs besides a repository. */
export const newLanes = (starts: LaneStarts) => (input: NewLanesInput, caller: Caller) =>
  Effect.gen(function* () {
    const { repo, base, title, branch, existingBranch, pipeline, fetch, setup, ...rest } = input
    const { count: _count, prompts: _prompts, prompt: _prompt, ...start } = rest
    const orders = (yield* readPrompts(input)).map((prompt): Order => ({ prompt, start }))
    if (orders.length > 1 && typeof existingBranch === 'string' && existingBranch !== '')
      return yield* wrong('existingBranch', 'only one lane can work on a branch')
    yield* starts.check(repo, orders, caller)
    const { created, refused } = yield* starts.create(
      { repo, base, title, branch, existingBranch, pipeline, fetch, setup },
      orders,
      caller,
    )
    return { lanes: yield* starts.start(created, caller), refused }
  }).pipe(Effect.uninterruptible)

export type NewLanes = ReturnType<typeof newLanes>
