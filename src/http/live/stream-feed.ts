import type { Audience, Listener } from './audience.js'
import type { Unnumbered } from './replay.js'

/** The receiving end of streams, which may be slower than the jobs. */
export interface StreamClient {
  /** Whether a message can be sent without piling up. */
  readonly isReady: () => boolean
  /** Calls back once a message can be sent again; never if the client is gone. */
  readonly onceReady: (work: () => void) => void
  readonly send: (message: Unnumbered) => void
}

interface StreamLimits {
  /** Characters that are kept of each job. */
  readonly kept: number
  /** Seconds that a client may hold up a job before it has read anything. */
  readonly patience: number
  /** Characters per second. A client that reads faster may hold up a job for longer. */
  readonly rate: number
}

const LIMITS: StreamLimits = { kept: 256 * 1024, patience: 1, rate: 1024 * 1024 }
/** What a message costs besides its text, in characters, so that many short ones are limited too. */
const MESSAGE_COST = 64

interface Joined {
  readonly listener: Listener
  readonly client: StreamClient
  readonly following: Set<Follower>
}

/**
 * The messages of jobs that run, in order, to every client that may see them. A job that writes faster than its clients read is
 * asked to wait, so they miss nothing. A client that reads too slowly stops holding up the job, and misses what is no longer kept.
 */
export class StreamFeed {
  readonly #jobs = new Map<string, Job>()
  readonly #clients = new Set<Joined>()

  constructor(
    /** Returns seconds. */
    private readonly monotonic: () => number,
    private readonly limits: StreamLimits = LIMITS,
  ) {}

  /** Sends a client what is kept of the running jobs, then everything that follows. Returns how to stop. */
  join(listener: Listener, client: StreamClient): () => void {
    const joined: Joined = { listener, client, following: new Set() }
    this.#clients.add(joined)
    for (const job of this.#jobs.values()) follow(joined, job)
    return () => {
      this.#clients.delete(joined)
      for (const follower of joined.following) follower.stop()
    }
  }

  open(id: string, audience: Audience): void {
    if (this.#jobs.has(id)) throw new Error(`the job ${id} is already open`)
    const job = new Job(audience, this.limits, this.monotonic)
    this.#jobs.set(id, job)
    for (const joined of this.#clients) follow(joined, job)
  }

  isOpen(id: string): boolean {
    return this.#jobs.has(id)
  }

  append(id: string, message: Unnumbered): void {
    this.#open(id).append(message)
  }

  /** Waits until the job may write again; undefined if it may write now. */
  whenReady(id: string): Promise<void> | undefined {
    return this.#open(id).whenReady()
  }

  /** Ends a job. Clients that are behind still get what is kept. */
  close(id: string): void {
    this.#open(id).end()
    this.#jobs.delete(id)
  }

  #open(id: string): Job {
    const job = this.#jobs.get(id)
    if (job === undefined) throw new Error(`the job ${id} is not open`)
    return job
  }
}

const follow = ({ listener, client, following }: Joined, job: Job): void => {
  if (!job.audience(listener)) return
  const follower = new Follower(client, job, () => following.delete(follower))
  following.add(follower)
  job.followers.add(follower)
  follower.pump()
}

const costOf = (message: Unnumbered): number => message.length + MESSAGE_COST

class Job {
  readonly followers = new Set<Follower>()
  readonly #messages = new Map<number, Unnumbered>()
  /** Characters that were written in total, and those that are kept. */
  #written = 0
  #size = 0
  #last = 0
  #isEnded = false
  /** What waits for the clients, since when. */
  #hold: { readonly done: Promise<void>; readonly release: () => void; timer: NodeJS.Timeout; since: number } | null =
    null

  constructor(
    readonly audience: Audience,
    private readonly limits: StreamLimits,
    private readonly monotonic: () => number,
  ) {}

  append(message: Unnumbered): void {
    this.#last += 1
    this.#messages.set(this.#last, message)
    this.#size += costOf(message)
    this.#written += costOf(message)
    for (const [seq, oldest] of this.#messages) {
      if (this.#size <= this.limits.kept) break
      this.#messages.delete(seq)
      this.#size -= costOf(oldest)
    }
    for (const follower of this.followers) follower.pump()
  }

  end(): void {
    this.#isEnded = true
    for (const follower of this.followers) follower.pump()
    this.#release()
  }

  /**
   * Returns the message after number `seq`, or the oldest that is kept; null if it has not been written yet. `skippedTo` is the
   * position of the message if others before it are no longer kept.
   */
  after(seq: number): { readonly seq: number; readonly message: Unnumbered; readonly skippedTo: number | null } | null {
    const first = this.#last - this.#messages.size + 1
    const next = Math.max(seq + 1, first)
    const message = this.#messages.get(next)
    if (message === undefined) return null
    return { seq: next, message, skippedTo: next > seq + 1 ? this.#written - this.#size : null }
  }

  isOver(seq: number): boolean {
    return this.#isEnded && seq >= this.#last
  }

  whenReady(): Promise<void> | undefined {
    if (this.#hold !== null) return this.#hold.done
    const wait = this.#waitFor()
    if (wait === null) return undefined
    let release = (): void => undefined
    const done = new Promise<void>((resolve) => (release = resolve))
    const timer = setTimeout(() => this.check(), wait * 1000)
    this.#hold = { done, release, timer, since: this.monotonic() }
    return done
  }

  /** Ends the wait if no client holds it up any longer. */
  check(): void {
    const hold = this.#hold
    if (hold === null) return
    const now = this.monotonic()
    for (const follower of this.followers) if (this.#isBehind(follower)) follower.held += now - hold.since
    hold.since = now
    const wait = this.#waitFor()
    if (wait === null) return this.#release()
    clearTimeout(hold.timer)
    hold.timer = setTimeout(() => this.check(), wait * 1000)
    return undefined
  }

  #release(): void {
    if (this.#hold === null) return
    clearTimeout(this.#hold.timer)
    this.#hold.release()
    this.#hold = null
  }

  #isBehind({ position }: Follower): boolean {
    return this.#written - position > this.limits.kept / 2
  }

  /** Returns for how many seconds the clients may hold up the job; null if none does. */
  #waitFor(): number | null {
    const { patience, rate } = this.limits
    const waits = [...this.followers].flatMap((follower) => {
      const left = patience + follower.position / rate - follower.held
      return this.#isBehind(follower) && left > 0 ? [left] : []
    })
    return waits.length === 0 ? null : Math.max(...waits)
  }
}

class Follower {
  /** Characters of the job up to the last message that was sent. */
  position = 0
  /** Seconds for which the job waited while this client was behind. */
  held = 0
  #seq = 0
  #isWaiting = false
  #isStopped = false

  constructor(
    private readonly client: StreamClient,
    private readonly job: Job,
    private readonly onStop: () => void,
  ) {}

  /** Sends everything that the client is ready for. */
  pump(): void {
    while (!this.#isWaiting && !this.#isStopped) {
      const next = this.job.after(this.#seq)
      if (next === null) {
        if (this.job.isOver(this.#seq)) this.stop()
        return
      }
      if (!this.client.isReady()) return this.#wait()
      this.#seq = next.seq
      this.position = (next.skippedTo ?? this.position) + costOf(next.message)
      this.client.send(next.message)
    }
  }

  stop(): void {
    this.#isStopped = true
    this.job.followers.delete(this)
    this.onStop()
    this.job.check()
  }

  #wait(): void {
    this.#isWaiting = true
    this.client.onceReady(() => {
      this.#isWaiting = false
      this.pump()
      this.job.check()
    })
  }
}
