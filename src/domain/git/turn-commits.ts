import * as Either from 'effect/Either'
import { titleOfPrompt } from '../lane/from-prompt.js'
import { issueIn } from '../lane/issue.js'
import { reject, type Rejection } from '../rejection.js'
import type { Instant } from '../time.js'
import type { GitInput } from './actions.js'
import { editsBetween, type Lines } from './line-edits.js'
import { readMessage } from './message.js'

/** The turn of a session in which a line was written. */
export interface WritingTurn {
  readonly session: string
  readonly sessionName: string
  /** From 1 on. */
  readonly number: number
  readonly prompt: string
  /** When it started. */
  readonly at: Instant
}

/** A changed text file, with the turn that wrote each of its lines; null where none is known. */
export interface WrittenFile {
  readonly path: string
  /** In the last commit; empty if it has no such file. */
  readonly before: Lines
  readonly after: Lines
  readonly writers: readonly (WritingTurn | null)[]
}

/** A commit of what one turn wrote; without a turn, of everything else. */
export interface TurnCommit {
  readonly turn: WritingTurn | null
  /** What the files are in it. */
  readonly files: readonly { readonly path: string; readonly content: string }[]
}

/**
 * Returns the contents of a file after each of some turns. Lines that were added belong to the turn that wrote them. Lines that replace
 * others belong together: to the last turn that wrote one of them, and to no turn if one of them is from nobody known. Lines that were
 * only removed belong to no turn.
 * @param ranks the place of each line's turn in the order of the turns; null if it is not known
 */
const contentsByTurn = (
  before: Lines,
  after: Lines,
  ranks: readonly (number | null)[],
): ReadonlyMap<number, string> => {
  let moved = 0
  const blocks = editsBetween(before, after, []).map(({ at, removed, added }) => {
    const own = ranks.slice(at + moved, at + moved + added.length)
    moved += added.length - removed.length
    const known = own.filter((rank) => rank !== null)
    const whole = known.length === own.length && known.length > 0 ? Math.max(...known) : null
    return { at, removed, added, ranks: removed.length === 0 ? own : own.map(() => whole) }
  })
  const turns = new Set(blocks.flatMap((block) => block.ranks.filter((rank) => rank !== null)))
  const upTo = (turn: number): string => {
    let end = 0
    const parts = blocks.flatMap((block) => {
      const kept = before.slice(end, block.at)
      end = block.at + block.removed.length
      const added = block.added.filter((_line, i) => (block.ranks[i] ?? Infinity) <= turn)
      return [...kept, ...(added.length === 0 ? block.removed : added)]
    })
    return [...parts, ...before.slice(end)].join('')
  }
  return new Map([...turns].toSorted((a, b) => a - b).map((turn) => [turn, upTo(turn)]))
}

const keyOf = ({ session, number }: WritingTurn): string => `${session} ${number}`

/**
 * Divides changes into a commit for each turn, in the order of the turns.
 * @param files the files of which the writers are known
 * @returns the commits of the turns, and the files that are not whole after the last of them
 */
export const commitsByTurn = (
  files: readonly WrittenFile[],
): { readonly commits: readonly TurnCommit[]; readonly unfinished: readonly string[] } => {
  const turns = new Map(files.flatMap(({ writers }) => writers.flatMap((turn) => (turn ? [[keyOf(turn), turn]] : []))))
  const ordered = [...turns.values()].toSorted((a, b) => a.at - b.at || a.number - b.number)
  const ranks = new Map(ordered.map((turn, rank) => [keyOf(turn), rank]))
  const steps = files.map(({ path, before, after, writers }) => {
    const contents = contentsByTurn(
      before,
      after,
      writers.map((turn) => (turn === null ? null : (ranks.get(keyOf(turn)) ?? null))),
    )
    return { path, contents, isWhole: [...contents.values()].at(-1) === after.join('') }
  })
  const commits = ordered.flatMap((turn, rank): readonly TurnCommit[] => {
    const own = steps.flatMap(({ path, contents }) => {
      const content = contents.get(rank)
      return content === undefined ? [] : [{ path, content }]
    })
    return own.length === 0 ? [] : [{ turn, files: own }]
  })
  return { commits, unfinished: steps.filter(({ isWhole }) => !isWhole).map(({ path }) => path) }
}

/** Returns the message of a commit for which the user gives none. */
export const turnMessage = (turn: WritingTurn | null): string =>
  turn === null ? 'Other changes' : titleOfPrompt(turn.prompt, issueIn(turn.prompt)) || `Turn ${turn.number}`

const expected = () => reject('EEXPECT', 'expect: must be that of the plan')

/** Reads a request to commit by turn. Its messages are those of the commits, in their order. */
export const readTurnCommits = ({
  expect,
  messages,
}: GitInput): Either.Either<
  { readonly expect: string; readonly messages: readonly string[] | null },
  Rejection<'EBADMESSAGE' | 'EEXPECT'>
> =>
  Either.gen(function* () {
    if (typeof expect !== 'string') return yield* Either.left(expected())
    if (messages === undefined || messages === null) return { expect, messages: null }
    if (!Array.isArray(messages)) return yield* Either.left(reject('EBADMESSAGE', 'messages: must be a list of texts'))
    return { expect, messages: yield* Either.all(messages.map(readMessage)) }
  })
