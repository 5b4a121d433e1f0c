import type { Subscription } from 'rxjs'
import { textOf } from '../../domain/session/payload.js'
import { stampOf } from '../../domain/transcript/stamp.js'
import type { CursorStore, KnownFile } from '../ports/cursors.js'
import type { TranscriptFile } from '../ports/transcripts.js'
import { ForeignSession } from '../ingest/owners.js'
import { readTranscript, type TranscriptParts } from '../ingest/transcript.js'

interface FollowParts extends TranscriptParts {
  readonly cursors: CursorStore
  /** Returns the transcript that a path names, if it is under the configured roots. */
  readonly transcriptAt: (path: string) => TranscriptFile | null
  readonly onError: (error: unknown, path: string) => void
}

// Longer than any pause within one write of a line.
const UNFINISHED_MS = 3000

/**
 * Reads transcripts as they grow. Changes are reported by the file system, by listings, and by hooks, which name their
 * transcript at once. Each file is read once at a time; later changes are read afterwards.
 */
export class TranscriptFollower {
  readonly #busy = new Map<string, { again: TranscriptFile | null }>()
  readonly #stamps = new Map<string, string>()
  readonly #read: ReturnType<typeof readTranscript>
  readonly #subscription: Subscription
  readonly #unfinished = new Map<string, NodeJS.Timeout>()
  #idle: (() => void)[] = []

  constructor(private readonly parts: FollowParts) {
    this.#read = readTranscript(parts)
    this.#subscription = parts.committer.committed.subscribe(({ events }) => {
      const paths = new Set<string>()
      for (const event of events) {
        if (event.type !== 'hook-received') continue
        for (const key of ['transcript_path', 'agent_transcript_path']) {
          const path = textOf(event.data.payload, key)
          if (path !== null) paths.add(path)
        }
      }
      for (const path of paths) this.#lookSoon(path)
    })
  }

  /** Whether a file is unchanged since it was last read, or was erased since. */
  isKnown(file: TranscriptFile): boolean {
    if (this.parts.erased.isErased(file)) return true
    const stamp = stampOf(file)
    if (this.#stamps.get(file.path) === stamp) return true
    const known = this.#cursorOf(file)
    if (known === undefined || stampOf(known) !== stamp) return false
    this.#stamps.set(file.path, stamp)
    return true
  }

  /** If the cursor cannot be read, the file is read again, which reports the error. */
  #cursorOf({ path }: TranscriptFile): KnownFile | undefined {
    try {
      return this.parts.cursors.load(path)
    } catch {
      return undefined
    }
  }

  changed(file: TranscriptFile): void {
    const busy = this.#busy.get(file.path)
    if (busy !== undefined) busy.again = file
    else void this.#follow(file)
  }

  /** Resolves when all changes reported so far have been read. */
  idle(): Promise<void> {
    if (this.#busy.size === 0 && this.#looking.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  async close(): Promise<void> {
    this.#subscription.unsubscribe()
    for (const timer of this.#unfinished.values()) clearTimeout(timer)
    await this.idle()
  }

  readonly #looking = new Set<string>()

  // Hooks come in bursts and must not wait: the file is checked after the burst is answered.
  #lookSoon(path: string): void {
    if (this.#looking.has(path)) return
    this.#looking.add(path)
    setTimeout(() => {
      this.#looking.delete(path)
      try {
        const file = this.parts.transcriptAt(path)
        if (file !== null && !this.isKnown(file)) this.changed(file)
      } catch (error) {
        this.parts.onError(error, path)
      }
      this.#settle()
    }, 20)
  }

  async #follow(file: TranscriptFile, final = false): Promise<void> {
    const state: { again: TranscriptFile | null } = { again: null }
    this.#busy.set(file.path, state)
    try {
      for (let next: TranscriptFile | null = file; next !== null; next = state.again) {
        const ends = final && next === file
        state.again = null
        await this.#read(next, { quiet: false, final: ends })
        this.#stamps.set(next.path, stampOf(next))
        if (!ends) this.#finishLater(next)
      }
    } catch (error) {
      // Report the error once, and again only after the file changes.
      if (error instanceof ForeignSession) this.#stamps.set(file.path, stampOf(file))
      this.parts.onError(error, file.path)
    } finally {
      this.#busy.delete(file.path)
      this.#settle()
    }
  }

  /** Reads a complete last line without a newline when the file has not been written for a while. */
  #finishLater(file: TranscriptFile): void {
    clearTimeout(this.#unfinished.get(file.path))
    this.#unfinished.delete(file.path)
    if ((this.parts.cursors.load(file.path)?.cursor.offset ?? file.size) >= file.size) return
    const timer = setTimeout(() => {
      this.#unfinished.delete(file.path)
      const isAsRead = this.#stamps.get(file.path) === stampOf(file)
      if (isAsRead && !this.#busy.has(file.path)) void this.#follow(file, true)
    }, UNFINISHED_MS)
    timer.unref()
    this.#unfinished.set(file.path, timer)
  }

  #settle(): void {
    if (this.#busy.size > 0 || this.#looking.size > 0) return
    for (const resolve of this.#idle.splice(0)) resolve()
  }
}
