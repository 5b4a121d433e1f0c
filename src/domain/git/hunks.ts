import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import type { GitInput } from './actions.js'
import type { DiffHunk } from './diff.js'
import { applyEdits, blocksOf, editsBetween, fits, type LineEdit, type Lines, revertEdits } from './line-edits.js'
import { isSecretPath, lanePath } from './paths.js'

const MAX_CONTEXT = 5000

/** Which lines of a file an action is about. */
export interface HunkRequest {
  readonly path: string
  /** The header of a hunk, without the text behind it. */
  readonly header: string
  /** One run of changed lines in the hunk, counted from 0; null for all of them. */
  readonly block: number | null
  /** Unchanged lines around the changes in the diff that has the hunk. */
  readonly context: number
}

const invalid = (field: string, message: string) =>
  Either.left(reject('INVALID_INPUT', `${field}: ${message}`, { fields: { field } }))

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const HEADER = /^(@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@)[^\r\n]*$/

/** Reads the body of an action on a hunk. */
export const readHunkRequest = ({
  path,
  hunk,
  block = null,
  context = 3,
}: GitInput): Either.Either<HunkRequest, Rejection<'EBADPATH' | 'ESECRET' | 'INVALID_INPUT'>> => {
  const named = typeof path === 'string' ? lanePath(path) : null
  if (named === null) return Either.left(reject('EBADPATH', 'path: must be inside the lane'))
  if (isSecretPath(named)) return Either.left(reject('ESECRET', 'settings.local.json may hold keys and is never shown'))
  const [, header] = (typeof hunk === 'string' ? HEADER.exec(hunk) : null) ?? []
  if (header === undefined) return invalid('hunk', 'must be the header of a hunk, such as @@ -1,3 +1,4 @@')
  if (block !== null && !isCount(block)) return invalid('block', 'must be a number from 0 on')
  if (!isCount(context)) return invalid('context', 'must be a number from 0 on')
  return Either.right({ path: named, header, block, context: Math.min(context, MAX_CONTEXT) })
}

/** A file in the last commit and in the index, with the hunks that lead from the commit to the working tree. */
export interface ComparedFile {
  /** Empty if the commit has no such file. */
  readonly head: Lines
  /** Null if the index has no such file. */
  readonly index: Lines | null
  readonly hunks: readonly DiffHunk[]
  /** Whether the file was created or deleted in the working tree. */
  readonly is: 'new' | 'deleted' | 'changed'
}

/** The blocks of a request, and all blocks of the file. */
interface ChosenBlocks {
  readonly all: readonly LineEdit[]
  readonly chosen: ReadonlySet<LineEdit>
}

const gone = () => Either.left(reject('EHUNKGONE', 'the hunk changed: read the changes again'))
const notApplying = () =>
  Either.left(reject('EGIT', 'the hunk does not apply: the index has other changes of these lines'))

/** Whether a hunk has as many lines as its header says. */
const isWhole = ({ header, lines }: DiffHunk): boolean => {
  const [, , before = '1', after = '1'] = HEADER.exec(header) ?? []
  const count = (other: 'added' | 'removed') => lines.filter(({ type }) => type !== other).length
  return count('added') === Number(before) && count('removed') === Number(after)
}

/** Returns the blocks that a request names. */
export const chooseBlocks = (
  { head, hunks }: Pick<ComparedFile, 'head' | 'hunks'>,
  { header, block }: HunkRequest,
): Either.Either<ChosenBlocks, Rejection<'EHUNKGONE'>> => {
  const byHunk = hunks.map((hunk) => ({ header: hunk.header, blocks: blocksOf(hunk) }))
  const all = byHunk.flatMap(({ blocks }) => blocks)
  const found = byHunk.find((hunk) => hunk.header === header)?.blocks ?? []
  const chosen = block === null ? found : found.slice(block, block + 1)
  // The file was written between the two reads.
  const isCut = !hunks.every(isWhole)
  return isCut || chosen.length === 0 || !fits(head, all) ? gone() : Either.right({ all, chosen: new Set(chosen) })
}

/** Returns which of a file's blocks are in the index. */
export const stagedBlocks = (
  head: Lines,
  index: Lines | null,
  is: ComparedFile['is'],
  all: readonly LineEdit[],
): ReadonlySet<LineEdit> => {
  if (index === null) return new Set(is === 'deleted' ? all : [])
  // The index still has a file that the working tree deleted, though an edit may have emptied it.
  if (is === 'deleted') return new Set()
  const own = new Set(editsBetween(head, index, all))
  return new Set(all.filter((block) => own.has(block)))
}

type Content = Either.Either<Lines | null, Rejection<'EHUNKGONE' | 'EGIT'>>

/** Returns the content of the index with the blocks of a request; null if the file is then not in it. */
export const withStaged = (file: ComparedFile, request: HunkRequest): Content => {
  const blocks = chooseBlocks(file, request)
  if (Either.isLeft(blocks)) return Either.left(blocks.left)
  const { all, chosen } = blocks.right
  if (file.index === null && file.is === 'deleted') return Either.right(null)
  const own = editsBetween(file.head, file.index ?? [], all)
  const added = [...chosen].filter((block) => !own.includes(block))
  const edits = [...own, ...added].toSorted((a, b) => a.at - b.at)
  if (!fits(file.head, edits)) return notApplying()
  const after = applyEdits(file.head, edits)
  return Either.right(file.is === 'deleted' && after.length === 0 ? null : after)
}

/** Returns the content of the index without the blocks of a request; null if the file is then not in it. */
export const withoutStaged = (file: ComparedFile, request: HunkRequest): Content => {
  const blocks = chooseBlocks(file, request)
  if (Either.isLeft(blocks)) return Either.left(blocks.left)
  const { all, chosen } = blocks.right
  const staged = stagedBlocks(file.head, file.index, file.is, all)
  if (![...chosen].some((block) => staged.has(block))) return Either.left(reject('EGIT', 'the hunk is not staged'))
  const own = file.index === null ? all : editsBetween(file.head, file.index, all)
  const edits = own.filter((edit) => !chosen.has(edit))
  return Either.right(file.is === 'new' && edits.length === 0 ? null : applyEdits(file.head, edits))
}

/**
 * Returns the content of the working tree without the blocks of a request.
 * @param raw the lines of the file, which git may convert before it compares them
 */
export const withDiscarded = (
  file: ComparedFile,
  request: HunkRequest,
  raw: Lines,
): Either.Either<Lines, Rejection<'EHUNKGONE' | 'EGIT'>> => {
  const blocks = chooseBlocks(file, request)
  if (Either.isLeft(blocks)) return Either.left(blocks.left)
  const { all, chosen } = blocks.right
  const compared = applyEdits(file.head, all)
  const isSame = raw.length === compared.length && raw.every((line, at) => asCompared(line, compared[at]))
  if (!isSame) return Either.left(reject('EGIT', 'the file is converted by a filter: discard the whole file instead'))
  const isConverted = raw.some((line, at) => line !== compared[at])
  return Either.right(revertEdits(raw, all, chosen, isConverted ? withCarriageReturn : (line) => line))
}

/** Returns whether git compares a line of a file as another: with `core.autocrlf`, without its carriage return. */
const asCompared = (raw: string, compared: string | undefined): boolean =>
  raw === compared || (raw.endsWith('\r\n') && `${raw.slice(0, -2)}\n` === compared)

const withCarriageReturn = (line: string): string => line.replace(/(?<!\r)\n$/, '\r\n')
