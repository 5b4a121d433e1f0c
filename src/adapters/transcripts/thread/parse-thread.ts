import { Worker } from 'node:worker_threads'
import { Answers } from './answers.js'
import type { FromWorker, ToWorker } from './messages.js'

/** When run from source (tests, the development server), the worker is TypeScript, which a thread of Node 20 cannot load. */
export const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './parse-worker.dev.mjs' : './parse-worker.js',
  import.meta.url,
)

// Nearly every allocation lives for one line: a small young generation costs no time and keeps memory low.
const MEMORY = { maxYoungGenerationSizeMb: 8 }

interface Question {
  /** The message for a new thread; for a file, it covers only what the last thread did not deliver. */
  message: ToWorker
  readonly answers: Answers
}

/**
 * The thread of the parse worker. A file can crash it: by exhausting its memory, or through a fault in the runtime. Then the
 * request it was working on fails, and a new thread gets the others.
 */
export class ParseThread {
  readonly #questions = new Map<number, Question>()
  /** The request the worker is working on; 0 for none. In shared memory, because a crashed thread sends no message. */
  readonly #at = new Int32Array(new SharedArrayBuffer(4))
  #worker: Worker | null = null
  #asked = 0
  #closed = false

  constructor(
    private readonly program: URL,
    private readonly archive: string | null,
  ) {
    this.#worker = this.#start()
  }

  ask(question: (id: number) => ToWorker): { readonly id: number; readonly answers: Answers } {
    const id = ++this.#asked
    const asked = { message: question(id), answers: new Answers() }
    this.#questions.set(id, asked)
    if (this.#closed) asked.answers.fail(new Error('the transcript parser is closed'))
    else this.tell(asked.message)
    return { id, answers: asked.answers }
  }

  tell(message: ToWorker): void {
    if (this.#closed) return
    this.#worker ??= this.#start()
    this.#worker.postMessage(message)
  }

  /** Drops a request: nothing waits for more answers. */
  forget(id: number): void {
    this.#questions.delete(id)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const workerData = { archive: this.archive, at: this.#at }
    const worker = new Worker(this.program, { workerData, resourceLimits: MEMORY })
    let reason = 'the transcript parser stopped'
    worker.on('message', (answer: FromWorker) => this.#take(answer))
    worker.on('error', (error) => {
      reason = `${reason}: ${error.message}`
    })
    worker.on('exit', () => this.#ended(new Error(reason)))
    return worker
  }

  #take(answer: FromWorker): void {
    const question = this.#questions.get(answer.id)
    if (question === undefined) return
    const { message } = question
    if (answer.kind === 'slice' && message.kind === 'read') {
      question.message = { ...message, job: { ...message.job, cursor: answer.slice.cursor } }
    }
    question.answers.push(answer)
  }

  #ended(reason: Error): void {
    this.#worker = null
    const guilty = Atomics.exchange(this.#at, 0, 0)
    // A thread that crashed outside any request would crash again: retrying all requests would never end.
    const innocent = this.#questions.has(guilty) && !this.#closed
    for (const [id, { message, answers }] of this.#questions) {
      if (id === guilty || !innocent) answers.fail(reason)
      else if (!answers.complete) this.tell(message)
    }
  }
}
