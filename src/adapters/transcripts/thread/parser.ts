import type { TranscriptParser } from '../../../commands/ports/transcripts.js'
import { programBeside } from '../../threads/program.js'
import { Thread } from '../../threads/worker.js'
import type { ParseData, ParseProtocol } from './messages.js'

// Nearly every allocation lives for one line: a small young generation costs no time and keeps memory low.
const MEMORY = { maxYoungGenerationSizeMb: 8 }
/** Milliseconds. Starting the thread again takes about 100 ms, and its heap about 20 MB while nobody needs it. */
const IDLE_MS = 30_000

/**
 * Opens a parser that reads transcripts on a thread. Several files may be read at a time; the thread serves them in turn. A file
 * can crash it, by exhausting its memory or through a fault in the runtime. Then only the reading of that file fails.
 * @param archive the folder of archived copies, for conversations whose transcript was deleted
 */
export function openParser(
  archive: string | null,
  complain: (line: string) => void,
  program: URL = programBeside(import.meta.url, 'parse-worker'),
): TranscriptParser {
  const thread = new Thread<ParseProtocol>({
    name: 'the transcript parser',
    program,
    memory: MEMORY,
    data: (): ParseData => ({ archive }),
    whenCrashed: 'repeat',
    idleMs: IDLE_MS,
    complain,
  })
  return {
    list: (roots) => thread.ask('list', roots),
    read: (job) => thread.stream('read', [job], ([asked], { cursor }) => [{ ...asked, cursor }]),
    companions: (roots) => thread.ask('companions', roots),
    companion: (file) => thread.ask('companion', file),
    page: (query) => thread.ask('page', query),
    image: (query) => thread.ask('image', query),
    line: (query) => thread.ask('line', query),
    find: (query) => thread.ask('find', query),
    edits: (query) => thread.ask('edits', query),
    hunks: (query) => thread.ask('hunks', query),
    markdown: (query) => thread.stream('markdown', [query], null),
    close: () => thread.close(),
  }
}
