import { type ResourceLimits, Worker } from 'node:worker_threads'
import { Answers } from './answers.js'
import { entryOf } from './program.js'
import type { Answer, Args, FromThread, Item, Protocol, ThreadData, ToThread } from './protocol.js'

/** Milliseconds. */
interface Pauses {
  /** Before the first restart; each further restart waits twice as long. */
  readonly first: number
  readonly longest: number
  /** An outage is over when a restarted thread has run for this long. */
  readonly steady: number
}

const PAUSES: Pauses = { first: 1000, longest: 60_000, steady: 60_000 }

export interface ThreadParts<P extends Protocol> {
  /** How error messages call the thread, such as `the search thread`. */
  readonly name: string
  readonly program: URL
  readonly memory: ResourceLimits
  /** Returns what the thread starts with, for each start. */
  readonly data?: () => unknown
  /**
   * What happens to the questions of a thread that crashed. `fail`: all fail, and so do those asked until it is restarted.
   * `repeat`: only the question that crashed the thread fails; the others are asked again.
   */
  readonly whenCrashed: 'fail' | 'repeat'
  /** Reports an outage, once. */
  readonly complain: (line: string) => void
  readonly onReport?: (report: P['reports']) => void
  /** Returns the error of a question that a crash leaves without an answer. */
  readonly refusal?: (message: string) => unknown
  /** Stops the thread after this many milliseconds without questions. The next question starts it again. */
  readonly idleMs?: number
  readonly pauses?: Pauses
}

interface Question {
  /** Of a stream, it covers only the items that have not arrived yet. */
  message: Extract<ToThread, { readonly kind: 'ask' }>
  readonly answers: Answers
  readonly rest: ((args: readonly unknown[], item: unknown) => readonly unknown[]) | null
}

/**
 * A worker thread: starts with the first message, answers questions, and is restarted when it crashes, after a pause that grows
 * while it keeps crashing.
 */
export class Thread<P extends Protocol> {
  readonly #questions = new Map<number, Question>()
  readonly #at = new Int32Array(new SharedArrayBuffer(4))
  readonly #pauses: Pauses
  #state: 'stopped' | 'starting' | 'running' | 'crashed' | 'closed' = 'stopped'
  #worker: Worker | null = null
  #asked = 0
  #crashes = 0
  #restart: NodeJS.Timeout | undefined
  #steady: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(private readonly parts: ThreadParts<P>) {
    this.#pauses = parts.pauses ?? PAUSES
  }

  /** Starts the thread, unless it runs or waits for its restart. */
  start(): void {
    if (this.#state !== 'stopped') return
    this.#state = 'starting'
    this.#launch().catch((error: unknown) => this.#crashed(reasonOf(error)))
  }

  /** Sends a message without an answer. One that arrives while the thread does not run is dropped, but starts it. */
  tell(news: P['news']): void {
    this.start()
    this.#post({ kind: 'news', news })
  }

  async ask<K extends keyof P['asks'] & string>(name: K, ...args: Args<P['asks'][K]>): Promise<Answer<P['asks'][K]>> {
    const { id, answers } = this.#ask(name, args, null)
    try {
      return (await answers.next())?.value as Answer<P['asks'][K]>
    } finally {
      this.#forget(id)
    }
  }

  /**
   * Asks for a stream. The thread makes few items in advance, so a slow consumer slows it down.
   * @param rest returns the arguments for what follows an item, to ask again after a crash; without it, a crash ends the stream
   */
  async *stream<K extends keyof P['streams'] & string>(
    name: K,
    args: Args<P['streams'][K]>,
    rest: ((args: Args<P['streams'][K]>, item: Item<P['streams'][K]>) => Args<P['streams'][K]>) | null = null,
  ): AsyncGenerator<Item<P['streams'][K]>, void, undefined> {
    const { id, answers } = this.#ask(name, args, rest as Question['rest'])
    let over = false
    try {
      while (!over) {
        const item = await answers.next()
        over = item === null || item.last
        if (item !== null) yield item.value as Item<P['streams'][K]>
        if (!over) this.#post({ kind: 'more', id })
      }
    } finally {
      this.#forget(id)
      if (!over) this.#post({ kind: 'stop', id })
    }
  }

  /** Stops the thread. Questions without an answer fail. */
  async close(): Promise<void> {
    this.#state = 'closed'
    for (const timer of [this.#restart, this.#steady, this.#idle]) clearTimeout(timer)
    await this.#worker?.terminate()
    this.#failAll(new Error(`${this.parts.name} stopped`))
  }

  #ask(name: string, args: readonly unknown[], rest: Question['rest']): { id: number; answers: Answers } {
    const id = ++this.#asked
    const answers = new Answers()
    const { name: own, whenCrashed } = this.parts
    if (this.#state === 'closed') answers.fail(new Error(`${own} is closed`))
    else if (this.#state === 'crashed' && whenCrashed === 'fail') answers.fail(this.#refusal(`${own} stopped`))
    else {
      const message = { kind: 'ask', id, name, args } as const
      this.#questions.set(id, { message, answers, rest })
      clearTimeout(this.#idle)
      this.start()
      this.#post(message)
    }
    return { id, answers }
  }

  #post(message: ToThread): void {
    if (this.#state === 'running') this.#worker?.postMessage(message)
  }

  #forget(id: number): void {
    const { idleMs } = this.parts
    if (!this.#questions.delete(id) || this.#questions.size > 0 || idleMs === undefined) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#rest(), idleMs).unref()
  }

  #rest(): void {
    if (this.#state !== 'running') return
    const worker = this.#worker
    this.#worker = null
    this.#state = 'stopped'
    void worker?.terminate()
  }

  async #launch(): Promise<void> {
    const workerData: ThreadData = { data: await this.parts.data?.(), at: this.#at }
    if (this.#state !== 'starting') return
    const { program, memory: resourceLimits } = this.parts
    const worker = new Worker(entryOf(program), { workerData, resourceLimits, argv: [program.href] })
    worker.unref()
    let reason = 'no reason given'
    worker.on('error', (error) => {
      reason = error.message
    })
    worker.on('exit', () => {
      if (worker === this.#worker) this.#crashed(reason)
    })
    worker.on('message', (message: FromThread) => this.#hear(message))
    this.#worker = worker
    this.#state = 'running'
    clearTimeout(this.#steady)
    this.#steady = setTimeout(() => {
      this.#crashes = 0
    }, this.#pauses.steady).unref()
    for (const { message } of this.#questions.values()) worker.postMessage(message)
  }

  #hear(message: FromThread): void {
    if (message.kind === 'report') return this.parts.onReport?.(message.report)
    const question = this.#questions.get(message.id)
    if (question === undefined) return undefined
    // A complete answer must not be asked for again, even while nobody has read it yet.
    if (message.kind !== 'item' || message.last) this.#forget(message.id)
    else if (question.rest !== null) {
      question.message = { ...question.message, args: question.rest(question.message.args, message.value) }
    }
    question.answers.push(message)
    return undefined
  }

  #crashed(reason: string): void {
    if (this.#state === 'closed') return
    this.#worker = null
    clearTimeout(this.#steady)
    const { name, whenCrashed, complain } = this.parts
    const message = `${name} stopped: ${reason}`
    const guilty = Atomics.exchange(this.#at, 0, 0)
    const question = this.#questions.get(guilty)
    if (whenCrashed === 'repeat' && question !== undefined) {
      question.answers.fail(this.#refusal(message))
      this.#questions.delete(guilty)
      this.#state = 'stopped'
      return this.start()
    }
    // Without a question to blame, repeating them all could crash the thread forever.
    this.#failAll(this.#refusal(message))
    this.#state = 'crashed'
    if (this.#crashes === 0) complain(`${name} stopped and is restarted: ${reason}`)
    const pause = Math.min(this.#pauses.first * 2 ** this.#crashes, this.#pauses.longest)
    this.#crashes += 1
    this.#restart = setTimeout(() => {
      this.#state = 'stopped'
      this.start()
    }, pause).unref()
    return undefined
  }

  #refusal(message: string): unknown {
    return this.parts.refusal?.(message) ?? new Error(message)
  }

  #failAll(reason: unknown): void {
    for (const { answers } of this.#questions.values()) answers.fail(reason)
    this.#questions.clear()
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
