import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { partsToFetch, type RemoteFile } from '../../domain/remote/listing.js'
import { type RemoteSource, SshFailure } from '../../domain/remote/source.js'
import type { Provider } from '../../domain/tools/catalog.js'
import { sourceStream } from '../../events/streams.js'
import { remoteSource, remoteSources } from '../../projections/queries/remote-sources.js'
import type { Reader } from '../../projections/sql.js'
import { readTranscript, type TranscriptParts } from '../ingest/transcript.js'
import type { Clock } from '../ports/clock.js'
import type { MirrorPort } from '../ports/mirror.js'
import type { SshPort } from '../ports/ssh.js'
import type { FileStamp } from '../ports/cursors.js'

export interface RemoteParts extends TranscriptParts {
  readonly clock: Clock
  readonly db: Reader
  readonly ssh: SshPort
  readonly mirror: MirrorPort
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

export interface SyncResult {
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

const TEST_MS = 15_000
const SYNC_MS = 600_000
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
  readonly #stopping = new AbortController()
  #running: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: RemoteParts) {
    this.#read = readTranscript(parts)
  }

  live(id: string): Live {
    return this.#live.get(id) ?? NOBODY
  }

  /** Aborts the running sync and waits for it. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running.catch(() => undefined)
  }

  /** Checks whether a source can be reached, and counts its transcripts. */
  async test(source: RemoteSource): Promise<Record<Provider, number | null> | SshFailure> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(TEST_MS)])
    const found = { claude: null, codex: null } as Record<Provider, number | null>
    try {
      for (const [folder, path] of foldersOf(source)) {
        found[folder] = (await this.parts.ssh.list(source, path, signal))?.length ?? null
      }
      return found
    } catch (error) {
      if (error instanceof SshFailure) return error
      throw error
    }
  }

  /** Syncs a source; undefined when it is unknown or already syncing. */
  async sync(id: string): Promise<SyncResult | undefined> {
    const source = remoteSource(this.parts.db, systemVisibility, id)
    if (source === undefined || this.live(id).syncing) return undefined
    this.#set(id, { syncing: true, lastAttemptAt: this.parts.clock.now() })
    this.parts.onChange(id)
    const work = this.#sync(source)
    this.#running = Promise.allSettled([this.#running, work])
    const result = await work.finally(() => this.#set(id, { syncing: false }))
    const changed = result.imported > 0 || source.ok !== result.ok || source.error !== result.error
    const isThere = remoteSource(this.parts.db, systemVisibility, id) !== undefined
    if (changed && isThere) await this.#remember(id, result)
    if (isThere) this.parts.onChange(id)
    return result
  }

  /** Starts a sync in the background. */
  begin(id: string): void {
    this.sync(id).catch((error: unknown) => this.parts.onError(error))
  }

  /** Syncs all enabled sources, one after the other. */
  async syncAll(): Promise<readonly { readonly id: string; readonly ok: boolean; readonly error: string | null }[]> {
    const results = []
    for (const { id, enabled } of remoteSources(this.parts.db, systemVisibility)) {
      if (!enabled || this.#stopping.signal.aborted) continue
      const result = await this.sync(id)
      if (result !== undefined) results.push({ id, ok: result.ok, error: result.error })
    }
    return results
  }

  async #sync(source: RemoteSource): Promise<SyncResult> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(SYNC_MS)])
    const result = { ok: true, error: null as string | null, files: 0, bytes: 0, imported: 0, skipped: 0, errors: 0 }
    try {
      for (const [folder, path] of foldersOf(source)) {
        const files = await this.parts.ssh.list(source, path, signal)
        const { folders } = this.live(source.id)
        this.#set(source.id, { folders: { ...folders, [folder]: files === null ? 'missing' : 'found' } })
        if (files !== null) result.bytes += await this.#fetch(source, folder, path, files, signal)
      }
      await this.#take(source, result)
    } catch (error) {
      result.ok = false
      result.error = error instanceof SshFailure ? error.message : String(error)
    }
    return result
  }

  /** Fetches missing bytes and returns their number. */
  async #fetch(
    source: RemoteSource,
    folder: Provider,
    path: string,
    files: readonly RemoteFile[],
    signal: AbortSignal,
  ): Promise<number> {
    const { mirror, ssh } = this.parts
    let fetched = 0
    const wanted = files.slice(0, MOST_FILES)
    for (const batch of partsToFetch(wanted, (name) => mirror.held(source.id, folder, name))) {
      const bytes = await ssh.fetch(source, path, batch, signal)
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
  }

  /** Ingests the fetched files under the source's id, whatever their lines say. */
  async #take(source: RemoteSource, result: Taken) {
    const { parser, cursors, mirror } = this.parts
    const stamps = await cursors.stamps()
    for (const file of await parser.list(mirror.roots(source.id))) {
      if (isUnchanged(file, stamps.get(file.path)) || this.#stopping.signal.aborted) continue
      try {
        const report = await this.#read(file, { quiet: true, final: true, source: source.id })
        result.files += 1
        result.imported += report.facts
        result.skipped += report.skipped
      } catch (error) {
        result.errors += 1
        result.ok = false
        result.error ??= `${file.path} was not read: ${error instanceof Error ? error.message : String(error)}`
      }
    }
  }

  async #remember(id: string, { ok, error, ...counts }: SyncResult): Promise<void> {
    const { committer, clock } = this.parts
    await committer.submit((tx) => {
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
