import * as Effect from 'effect/Effect'
import { splitLines } from '../../domain/git/line-edits.js'
import { isStaged, pathsToStage } from '../../domain/git/selection.js'
import { commitsByTurn, readTurnCommits, type TurnCommit, turnMessage } from '../../domain/git/turn-commits.js'
import { reject } from '../../domain/rejection.js'
import { contentDigest } from '../../events/digest.js'
import { GitHistory } from '../ports/git-history.js'
import { type ChangedTexts, GitSeries } from '../ports/git-series.js'
import type { LineWriters } from '../ports/line-writers.js'
import { action } from './action.js'
import { refuseConflicts, refuseMerge } from './checks.js'

/** Returns what identifies a plan: anything else must not be committed. */
const digestOf = ({ head, changed, texts }: ChangedTexts, commits: readonly TurnCommit[]): string =>
  contentDigest([
    head ?? '',
    ...changed.flatMap(({ path, from, status }) => [path, from ?? '', status]),
    ...texts.flatMap(({ path, now }) => [path, now]),
    ...commits.flatMap(({ turn, files }) => [
      turn?.session ?? '',
      String(turn?.number),
      ...files.map(({ path }) => path),
    ]),
  ])

/**
 * Divides the changes of a directory into a commit for each turn that wrote some of them, and one for the rest.
 * @param bases where the branch may have started
 */
export const planTurnCommits = (dir: string, bases: readonly string[], writers: LineWriters) =>
  Effect.gen(function* () {
    const found = yield* (yield* GitSeries).read(dir, bases)
    // A repository in the directory is not part of it.
    const changed = found.changed.filter(({ path }) => !path.endsWith('/'))
    const writersOf = yield* writers
    const files = yield* Effect.forEach(found.texts, ({ path, base, head, now }) =>
      Effect.map(writersOf(path, { before: base, now }), (lines) => ({
        path,
        before: splitLines(head ?? ''),
        after: splitLines(now),
        writers: lines,
      })),
    )
    const { commits, unfinished } = commitsByTurn(files)
    const whole = new Set(files.map(({ path }) => path))
    const rest = [...unfinished, ...new Set(changed.map(({ path }) => path).filter((path) => !whole.has(path)))]
    const all: readonly TurnCommit[] =
      rest.length === 0 ? commits : [...commits, { turn: null, files: rest.map((path) => ({ path, content: '' })) }]
    return { found: { ...found, changed }, commits: all, expect: digestOf(found, all) }
  })

/** What is no longer known to be the plan that the user saw is not committed. */
const stale = (expected: string, current: string | null) =>
  reject('ESTALE', 'the changes are no longer those of the plan: read it again', { fields: { expected, current } })

/** Commits the changes of each turn. */
export const commitTurns = action(['index'], ({ dir, bases, writers }, input) =>
  Effect.gen(function* () {
    const { expect, messages } = yield* readTurnCommits(input)
    yield* refuseMerge(dir)
    const outside = yield* (yield* GitHistory).stagedOutside(dir)
    if (outside !== undefined)
      return yield* Effect.fail(reject('ESTAGEDOUTSIDE', `${outside} is staged, and outside of the lane`))
    const plan = yield* Effect.mapError(planTurnCommits(dir, yield* bases, writers), (error) =>
      error.code === 'EUNAVAILABLE' ? stale(expect, null) : error,
    )
    const { head, changed, texts } = plan.found
    yield* refuseConflicts(changed)
    if (plan.commits.length === 0) return yield* Effect.fail(reject('ENOCHANGES', 'nothing has changed'))
    if (plan.expect !== expect) return yield* Effect.fail(stale(expect, plan.expect))
    if (messages !== null && messages.length !== plan.commits.length)
      return yield* Effect.fail(reject('EBADMESSAGE', `messages: must be ${plan.commits.length}, one for each commit`))
    const named = plan.commits.map(({ turn, files }, at) => ({
      isRest: turn === null,
      message: messages?.[at] ?? turnMessage(turn),
      files,
    }))
    const isUnnameable = changed.some((change) => change.isUnnameable)
    const commits = yield* (yield* GitSeries).commit(dir, {
      head,
      paths: isUnnameable ? 'all' : pathsToStage(changed),
      read: new Map(texts.map(({ path, now }) => [path, now])),
      steps: named.filter(({ isRest }) => !isRest),
      rest: named.find(({ isRest }) => isRest)?.message ?? turnMessage(null),
    })
    const staged = changed.filter(isStaged).map(({ path }) => path)
    return {
      paths: [...new Set([...staged, ...pathsToStage(changed)])],
      result: { head: commits.at(-1)?.commit ?? head, commits: commits.length },
      commits,
    }
  }),
)
