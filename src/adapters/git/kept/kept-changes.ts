import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import * as Option from 'effect/Option'
import { decodeTime } from 'ulid'
import type { Clock } from '../../../commands/ports/clock.js'
import type { FileToKeep, KeptChangesPort, KeptIn } from '../../../commands/ports/kept-changes.js'
import { KEPT_MS, MAX_KEPT, MAX_KEPT_FILE } from '../../../domain/git/kept.js'
import { parseBounded } from '../../../domain/json/depth.js'
import { reject } from '../../../domain/rejection.js'
import { Schema as S } from '../../../domain/schema.js'
import { readBytes, readText } from '../../files/regular-file.js'
import type { Git } from '../git.js'
import { realPath } from '../queries.js'
import { refusal } from '../write-paths.js'
import { FileState, isSame, putState, type ReadFile, readState } from './file-state.js'
import { putIndexEntries } from './index-entries.js'
import { merged } from './merged.js'

const KeptFile = S.Struct({
  path: S.String,
  before: FileState,
  after: FileState,
  /** What the index had; missing if the discard did not change it. */
  index: S.optional(S.NullOr(S.Struct({ mode: S.String, id: S.String }))),
})
type KeptFile = S.Schema.Type<typeof KeptFile>

const KeptRecord = S.Struct({
  dir: S.String,
  lane: S.Number,
  session: S.NullOr(S.String),
  files: S.Array(KeptFile),
})
type KeptRecord = S.Schema.Type<typeof KeptRecord>
const readKeptRecord = S.decodeUnknownOption(KeptRecord)

/** The files of a discard that has not happened yet. */
interface Taken {
  readonly id: string
  readonly own: string
  readonly taken: readonly { readonly file: FileToKeep; readonly before: FileState }[]
}

const MAX_RECORD = 64 * 1024 * 1024
const RECORD = 'record.json'

/**
 * Returns the store of discarded changes: a folder for each discard, with the content of its files before and after.
 * @param folder nobody but this user's own programs may write there
 */
export const keptChanges = (git: Git, folder: string, newId: () => string, clock: Clock): KeptChangesPort => {
  const sweep = (): void => {
    for (const id of names(folder)) {
      if (clock.now() - timeOf(id) >= KEPT_MS) rmSync(join(folder, id), { recursive: true, force: true })
    }
  }
  sweep()

  /** Writes the content of the files. Null, and nothing is left, if they cannot be kept. */
  const take = (dir: string, files: readonly FileToKeep[]) =>
    Effect.gen(function* () {
      const id = newId()
      const own = join(folder, id)
      const taken: { readonly file: FileToKeep; readonly before: FileState }[] = []
      let bytes = 0
      mkdirSync(own, { recursive: true, mode: 0o700 })
      for (const file of files) {
        const read = readState(dir, file.path)
        bytes += read?.bytes?.length ?? 0
        if (read === undefined || bytes > MAX_KEPT) {
          rmSync(own, { recursive: true, force: true })
          return null
        }
        if (read.bytes !== null) writeFileSync(beforeAt(own, taken.length), read.bytes, { mode: 0o600 })
        taken.push({ file, before: read.state })
        yield* Effect.yieldNow()
      }
      return { id, own, taken }
    })

  /** Adds what the discard left. */
  const finish = ({ dir, lane, session }: KeptIn, { id, own, taken }: Taken) =>
    Effect.gen(function* () {
      const files: KeptFile[] = []
      for (const [at, { file, before }] of taken.entries()) {
        const { path, index } = file
        const after = readState(dir, path)
        if (after !== undefined && after.bytes !== null) writeFileSync(afterAt(own, at), after.bytes, { mode: 0o600 })
        files.push({ path, before, after: after?.state ?? null, ...(index === undefined ? {} : { index }) })
        yield* Effect.yieldNow()
      }
      const record: KeptRecord = { dir, lane, session, files }
      writeFileSync(join(own, RECORD), JSON.stringify(record), { mode: 0o600 })
      setTimeout(sweep, KEPT_MS).unref()
      return { id, until: timeOf(id) + KEPT_MS }
    })

  const recordOf = (id: string): KeptRecord | null => {
    try {
      const text = readText(join(folder, id, RECORD), MAX_RECORD)
      return text === null ? null : Option.getOrNull(readKeptRecord(parseBounded(text)))
    } catch {
      return null
    }
  }

  /** Restores one file. `merged`: with what was changed since. */
  const restoreFile = (dir: string, own: string, { path, before, after }: KeptFile, at: number) =>
    Effect.gen(function* () {
      const put = (file: ReadFile, expected: FileState) =>
        Effect.try({
          try: () => putState(dir, path, file, expected),
          catch: (error) =>
            reject('EGIT', `${path} cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`),
        })
      const now = readState(dir, path)
      if (now === undefined) return 'changed'
      if (isSame(now.state, before)) return 'restored'
      const kept = readBytes(beforeAt(own, at), MAX_KEPT_FILE)
      if (isSame(now.state, after)) return (yield* put({ state: before, bytes: kept }, after)) ? 'restored' : 'changed'
      const base = readBytes(afterAt(own, at), MAX_KEPT_FILE)
      const file =
        kept === null || base === null ? null : yield* merged(git, dir, own, { now, before: kept, after: base })
      return file !== null && (yield* put(file, now.state)) ? 'merged' : 'changed'
    })

  return {
    around: (place, files, discard) => {
      const at = { ...place, dir: realPath(place.dir) }
      // A full disk must not prevent a discard.
      const taking = Effect.catchAllDefect(take(at.dir, files), () => Effect.succeed<Taken | null>(null))
      return Effect.gen(function* () {
        sweep()
        const taken = yield* taking
        const dropped = Effect.sync(() => {
          if (taken !== null) rmSync(taken.own, { recursive: true, force: true })
        })
        const done = yield* Effect.tapErrorCause(discard, () => dropped)
        const kept =
          taken === null ? null : yield* Effect.catchAllDefect(finish(at, taken), () => Effect.as(dropped, null))
        return { done, kept }
      })
    },

    restore: (place, id) =>
      Effect.gen(function* () {
        sweep()
        const dir = realPath(place.dir)
        const record = recordOf(id)
        if (record === null || record.dir !== dir || record.lane !== place.lane || record.session !== place.session)
          return yield* Effect.fail(
            reject('ENOTFOUND', 'these changes are not kept: discarded changes can be restored for an hour'),
          )
        const own = join(folder, id)
        const restored: string[] = []
        const changed: string[] = []
        const exact: KeptFile[] = []
        for (const [at, file] of record.files.entries()) {
          const outcome = yield* restoreFile(dir, own, file, at)
          if (outcome === 'changed') changed.push(file.path)
          else restored.push(file.path)
          if (outcome === 'restored') exact.push(file)
        }
        const entries = exact.flatMap(({ path, index }) => (index === undefined ? [] : [{ path, index }]))
        yield* Effect.mapError(putIndexEntries(git, dir, entries), refusal)
        if (changed.length === 0) rmSync(own, { recursive: true, force: true })
        return { restored, changed }
      }),
  }
}

const beforeAt = (own: string, at: number): string => join(own, `${at}.before`)
const afterAt = (own: string, at: number): string => join(own, `${at}.after`)

const names = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns when a discard was made; the beginning of time for a name that this store did not give. */
const timeOf = (id: string): number => {
  try {
    return decodeTime(id)
  } catch {
    return 0
  }
}
