import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import type { Visibility } from '../../domain/access/visibility.js'
import {
  type Holder,
  type LandCheck,
  type LandFacts,
  type LaneConflict,
  landRows,
} from '../../domain/land/preflight.js'
import { blocksOf, digestOfBlocks } from '../../domain/review/blocks.js'
import { projectName } from '../../domain/session/project.js'
import { contentDigest } from '../../events/digest.js'
import type { Evidence } from '../../projections/queries/evidence.js'
import { busyAgents } from '../../projections/queries/inbox.js'
import { acceptanceOf, landingOf } from '../../projections/queries/landings.js'
import { type LaneShape, laneNames } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import type { Confinement } from '../access/confinement.js'
import { GitLanding } from '../ports/git-landing.js'
import { GitReview } from '../ports/git-review.js'
import { Worktrees } from '../ports/worktrees.js'

export interface PreflightParts {
  readonly db: Reader
  /** The base of lanes that name none. */
  readonly baseBranch: string
  readonly confinement: Pick<Confinement, 'inside'>
  /** Returns the newest run of each check of a lane; rejects while the thread that reads them restarts. */
  readonly evidence: (reads: Visibility, lane: number) => Promise<readonly Evidence[]>
}

/** How many other lanes are checked for conflicts. */
const MOST_LANES = 20
/** Predicted merges that are kept: commits never change. */
const MOST_KNOWN = 2000

/** Returns the reads that decide whether the branch of a lane can land. */
export const landPreflight = ({ db, baseBranch, confinement, evidence }: PreflightParts) => {
  const known = new Map<string, readonly string[]>()

  /** Predicts merges, each pair of commits once. */
  const conflictsOf = (dir: string, pairs: readonly (readonly [string, string])[]) =>
    Effect.gen(function* () {
      const missing = pairs.filter((pair) => !known.has(pair.join(' ')))
      const found = yield* (yield* GitLanding).conflicts(dir, missing)
      if (found === null) return null
      if (known.size > MOST_KNOWN) known.clear()
      missing.forEach((pair, at) => known.set(pair.join(' '), found[at] ?? []))
      return pairs.map((pair) => known.get(pair.join(' ')) ?? [])
    })

  /** The commits that landings would create, by base and head. */
  const results = new Map<string, string>()
  const resultOf = (dir: string, base: string, head: string) =>
    Effect.gen(function* () {
      const key = `${base} ${head}`
      const made = results.get(key)
      if (made !== undefined) return made
      const commit = yield* (yield* GitLanding).previewOf(dir, base, head)
      if (results.size > MOST_KNOWN) results.clear()
      results.set(key, commit)
      return commit
    })

  /** Returns the branches that may be the base of a lane, in the order of preference. */
  const basesOf = ({ cwd, base_branch: base }: Pick<LaneShape, 'cwd' | 'base_branch'>) =>
    base !== null
      ? Effect.succeed([base])
      : Effect.match(
          Effect.flatMap(Worktrees, ({ inspect }) => inspect(cwd)),
          {
            onFailure: () => [baseBranch],
            onSuccess: ({ defaultBases }) => [baseBranch, ...defaultBases],
          },
        )

  /** Returns what a lane changed since it left its base. */
  const changesOf = (lane: LaneShape) =>
    Effect.gen(function* () {
      const bases = yield* basesOf(lane)
      const { files, head, base, truncated } = yield* (yield* GitReview).changes(lane.cwd, bases)
      const blocks = files.flatMap((file) => blocksOf(file, contentDigest))
      return { files, diff: digestOfBlocks(blocks, contentDigest), head, base, truncated }
    })

  /** Returns which other lanes of the repository would conflict with the result. */
  const otherLanes = (
    lane: LaneShape,
    reads: Visibility,
    {
      base,
      head,
      worktrees,
    }: {
      readonly base: string
      readonly head: string
      readonly worktrees: readonly { readonly path: string; readonly head: string }[]
    },
  ) =>
    Effect.gen(function* () {
      const heads = new Map(worktrees.map((one) => [one.path, one.head]))
      const others = laneNames(db, reads)
        .flatMap(({ id, title, cwd }) => {
          const at = heads.get(cwd)
          return id === lane.id || at === undefined || at === base || at === head
            ? []
            : [{ lane: id, title: title ?? projectName(cwd), head: at }]
        })
        .slice(0, MOST_LANES)
      if (others.length === 0) return []
      const result = yield* resultOf(lane.cwd, base, head)
      const found = yield* conflictsOf(
        lane.cwd,
        others.map((other) => [result, other.head] as const),
      )
      return found === null
        ? null
        : others.flatMap(({ lane: id, title }, at): readonly LaneConflict[] => {
            const files = found[at] ?? []
            return files.length === 0 ? [] : [{ lane: id, title, files }]
          })
    })

  const checksOf = (lane: LaneShape, reads: Visibility): Effect.Effect<readonly LandCheck[] | null> =>
    Effect.tryPromise(() => evidence(reads, lane.id)).pipe(
      Effect.map((found) => found.map(({ kind, ok, edits_since: edits }) => ({ kind, ok, edits }))),
      Effect.orElseSucceed(() => null),
    )

  /** Who is confined to a folder is not told what is in another one, and nothing lands there. */
  const shownHolder = (holder: Holder | null, caller: Caller) =>
    holder === null
      ? Effect.succeed(null)
      : Effect.match(confinement.inside(caller, holder.path), {
          onFailure: (): Holder => ({ path: '', changes: 0, busy: 'other' }),
          onSuccess: () => holder,
        })

  return {
    basesOf,
    changesOf,

    /** Returns the files in which the commits of a lane conflict with its base; null where git cannot tell. */
    conflictsWithBase: (lane: LaneShape) =>
      Effect.gen(function* () {
        const { head, base } = yield* (yield* GitLanding).place(lane.cwd, yield* basesOf(lane))
        const found = yield* conflictsOf(lane.cwd, [[base.commit, head]])
        return found?.[0] ?? null
      }).pipe(Effect.orElseSucceed(() => null)),

    /** Returns everything that is checked before a landing, and what it allows. */
    of: (lane: LaneShape, caller: Caller) =>
      Effect.gen(function* () {
        const { reads } = caller
        const git = yield* GitLanding
        const found = yield* git.place(lane.cwd, yield* basesOf(lane))
        const place = { ...found, holder: yield* shownHolder(found.holder, caller) }
        const { head, base, worktrees } = place
        const [changes, predicted, checks] = yield* Effect.all(
          [changesOf(lane), conflictsOf(lane.cwd, [[base.commit, head]]), checksOf(lane, reads)],
          { concurrency: 3 },
        )
        const conflicts = predicted?.[0] ?? null
        const lanes =
          conflicts === null || conflicts.length > 0
            ? null
            : yield* Effect.orElseSucceed(otherLanes(lane, reads, { base: base.commit, head, worktrees }), () => null)
        const acceptance = acceptanceOf(db, reads, lane.id)
        const facts: LandFacts = {
          busyAgents: busyAgents(db, reads, lane.id),
          merging: place.merging,
          accepted: acceptance === null ? 'none' : acceptance.diff === changes.diff ? 'current' : 'stale',
          uncommitted: place.uncommitted,
          checks,
          ahead: place.ahead,
          behind: place.behind,
          brought: place.brought,
          conflicts,
          lanes,
          holder: place.holder,
        }
        return {
          place,
          facts,
          acceptance,
          landed: landingOf(db, reads, lane.id),
          changes,
          ...landRows(facts),
          expect: { head, base: base.commit, diff: changes.diff },
        }
      }),
  }
}

export type LandPreflight = ReturnType<typeof landPreflight>
