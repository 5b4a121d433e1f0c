import { Worker } from 'node:worker_threads'
import type {
  ConversationPage,
  ImageAnswer,
  ImageQuery,
  PageQuery,
  ReadJob,
  Slice,
  TranscriptFile,
  TranscriptParser,
  TranscriptRoots,
} from '../../commands/ports/transcripts.js'
import type { FromWorker, ToWorker } from './parse-messages.js'

/** From source (a test, the development server) the worker is TypeScript, which a thread of Node 20 cannot load. */
const ENTRY = import.meta.url.endsWith('.ts') ? './parse-worker.dev.mjs' : './parse-worker.js'

// Nearly all it allocates lives for one line: a small nursery costs no time and keeps the process small.
const MEMORY = { maxYoungGenerationSizeMb: 8 }

/** What was answered to one question, in order, and who waits for the next answer. */
class Answers {
  private readonly arrived: FromWorker[] = []
  private wake: (() => void) | null = null
  private broken: Error | null = null

  push(answer: FromWorker): void {
    this.arrived.push(answer)
    this.wake?.()
  }

  fail(error: Error): void {
    this.broken = error
    this.wake?.()
  }

  async next(): Promise<FromWorker> {
    for (;;) {
      const answer = this.arrived.shift()
      if (answer?.kind === 'failed') throw new Error(answer.message)
      if (answer !== undefined) return answer
      if (this.broken !== null) throw this.broken
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }
}

const unexpected = (answer: FromWorker): never => {
  throw new Error(`the transcript parser answered ${answer.kind}`)
}

/**
 * Starts the thread that reads transcripts. Several files may be read at a time; one thread serves them in turn.
 * @param archive the folder of the archived copies, for conversations whose transcript is gone
 */
export function openParser(archive: string | null = null): TranscriptParser {
  const worker = new Worker(new URL(ENTRY, import.meta.url), { workerData: archive, resourceLimits: MEMORY })
  const questions = new Map<number, Answers>()
  let asked = 0
  let gone: Error | null = null

  const fail = (error: Error): void => {
    gone = error
    for (const answers of questions.values()) answers.fail(error)
  }
  worker.on('message', (answer: FromWorker) => questions.get(answer.id)?.push(answer))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the transcript parser has ended')))

  const tell = (message: ToWorker): void => worker.postMessage(message)
  const ask = (question: (id: number) => ToWorker): { readonly id: number; readonly answers: Answers } => {
    const id = ++asked
    const answers = new Answers()
    if (gone !== null) answers.fail(gone)
    questions.set(id, answers)
    tell(question(id))
    return { id, answers }
  }

  async function* read(job: ReadJob): AsyncGenerator<Slice> {
    const { id, answers } = ask((id) => ({ kind: 'read', id, job }))
    let over = false
    try {
      while (!over) {
        const answer = await answers.next()
        over = answer.kind !== 'slice' || answer.last
        if (answer.kind === 'slice') yield answer.slice
        if (!over) tell({ kind: 'taken', id })
      }
    } finally {
      questions.delete(id)
      if (!over) tell({ kind: 'stop', id })
    }
  }

  const one = async (question: (id: number) => ToWorker): Promise<FromWorker> => {
    const { id, answers } = ask(question)
    return answers.next().finally(() => questions.delete(id))
  }

  async function list(roots: TranscriptRoots): Promise<readonly TranscriptFile[]> {
    const answer = await one((id) => ({ kind: 'list', id, roots }))
    return answer.kind === 'listed' ? answer.files : unexpected(answer)
  }

  async function page(query: PageQuery): Promise<ConversationPage> {
    const answer = await one((id) => ({ kind: 'page', id, query }))
    return answer.kind === 'page' ? answer.page : unexpected(answer)
  }

  async function image(query: ImageQuery): Promise<ImageAnswer> {
    const answer = await one((id) => ({ kind: 'image', id, query }))
    return answer.kind === 'image' ? answer.image : unexpected(answer)
  }

  return { list, read, page, image, close: async () => void (await worker.terminate()) }
}
