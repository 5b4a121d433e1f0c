import { Worker } from 'node:worker_threads'
import { Answers } from './answers.js'
import type { FromWorker, ToWorker } from './parse-messages.js'

/** From source (a test, the development server) the worker is TypeScript, which a thread of Node 20 cannot load. */
export const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './parse-worker.dev.mjs' : './parse-worker.js',
  import.meta.url,
)

// Nearly all it allocates lives for one line: a small nursery costs no time and keeps the process small.
const MEMORY = { maxYoungGenerationSizeMb: 8 }

interface Question {
  /** What to ask a new thread: of a file, what the last one has not told yet. */
  message: ToWorker
  readonly answers: Answers
}

/**
 * The thread of the parse worker. A file can be its end, however careful it is: of too little memory, or a fault in what
 * it runs on. Then the question it was at fails, and a new thread is asked the others.
 */
export class ParseThread {
  readonly #questions = new Map<number, Question>()
  /** The question that the worker is at; 0 between two. Shared, since a thread that ends says nothing more. */
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

  /** Nobody waits for more answers to a question. */
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
    let reason = 'the transcript parser has ended'
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
    // A thread that ended at no question would end again: asking it all anew would never stop.
    const innocent = this.#questions.has(guilty) && !this.#closed
    for (const [id, { message, answers }] of this.#questions) {
      if (id === guilty || !innocent) answers.fail(reason)
      else if (!answers.complete) this.tell(message)
    }
  }
}
