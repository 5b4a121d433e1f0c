import * as Effect from 'effect/Effect'
import * as Option from 'effect/Option'
import * as Schedule from 'effect/Schedule'
import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { partsToFetch, type RemoteFile } from '../../domain/remote/listing.js'
import { type RemoteSource, type SshFailure, tooSlow } from '../../domain/remote/source.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { StorageFailure } from '../../events/commit.js'
import { sourceStream } from '../../events/streams.js'
import { remoteSource, remoteSources, type StoredSource } from '../../projections/queries/remote-sources.js'
import type { Reader } from '../../projections/sql.js'
import { readTranscript, type TranscriptParts } from '../ingest/transcript.js'
import { commit } from '../kernel/commit.js'
import { reporting } from '../kernel/reporting.js'
import type { Serial } from '../kernel/serial.js'
import type { Clock } from '../ports/clock.js'
import type { FileStamp } from '../ports/cursors.js'
import type { Fork } from '../ports/machine.js'
import type { MirrorPort } from '../ports/mirror.js'
import { Ssh } from '../ports/ssh.js'
import { withinTime } from '../ports/within-time.js'

export interface RemoteParts extends TranscriptParts {
  readonly clock: Clock
  readonly db: Reader
  readonly mirror: MirrorPort
  readonly serial: Serial
  readonly fork: Fork
  readonly onError: (error: unknown) => void
  /** Called when a sync starts or finishes. */
  readonly onChange: (source: string) => void
}

/** The current state of a source, beyond what is stored. */
export interface Live {
  readonly syncing: boolean
  readonly lastAttemptAt: number | null
  readonly folders: Readonly<Record<Provider, 'found' | 'missing' | null>>
}

interface SyncResult {
  readonly ok: boolean
  readonly error: string | null
  readonly files: number
  readonly bytes: number
  /** Facts that were new to the log, facts that were known, and lines that could not be read. */
  readonly imported: number
  readonly skipped: number
  readonly errors: number
}

/** A result under construction. */
interface Taken {
  ok: boolean
  error: string | null
  files: number
  imported: number
  skipped: number
  errors: number
}

const LONGEST_TEST = '15 seconds'
const LONGEST_FETCH = '10 minutes'
const POLLS = Schedule.fixed('30 seconds')
const MOST_FILES = 100_000
const NOBODY: Live = { syncing: false, lastAttemptAt: null, folders: { claude: null, codex: null } }

const foldersOf = (source: RemoteSource): readonly (readonly [Provider, string])[] => [
  ['claude', `${source.remoteHome}/projects`],
  ['codex', `${source.remoteCodexHome}/sessions`],
]

/** Syncs the transcripts of other machines: fetches new bytes and ingests them like local transcripts. */
export class RemoteSync {
  readonly #live = new Map<string, Live>()
  readonly #read: ReturnType<typeof readTranscript>
  readonly #reporting: ReturnType<typeof reporting>

  constructor(private readonly parts: RemoteParts) {
    this.#read = readTranscript(parts)
    this.#reporting = reporting(parts.onError)
  }

  live(id: string): Live {
    return this.#live.get(id) ?? NOBODY
  }

  /** Syncs all enabled sources again and again, until it is interrupted. */
  get run(): Effect.Effect<unknown, never, Ssh> {
    return Effect.repeat(this.#reporting(Effect.suspend(() => this.syncAll)), POLLS)
  }

  /** Checks whether a source can be reached, and counts its transcripts. */
  test(source: RemoteSource): Effect.Effect<Record<Provider, number | null>, SshFailure, Ssh> {
    const count = Effect.gen(function* () {
      const ssh = yield* Ssh
      const found: Record<Provider, number | null> = { claude: null, codex: null }
      for (const [folder, path] of foldersOf(source)) {
        found[folder] = (yield* ssh.list(source, path))?.length ?? null
      }
      return found
    })
    return withinTime(
      count,
      LONGEST_TEST,
      Effect.suspend(() => Effect.fail(tooSlow())),
    )
  }

  /** Syncs a source; undefined when it is unknown or already syncing. */
  sync(id: string): Effect.Effect<SyncResult | undefined, StorageFailure, Ssh> {
    return Effect.suspend(() => {
      const source = remoteSource(this.parts.db, systemVisibility, id)
      if (source === undefined) return Effect.succeed(undefined)
      const synced = this.parts.serial.holdIfFree({ kind: 'source', name: id }, this.#sync(source))
      return Effect.map(synced, Option.getOrUndefined)
    })
  }

  /** Starts a sync in the background. */
  begin(id: string): void {
    this.parts.fork(this.#reporting(this.sync(id)))
  }

  /** Syncs all enabled sources, one after the other. */
  get syncAll(): Effect.Effect<
    readonly { readonly id: string; readonly ok: boolean; readonly error: string | null }[],
    StorageFailure,
    Ssh
  > {
    return Effect.gen(this, function* () {
      const results = []
      for (const { id, enabled } of remoteSources(this.parts.db, systemVisibility)) {
        const result = enabled ? yield* this.sync(id) : undefined
        if (result !== undefined) results.push({ id, ok: result.ok, error: result.error })
      }
      return results
    })
  }

  /** Runs one sync, shows that it runs, and records its result. */
  #sync(source: StoredSource): Effect.Effect<SyncResult, StorageFailure, Ssh> {
    const { id } = source
    const { db, clock, onChange } = this.parts
    const isThere = (): boolean => remoteSource(db, systemVisibility, id) !== undefined
    const start = Effect.sync(() => {
      this.#set(id, { syncing: true, lastAttemptAt: clock.now() })
      onChange(id)
    })
    const end = Effect.sync(() => this.#set(id, { syncing: false }))
    return Effect.acquireUseRelease(
      start,
      () => this.#transfer(source),
      () => end,
    ).pipe(
      Effect.tap((result) => {
        const changed = result.imported > 0 || source.ok !== result.ok || source.error !== result.error
        return changed && isThere() ? this.#remember(id, result) : Effect.void
      }),
      Effect.ensuring(Effect.sync(() => isThere() && onChange(id))),
    )
  }

  #transfer(source: RemoteSource): Effect.Effect<SyncResult, never, Ssh> {
    const result = { ok: true, error: null as string | null, files: 0, bytes: 0, imported: 0, skipped: 0, errors: 0 }
    const fetch = Effect.gen(this, function* () {
      const ssh = yield* Ssh
      for (const [folder, path] of foldersOf(source)) {
        const files = yield* ssh.list(source, path)
        const { folders } = this.live(source.id)
        this.#set(source.id, { folders: { ...folders, [folder]: files === null ? 'missing' : 'found' } })
        if (files !== null) result.bytes += yield* this.#fetch(source, folder, path, files)
      }
    })
    return withinTime(
      fetch,
      LONGEST_FETCH,
      Effect.suspend(() => Effect.fail(tooSlow())),
    ).pipe(
      Effect.andThen(this.#ingest(source, result)),
      Effect.catchAll((failure) => Effect.succeed(failure.message)),
      // A local file could not be written or read.
      Effect.catchAllDefect((error) => Effect.succeed(String(error))),
      Effect.map((error) => (typeof error === 'string' ? { ...result, ok: false, error } : result)),
    )
  }

  /** Fetches missing bytes and returns their number. */
  #fetch(
    source: RemoteSource,
    folder: Provider,
    path: string,
    files: readonly RemoteFile[],
  ): Effect.Effect<number, SshFailure, Ssh> {
    const { mirror } = this.parts
    return Effect.gen(function* () {
      const ssh = yield* Ssh
      let fetched = 0
      const wanted = files.slice(0, MOST_FILES)
      for (const batch of partsToFetch(wanted, (name) => mirror.held(source.id, folder, name))) {
        const bytes = yield* ssh.fetch(source, path, batch)
        // The files changed while they were read: the next sync fetches them.
        if (bytes === null) continue
        const replaced = new Set<string>()
        for (const [i, part] of batch.entries()) {
          const chunk = bytes[i]
          if (chunk === undefined || replaced.has(part.path)) continue
          if (mirror.write(source.id, folder, part, chunk)) fetched += chunk.length
          else replaced.add(part.path)
        }
      }
      return fetched
    })
  }

  /** Ingests the fetched files under the source's id, whatever their lines say. */
  #ingest(source: RemoteSource, result: Taken): Effect.Effect<void> {
    const { parser, cursors, mirror } = this.parts
    return Effect.gen(this, function* () {
      const stamps = yield* Effect.promise(async () => cursors.stamps())
      const files = yield* Effect.promise(() => parser.list(mirror.roots(source.id)))
      for (const file of files) {
        if (isUnchanged(file, stamps.get(file.path))) continue
        const reading = Effect.tryPromise({
          try: () => this.#read(file, { quiet: true, final: true, source: source.id }),
          catch: (error) => (error instanceof Error ? error.message : String(error)),
        })
        // Its slices are commits: an interruption waits for the end of the file.
        const read = yield* Effect.either(Effect.uninterruptible(reading))
        if (read._tag === 'Right') {
          result.files += 1
          result.imported += read.right.facts
          result.skipped += read.right.skipped
        } else {
          result.errors += 1
          result.ok = false
          result.error ??= `${file.path} was not read: ${read.left}`
        }
      }
    })
  }

  #remember(id: string, { ok, error, ...counts }: SyncResult): Effect.Effect<void, StorageFailure> {
    const { committer, clock } = this.parts
    return commit(committer, (tx) => {
      const data = { source: id, ok, error, counts }
      tx.append(sourceStream(id), { type: 'source-synced', data, occurredAt: clock.now(), ...SYSTEM })
    })
  }

  #set(id: string, change: Partial<Live>): void {
    this.#live.set(id, { ...this.live(id), ...change })
  }
}

const isUnchanged = (
  file: { readonly size: number; readonly mtimeMs: number; readonly inode: number },
  known: FileStamp | undefined,
): boolean =>
  known !== undefined && known.size === file.size && known.mtimeMs === file.mtimeMs && known.inode === file.inode
