import Database from 'better-sqlite3'
import type { Conversation } from '../../../commands/ports/transcripts.js'
import { SPEAKERS, speakerOf } from '../../../domain/search/speaker.js'
import { indexedText } from '../../../domain/search/spoken-text.js'
import { lettersOf, withPairs } from '../../../domain/search/unspaced.js'
import type { Instant } from '../../../domain/time.js'
import type { Provider } from '../../../domain/tools/catalog.js'
import type { ShownState } from '../../../domain/transcript/view/shown.js'
import { PER_MS, rowsFrom } from '../../../projections/queries/line-row.js'
import { firstMark, type Mark } from '../../transcripts/parse/page-marks.js'
import { LineReader } from '../../transcripts/files/lines.js'
import { lengthOf } from '../../transcripts/files/thread-files.js'
import { openSource, type Source } from '../../transcripts/pages/conversation-file.js'
import { walk } from '../../transcripts/pages/walk.js'
import type { SideFile } from './side-file.js'
import { untidy } from './tidying.js'
import { readTranscripts } from './transcript-files.js'

const NAME = 'conversations'
/** Log positions whose sessions are processed together. */
const SPAN = 5000
/** Maximum bytes read per step. Queries wait for the current step. */
const STEP_BYTES = 512 * 1024

interface Talk {
  readonly id: number
  readonly line: number
  readonly offset: number
  readonly shown: string
}

interface Pending extends Conversation {
  readonly stream: number
  readonly started: Instant
}

/** The full-text index of conversations: words by the lines that contain them. It stores no readable text. */
export class ConversationIndex {
  #pending: Pending[] = []
  #upTo = 0
  readonly #lines = new LineReader()

  constructor(
    private readonly file: SideFile,
    private readonly archive: string | null,
    private readonly complain: (line: string) => void,
  ) {}

  /** Indexes the next piece; false when nothing is new. */
  advance(): boolean {
    if (this.#pending.length === 0 && !this.#lookOut()) return false
    const next = this.#pending.at(-1)
    if (next === undefined || this.#readOrPassOver(next)) this.#pending.pop()
    if (this.#pending.length === 0) this.file.setPosition(NAME, this.#upTo)
    return true
  }

  /** Whether committed lines may be missing from the index. */
  isBehind(): boolean {
    return this.#pending.length > 0 || this.file.position(NAME) < this.file.head()
  }

  startOver(): void {
    this.#pending = []
  }

  /** Removes the conversations of sessions from the index. */
  forget(streams: readonly number[]): void {
    const { own } = this.file
    this.#pending = this.#pending.filter(({ stream }) => !streams.includes(stream))
    own.transaction(() => {
      for (const stream of streams) {
        for (const { id } of own.prepare('select id from talk where stream = ?').all(stream) as { id: number }[]) {
          this.#drop(id)
        }
      }
    })()
    if (streams.length > 0) untidy(this.file, 'talk_text')
  }

  /** Queues the conversations of the sessions in the next part of the log; false when the log has no new part. */
  #lookOut(): boolean {
    const after = this.file.position(NAME)
    this.#upTo = Math.min(this.file.head(), after + SPAN)
    if (this.#upTo <= after) return false
    const sessions = this.file.source
      .prepare<unknown[], { stream: number; id: string; provider: Provider; started: number }>(
        `select s.stream, s.id, s.provider, s.started_at as started from p_session s
         where s.stream in (select stream from log where position > ? and position <= ?)`,
      )
      .all(after, this.#upTo)
    this.#pending = sessions.flatMap(({ stream, id, started }) =>
      readTranscripts(this.file.source, id).map((conversation) => ({ ...conversation, stream, started })),
    )
    return true
  }

  /** Reads a conversation and skips an unreadable one, so that it does not block the ones after it. */
  #readOrPassOver(conversation: Pending): boolean {
    try {
      return this.#read(conversation)
    } catch (error) {
      // A database error: the tables are being swapped, or the disk is full. A retry works.
      if (error instanceof Database.SqliteError) throw error
      this.complain(`${conversation.path} could not be indexed for search: ${String(error)}`)
      return true
    }
  }

  /** Indexes the next piece of a conversation; true when it is complete. */
  #read(conversation: Pending): boolean {
    const { cursor, earlier = [] } = conversation
    const end = earlier.reduce((sum, part) => sum + lengthOf(part.cursor), cursor?.offset ?? 0)
    const known = this.#talk(conversation)
    const talk = known.offset > end ? this.#again(known.id) : known
    if (talk.offset >= end) return true
    const source = openSource(this.archive, conversation)
    if (source === null) return true
    try {
      return this.file.own.transaction(() => this.#take(conversation, talk, end, source))()
    } finally {
      source.close()
    }
  }

  #take(conversation: Pending, talk: Talk, end: number, source: Source): boolean {
    const { own } = this.file
    const from: Mark = { ...firstMark(), line: talk.line, offset: talk.offset, shown: shownIn(talk) }
    const place = own.prepare('insert into talk_line (id, talk, line, offset, speaker) values (?, ?, ?, ?, ?)')
    const text = own.prepare('insert into talk_text (rowid, body, tools, files, letters) values (?, ?, ?, ?, ?)')
    let [line, offset, last] = [talk.line, talk.offset, conversation.started]
    for (const walked of walk(this.#lines, source, conversation, from)) {
      if (walked.next > end || walked.offset - talk.offset > STEP_BYTES) break
      line = walked.line + 1
      offset = walked.next
      if (walked.message === null) continue
      const at = Date.parse(walked.message.timestamp ?? '')
      // A line without a time has the time of the line before it.
      last = Number.isNaN(at) ? last : at
      const { body, tools, files } = indexedText(walked.message)
      if (body === '' && tools === '' && files === '') continue
      const row = this.#freeRow(last)
      place.run(row, talk.id, walked.line, walked.offset, SPEAKERS.indexOf(speakerOf(walked.message)))
      text.run(row, withPairs(body), withPairs(tools), withPairs(files), lettersOf(`${body} ${files}`))
    }
    own
      .prepare('update talk set line = ?, offset = ?, shown = ? where id = ?')
      .run(line, offset, JSON.stringify(from.shown), talk.id)
    return offset >= end || offset === talk.offset
  }

  #freeRow(at: Instant): number {
    const first = rowsFrom(at)
    const taken = this.file.own
      .prepare<unknown[], { id: number | null }>('select max(id) as id from talk_line where id >= ? and id < ?')
      .get(first, first + PER_MS)?.id
    if (taken === null || taken === undefined) return first
    return taken + 1 < first + PER_MS ? taken + 1 : this.#freeRow(at + 1)
  }

  #talk({ stream, agent }: Pending): Talk {
    const { own } = this.file
    own
      .prepare(`insert or ignore into talk (stream, agent, line, offset, shown) values (?, ?, 1, 0, '')`)
      .run(stream, agent ?? '')
    return own
      .prepare('select id, line, offset, shown from talk where stream = ? and agent = ?')
      .get(stream, agent ?? '') as Talk
  }

  /** Drops the index of a transcript that was rewritten, and starts from its first line. */
  #again(id: number): Talk {
    this.file.own.transaction(() => this.#drop(id, false))()
    return { id, line: 1, offset: 0, shown: '' }
  }

  #drop(id: number, whole = true): void {
    const { own } = this.file
    own.prepare('delete from talk_text where rowid in (select id from talk_line where talk = ?)').run(id)
    own.prepare('delete from talk_line where talk = ?').run(id)
    if (whole) own.prepare('delete from talk where id = ?').run(id)
  }
}

const shownIn = ({ shown }: Talk): ShownState => ({
  ...firstMark().shown,
  ...(shown === '' ? {} : (JSON.parse(shown) as ShownState)),
})
