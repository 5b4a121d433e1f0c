import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect, Either, Layer } from 'effect'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { binaryPatch } from '../../../../src/adapters/git/binary-patch.js'
import { systemGit } from '../../../../src/adapters/git/git.js'
import { gitHistory } from '../../../../src/adapters/git/history.js'
import { gitHunks } from '../../../../src/adapters/git/hunks.js'
import { systemClock } from '../../../../src/adapters/clock.js'
import { keptChanges } from '../../../../src/adapters/git/kept/kept-changes.js'
import { eventIds } from '../../../../src/adapters/ids.js'
import { gitReads } from '../../../../src/adapters/git/reads.js'
import type { At } from '../../../../src/commands/git/action.js'
import { discardHunk, stageHunk, unstageHunk } from '../../../../src/commands/git/hunks.js'
import { GitHistory } from '../../../../src/commands/ports/git-history.js'
import { KeptChanges } from '../../../../src/commands/ports/kept-changes.js'
import { GitHunks } from '../../../../src/commands/ports/git-hunks.js'
import { DIFF, type DiffHunk, readDiff, readHunks } from '../../../../src/domain/git/diff.js'
import { withDiscarded, withoutStaged, withStaged } from '../../../../src/domain/git/hunks.js'
import { type Lines, splitLines } from '../../../../src/domain/git/line-edits.js'
import { gitIn } from '../../../support/git/repository.js'

// By hand: HUNK_CASES=100000 npx vitest run --project int test/int/adapters/git/hunks.property
/** Hunks and blocks that are staged, unstaged or discarded. */
const CASES = Number(process.env['HUNK_CASES'] ?? 2000)
/** Files in one repository. */
const FILES = 100
/** Actions on each file. */
const STEPS = 5
/** One in so many cases runs the whole action, each with its own processes. Of the others, git writes the results together. */
const WHOLE_ACTION = 25

const PATH = process.env['PATH'] ?? '/usr/bin:/bin'
const git = systemGit({ PATH, HOME: '/nonexistent' })
const reads = gitReads(git, systemClock())
const parts = Layer.mergeAll(
  Layer.succeed(GitHunks, gitHunks(git)),
  Layer.succeed(GitHistory, gitHistory(git)),
  Layer.effect(
    KeptChanges,
    Effect.sync(() => keptChanges(git, join(folder, 'kept'), eventIds(), systemClock())),
  ),
)

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-hunks-')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Few different lines, so that they repeat, and lines that look like parts of a patch. */
const line = fc.constantFrom(
  'a',
  'b',
  '',
  '}',
  '-a',
  '+a',
  '@@ -1 +1 @@',
  '\\ No newline',
  'c\r',
  ' x',
  '\u00ff',
  'd\re',
)
/** A text as bytes: with or without a newline at its end. */
const content = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''))
const chance = fc.integer({ min: 0, max: 1_000_000 })
/** A file in the commit, and what each of its lines becomes in the working tree. */
const pair = fc
  .tuple(
    content,
    fc.array(fc.tuple(fc.nat(9), line), { minLength: 15, maxLength: 15 }),
    fc.boolean(),
    fc.array(fc.tuple(chance, chance, chance, chance), { minLength: STEPS, maxLength: STEPS }),
  )
  .map(([before, changes, ends, picks]) => {
    const lines = before.split('\n').flatMap((old, at) => {
      const [kind = 9, other = ''] = changes[at] ?? []
      if (kind === 0) return []
      if (kind === 1) return [other]
      return kind === 2 ? [other, old] : [old]
    })
    return { before, after: lines.join('\n') + (ends ? '' : '\nend'), picks }
  })

/** Every tenth file is of each kind: one with an odd name, one that was renamed, one whose mode changed. */
const ODD_NAMES = [' b"\t', '-', ':(glob)*', '\u00fc \\', '?[a]', '!#$&']
const nameOf = (at: number): string =>
  at % 10 === 7 ? `${ODD_NAMES[Math.floor(at / 10) % ODD_NAMES.length] ?? ''}${at}.txt` : `${at}.txt`
const isRenamed = (at: number): boolean => at % 10 === 3
const isExecutable = (at: number): boolean => at % 10 === 5 || at % 20 === 3

/** Adds lines that no other file has, by which git recognises that it was renamed. */
const withOwnLines = <F extends { readonly before: string; readonly after: string }>(file: F, at: number): F => {
  const own = Array.from({ length: 60 }, (_, n) => `only in ${at}: ${n}\n`).join('')
  return { ...file, before: own + file.before, after: own + file.after }
}

const modesOf = (dir: string, names: readonly string[]) => [
  gitIn(dir, 'ls-files', '--format=%(objectmode) %(path)'),
  names.map((name) => statSync(join(dir, name)).mode),
]

const linesIn = (text: string): string[] => text.split(/(?<=\n)/).filter((part) => part !== '')

/** A run of changed lines, read from the hunks that a reader is shown. */
interface Change {
  readonly header: string
  readonly block: number
  /** The number of lines of the commit before it. */
  readonly at: number
  readonly removed: number
  readonly added: readonly string[]
}

interface ShownLine {
  readonly type: string
  readonly oldLine: number | null
  readonly newLine: number | null
}

/** Finds the changes by the numbers of the lines only. What is added comes from the file itself. */
const changesOf = (header: string, lines: readonly ShownLine[], after: readonly string[]): readonly Change[] => {
  const found: Change[] = []
  let run: ShownLine[] = []
  const oldStart = Number(/^@@ -(\d+)/.exec(header)?.[1])
  let before = /^@@ -\d+,0 /.test(header) ? oldStart : oldStart - 1
  const close = (): void => {
    if (run.length === 0) return
    const removed = run.filter(({ type }) => type === 'removed').length
    const added = run.flatMap(({ newLine }) => (newLine === null ? [] : [after[newLine - 1] ?? '']))
    found.push({ header, block: found.length, at: before, removed, added })
    before += removed
    run = []
  }
  for (const shown of lines) {
    if (shown.type === 'context') {
      close()
      before = shown.oldLine ?? before
    } else run.push(shown)
  }
  close()
  return found
}

/** Returns the lines of the commit with some changes. */
const withChanges = (before: readonly string[], changes: readonly Change[]): string =>
  changes
    .toSorted((a, b) => b.at - a.at)
    .reduce((lines, { at, removed, added }) => lines.toSpliced(at, removed, ...added), [...before])
    .join('')

const latin1 = (path: string): string => readFileSync(path, 'latin1')

/** Reads files of the index in one process. */
const indexOf = (dir: string, names: readonly string[]): readonly string[] => {
  const input = names.map((name) => `:0:${name}\n`).join('')
  const output = execFileSync('git', ['-C', dir, 'cat-file', '--batch'], { input, env: { PATH } }).toString('latin1')
  let at = 0
  return names.map(() => {
    const end = output.indexOf('\n', at)
    const size = Number(output.slice(at, end).split(' ')[2])
    const text = output.slice(end + 1, end + 1 + size)
    at = end + size + 2
    return text
  })
}

type AnyAction = typeof stageHunk | typeof discardHunk
const run = (action: AnyAction, dir: string, input: object): Promise<Either.Either<unknown, unknown>> =>
  Effect.runPromise(
    Effect.either(
      Effect.provide(
        action.act({ dir, lane: 1, session: null, onIndex: (work) => work } as At, {
          ...input,
          confirm: true,
        }) as Effect.Effect<unknown, unknown>,
        parts as Layer.Layer<never>,
      ),
    ),
  )

const idOf = (text: string): string =>
  createHash('sha1').update(`blob ${text.length}\0`).update(Buffer.from(text, 'latin1')).digest('hex')

/** Returns the hunks of all files, as bytes. */
const hunksIn = async (dir: string, context: number): Promise<ReadonlyMap<string, readonly DiffHunk[]>> => {
  const output = await Effect.runPromise(git.read(dir, ['diff', ...DIFF, '--patch', `--unified=${context}`, 'HEAD']))
  return new Map(
    readDiff(output.toString('latin1')).map(({ path, patch }) => [
      Buffer.from(path, 'latin1').toString('utf8'),
      readHunks(patch ?? '', 1_000_000).hunks,
    ]),
  )
}

const keyOf = ({ at, removed, added }: Change): string => JSON.stringify([at, removed, added])

it('staging, unstaging and discarding equal what is computed from contents', { timeout: 7_200_000 }, async () => {
  let done = 0
  const kinds = new Set<string>()
  for (let round = 0; done < CASES; round++) {
    const dir = join(folder, String(round))
    const files = fc
      .sample(pair, { numRuns: FILES, seed: 4711 + round })
      .map((file, at) => (isRenamed(at) ? withOwnLines(file, at) : file))
    const names = files.map((_, at) => nameOf(at))
    const numbers = new Map(names.map((name, at) => [name, at]))
    const write = (at: number, text: string) => writeFileSync(join(dir, names[at] ?? ''), Buffer.from(text, 'latin1'))
    mkdirSync(dir)
    gitIn(dir, 'init', '--quiet')
    files.forEach(({ before }, at) => write(at, before))
    names.forEach((name, at) => isRenamed(at) && renameSync(join(dir, name), join(dir, `was-${at}`)))
    gitIn(dir, 'add', '--all')
    gitIn(dir, 'commit', '--quiet', '-m', 'before')
    names.forEach((name, at) => isRenamed(at) && renameSync(join(dir, `was-${at}`), join(dir, name)))
    gitIn(dir, 'add', '--all')
    files.forEach(({ after }, at) => write(at, after))
    names.forEach((name, at) => isExecutable(at) && chmodSync(join(dir, name), 0o755))
    const modes = modesOf(dir, names)
    /** What is staged of each file. */
    const staged = files.map(() => new Map<string, Change>())
    const work = files.map(({ after }) => after)
    for (let step = 0; step < STEPS; step++) {
      const context = [3, 0, 1, 7, 3][step] ?? 3
      const request = { range: 'work' as const, base: null, sha: null, path: null, full: true, context }
      const shown = await Effect.runPromise(reads.changes(dir, request))
      const bytes = await hunksIn(dir, context)
      const index = indexOf(dir, names)
      const patches: string[] = []
      for (const { path, hunks } of shown?.files ?? []) {
        const number = numbers.get(path) ?? -1
        const file = files[number]
        const own = staged[number]
        const pick = file?.picks[step]
        if (file === undefined || own === undefined || pick === undefined || hunks.length === 0) continue
        const before = linesIn(file.before)
        const all = hunks.flatMap(({ header, lines }) => changesOf(header, lines, linesIn(work[number] ?? '')))
        // What was staged and then discarded is no longer one of the blocks.
        if ([...own.keys()].some((key) => !all.some((change) => keyOf(change) === key))) continue
        const marks = hunks.flatMap(({ blocks = [] }) => blocks.map((block) => block.staged))
        expect([round, path, marks]).toEqual([round, path, all.map((change) => own.has(keyOf(change)))])
        const first = all[pick[0] % all.length]
        if (first === undefined) continue
        const isHunk = pick[1] % 3 === 0
        const chosen = all.filter(({ header, block }) => header === first.header && (isHunk || block === first.block))
        const { header } = first
        const isWhole = done % WHOLE_ACTION === 0
        const input = { path, hunk: header, context, ...(isHunk ? {} : { block: first.block }) }
        const asked = { path, header, context, block: isHunk ? null : first.block }
        const at = index[number] ?? ''
        const compared = {
          head: splitLines(file.before),
          index: splitLines(at),
          hunks: bytes.get(path) ?? [],
          is: 'changed' as const,
        }
        const inIndex = async (action: AnyAction, content: typeof withStaged) => {
          if (isWhole) return run(action, dir, input)
          const result = content(compared, asked)
          if (Either.isRight(result)) {
            const after = { mode: '100644', bytes: Buffer.from(result.right?.join('') ?? '', 'latin1') }
            patches.push(binaryPatch({ path, before: { mode: '100644', id: idOf(at) }, after }))
          }
          return result
        }
        const kind = pick[2] % 4
        if (kind < 2) {
          expect(await inIndex(stageHunk, withStaged)).toMatchObject({ _tag: 'Right' })
          for (const change of chosen) own.set(keyOf(change), change)
        } else if (kind === 2) {
          const isAny = chosen.some((change) => own.has(keyOf(change)))
          expect(await inIndex(unstageHunk, withoutStaged)).toMatchObject({ _tag: isAny ? 'Right' : 'Left' })
          for (const change of chosen) own.delete(keyOf(change))
        } else {
          const text = work[number] ?? ''
          const result = isWhole ? await run(discardHunk, dir, input) : withDiscarded(compared, asked, splitLines(text))
          expect(result).toMatchObject({ _tag: 'Right' })
          if (!isWhole && Either.isRight(result)) write(number, (result.right as Lines).join(''))
          work[number] = withChanges(
            before,
            all.filter((change) => !chosen.includes(change)),
          )
        }
        done++
        if (isRenamed(number)) kinds.add('renamed')
        if (isExecutable(number)) kinds.add('mode changed')
        if (number % 10 === 7) kinds.add(path.replace(/\d+\.txt$/, ''))
      }
      if (patches.length > 0)
        await Effect.runPromise(git.write(dir, ['apply', '--cached'], { input: patches.join('') }))
      const expected = files.map(({ before }, at) => withChanges(linesIn(before), [...(staged[at]?.values() ?? [])]))
      expect(indexOf(dir, names)).toEqual(expected)
      expect(names.map((name) => latin1(join(dir, name)))).toEqual(work)
      expect(modesOf(dir, names)).toEqual(modes)
    }
    rmSync(dir, { recursive: true })
  }
  expect(done).toBeGreaterThanOrEqual(CASES)
  expect([...kinds].toSorted()).toEqual([...ODD_NAMES, 'mode changed', 'renamed'].toSorted())
})
