import type { CompanionFact, CompanionFile } from '../../../commands/ports/companions.js'
import type {
  ConversationPage,
  FindAnswer,
  FindQuery,
  ImageAnswer,
  ImageQuery,
  LineAnswer,
  LineQuery,
  PageQuery,
  ReadJob,
  Slice,
  TranscriptFile,
  TranscriptParser,
  TranscriptRoots,
} from '../../../commands/ports/transcripts.js'
import type { FromWorker, ToWorker } from './messages.js'
import { ParseThread, WORKER } from './parse-thread.js'

const unexpected = (answer: FromWorker): never => {
  throw new Error(`the transcript parser answered ${answer.kind}`)
}

/**
 * Opens a parser that reads transcripts on a thread. Several files may be read at a time; the thread serves them in turn.
 * @param archive the folder of archived copies, for conversations whose transcript was deleted
 */
export function openParser(archive: string | null = null, program: URL = WORKER): TranscriptParser {
  const thread = new ParseThread(program, archive)

  async function* read(job: ReadJob): AsyncGenerator<Slice> {
    const { id, answers } = thread.ask((id) => ({ kind: 'read', id, job }))
    let over = false
    try {
      while (!over) {
        const answer = await answers.next()
        over = answer.kind !== 'slice' || answer.last
        if (answer.kind === 'slice') yield answer.slice
        if (!over) thread.tell({ kind: 'taken', id })
      }
    } finally {
      thread.forget(id)
      if (!over) thread.tell({ kind: 'stop', id })
    }
  }

  const one = async (question: (id: number) => ToWorker): Promise<FromWorker> => {
    const { id, answers } = thread.ask(question)
    return answers.next().finally(() => thread.forget(id))
  }

  async function list(roots: TranscriptRoots): Promise<readonly TranscriptFile[]> {
    const answer = await one((id) => ({ kind: 'list', id, roots }))
    return answer.kind === 'listed' ? answer.files : unexpected(answer)
  }

  async function companions(roots: TranscriptRoots): Promise<readonly CompanionFile[]> {
    const answer = await one((id) => ({ kind: 'companions', id, roots }))
    return answer.kind === 'companions' ? answer.files : unexpected(answer)
  }

  async function companion(file: CompanionFile): Promise<readonly CompanionFact[]> {
    const answer = await one((id) => ({ kind: 'companion', id, file }))
    return answer.kind === 'companion' ? answer.facts : unexpected(answer)
  }

  async function page(query: PageQuery): Promise<ConversationPage> {
    const answer = await one((id) => ({ kind: 'page', id, query }))
    return answer.kind === 'page' ? answer.page : unexpected(answer)
  }

  async function image(query: ImageQuery): Promise<ImageAnswer> {
    const answer = await one((id) => ({ kind: 'image', id, query }))
    return answer.kind === 'image' ? answer.image : unexpected(answer)
  }

  async function line(query: LineQuery): Promise<LineAnswer> {
    const answer = await one((id) => ({ kind: 'line', id, query }))
    return answer.kind === 'line' ? answer.line : unexpected(answer)
  }

  async function find(query: FindQuery): Promise<FindAnswer> {
    const answer = await one((id) => ({ kind: 'find', id, query }))
    return answer.kind === 'find' ? answer.found : unexpected(answer)
  }

  return { list, read, companions, companion, page, image, line, find, close: () => thread.close() }
}
