import type { Visibility } from '../../domain/access/visibility.js'
import type { Audience } from './audience.js'

/** One step of a job's output. `seq` counts from 1 for each job. */
export type StreamItem<R> =
  | { readonly kind: 'chunk'; readonly seq: number; readonly text: string }
  /** Items `from` to `seq` are no longer available. */
  | { readonly kind: 'gap'; readonly seq: number; readonly from: number }
  | { readonly kind: 'end'; readonly seq: number; readonly result: R }

/** The receiving end of a stream, which may be slower than the job. */
export interface StreamClient<R> {
  /** Whether an item can be sent without piling up. */
  readonly isReady: () => boolean
  /** Calls back once an item can be sent again; never if the client is gone. */
  readonly onceReady: (work: () => void) => void
  readonly send: (item: StreamItem<R>) => void
}

interface StreamLimits {
  /** Characters that are kept of each job. */
  readonly kept: number
  /** Characters of one chunk. Longer output is split. */
  readonly chunk: number
  /** Jobs that are kept after their end. */
  readonly ended: number
}

const LIMITS: StreamLimits = { kept: 256 * 1024, chunk: 16 * 1024, ended: 16 }
/** What a chunk costs besides its text, in characters, so that many empty chunks are limited too. */
const CHUNK_COST = 64

/**
 * The output of jobs, in order and without loss: a client that is slow, or comes late, gets everything that is kept, and an explicit
 * gap in place of what is not.
 */
export class StreamFeed<R> {
  readonly #jobs = new Map<string, Job<R>>()
  /** In the order of their end. */
  readonly #ended: string[] = []

  constructor(private readonly limits: StreamLimits = LIMITS) {}

  open(id: string, audience: Audience): void {
    if (this.#jobs.has(id)) throw new Error(`the job ${id} is already open`)
    this.#jobs.set(id, new Job(audience, this.limits.kept))
  }

  append(id: string, text: string): void {
    const job = this.#open(id)
    for (const chunk of chunksOf(text, this.limits.chunk)) job.append(chunk)
    job.pump()
  }

  /** Ends a job with its result. Its output stays available until enough other jobs have ended. */
  close(id: string, result: R): void {
    const job = this.#open(id)
    job.end(result)
    job.pump()
    this.#ended.push(id)
    while (this.#ended.length > this.limits.ended) this.#jobs.delete(this.#ended.shift() ?? '')
  }

  /** Returns what is available after item `seq`; undefined if the job is unknown or the reader may not see it. */
  since(id: string, visibility: Visibility, seq: number): readonly StreamItem<R>[] | undefined {
    const job = this.#seen(id, visibility)
    if (job === undefined) return undefined
    const items: StreamItem<R>[] = []
    for (let item = job.after(job.known(seq)); item !== null; item = job.after(item.seq)) items.push(item)
    return items
  }

  /**
   * Sends a client everything after item `seq`, then what follows. Returns how to stop; undefined if the job is unknown or the reader
   * may not see it.
   */
  follow(id: string, visibility: Visibility, client: StreamClient<R>, seq = 0): (() => void) | undefined {
    return this.#seen(id, visibility)?.follow(client, seq)
  }

  #seen(id: string, visibility: Visibility): Job<R> | undefined {
    const job = this.#jobs.get(id)
    return job?.audience(visibility) === true ? job : undefined
  }

  #open(id: string): Job<R> {
    const job = this.#jobs.get(id)
    if (job === undefined || job.isEnded) throw new Error(`the job ${id} is not open`)
    return job
  }
}

class Job<R> {
  readonly #chunks = new Map<number, string>()
  /** For each follower, what sends it everything that it is ready for. */
  readonly #followers = new Set<() => void>()
  #size = 0
  #last = 0
  #end: { readonly result: R } | null = null

  constructor(
    readonly audience: Audience,
    private readonly kept: number,
  ) {}

  get isEnded(): boolean {
    return this.#end !== null
  }

  append(text: string): void {
    this.#last += 1
    this.#chunks.set(this.#last, text)
    this.#size += text.length + CHUNK_COST
    for (const [seq, oldest] of this.#chunks) {
      if (this.#size <= this.kept) break
      this.#chunks.delete(seq)
      this.#size -= oldest.length + CHUNK_COST
    }
  }

  end(result: R): void {
    this.#end = { result }
  }

  /** Returns `seq` if the job has such an item; else 0, the start. */
  known(seq: number): number {
    return Number.isInteger(seq) && seq > 0 && seq <= this.#last + (this.isEnded ? 1 : 0) ? seq : 0
  }

  /** Returns the item after item `seq`; null if it does not exist yet. */
  after(seq: number): StreamItem<R> | null {
    const first = this.#last - this.#chunks.size + 1
    if (seq + 1 < first) return { kind: 'gap', from: seq + 1, seq: first - 1 }
    const text = this.#chunks.get(seq + 1)
    if (text !== undefined) return { kind: 'chunk', seq: seq + 1, text }
    return this.#end !== null && seq === this.#last ? { kind: 'end', seq: seq + 1, result: this.#end.result } : null
  }

  follow(client: StreamClient<R>, after: number): () => void {
    let seq = this.known(after)
    let isWaiting = false
    const pump = (): void => {
      while (!isWaiting && this.#followers.has(pump)) {
        const item = this.after(seq)
        if (item === null) return
        if (client.isReady()) {
          seq = item.seq
          client.send(item)
        } else {
          isWaiting = true
          client.onceReady(() => {
            isWaiting = false
            pump()
          })
        }
      }
    }
    this.#followers.add(pump)
    pump()
    return () => void this.#followers.delete(pump)
  }

  pump(): void {
    for (const pump of this.#followers) pump()
  }
}

/** Splits text into chunks of at most `size` characters, never between the two halves of one. */
const chunksOf = (text: string, size: number): string[] => {
  const chunks: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = start + size
    const isHalved = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
    const next = isHalved ? end - 1 : end
    chunks.push(text.slice(start, next))
    start = next
  }
  return chunks
}
