import { closeSync } from 'node:fs'
import type { ReadJob, Slice } from '../../commands/ports/transcripts.js'
import { claudeStep } from '../../domain/transcript/claude.js'
import { codexStep } from '../../domain/transcript/codex.js'
import type { TotalsOf } from '../../domain/transcript/codex-usage.js'
import type { Fact } from '../../domain/transcript/facts.js'
import type { Fields } from '../../domain/transcript/json.js'
import { claudeShows, codexShows } from '../../domain/transcript/shown.js'
import { fingerprint } from './fingerprint.js'
import { readHead } from './head.js'
import { Keys } from './key.js'
import { LineReader, type RawLine, type ReadAt } from './lines.js'
import { note } from './marks.js'
import { begin, cursorAt, type Position, restore } from './memory.js'
import { parseLine } from './parse-line.js'
import { parentTotals } from './parent-totals.js'
import { openRegular, reading } from './regular-file.js'
import { subagentFound } from './subagent-meta.js'

/** A slice is committed in one transaction, in a few milliseconds. */
const FACTS_PER_SLICE = 256
const BYTES_PER_SLICE = 4 * 1024 * 1024

/** Snapshots of files are the largest lines that tell nothing, and this start is all their writer ever gave them. */
const SNAPSHOT = Buffer.from('{"type":"file-history-snapshot"')

function isSnapshot({ buffer, start, end }: RawLine): boolean {
  const stop = start + SNAPSHOT.length
  // The byte behind `{"type":"` first: comparing costs more than a look.
  return (
    stop < end && buffer[start + 9] === SNAPSHOT[9] && buffer.compare(SNAPSHOT, 0, SNAPSHOT.length, start, stop) === 0
  )
}

function isBlank({ buffer, start, end }: RawLine): boolean {
  for (let at = start; at < end; at++)
    if (buffer[at] !== 0x20 && buffer[at] !== 0x0d && buffer[at] !== 0x09) return false
  return true
}

/** Turns the unread lines of transcripts into slices of facts. */
export class Extractor {
  /** A file that is being read has a reader of its own; its buffer serves the next file. */
  private readonly idle: LineReader[] = []
  private readonly totalsOf = parentTotals();

  *slices(job: ReadJob): Generator<Slice> {
    const opened = openRegular(job.file.path)
    if (opened === null) return
    const reader = this.idle.pop() ?? new LineReader()
    try {
      yield* this.unread(job, reading(opened.fd), opened.stats.size, reader)
    } finally {
      this.idle.push(reader)
      closeSync(opened.fd)
    }
  }

  private position({ file, cursor }: ReadJob, readAt: ReadAt, size: number): Position {
    const same = cursor !== null && cursor.offset <= size && cursor.head === fingerprint(readAt, cursor.offset)
    const restored = same ? restore(cursor) : null
    if (restored !== null) return restored
    const head = readHead(readAt, file)
    return begin(head.session, head.clock)
  }

  private *unread(job: ReadJob, readAt: ReadAt, size: number, reader: LineReader): Generator<Slice> {
    const position = this.position(job, readAt, size)
    const draft = new Draft(job, position)
    draft.addSubagent()
    const totalsOf = parentTotals(job.file.path)
    for (const line of reader.lines(readAt, position.offset)) {
      if (!draft.take(line, (value, number) => factsOf(job, position, value, number, totalsOf))) break
      if (draft.full) yield draft.cutOff(readAt)
    }
    if (!draft.empty) yield draft.cutOff(readAt)
  }
}

/** What a line tells, and whether a conversation shows it. */
function factsOf(
  { file }: ReadJob,
  { session, memory, marks }: Position,
  value: Fields,
  line: number,
  totalsOf: TotalsOf,
): readonly Fact[] {
  const place = { line, session, agent: file.agent }
  if (file.provider === 'claude') {
    if (claudeShows(memory.shown, value) !== null) marks.messages++
    return claudeStep(memory.claude, value, place)
  }
  if (codexShows(memory.shown, value) !== null) marks.messages++
  return codexStep(memory.codex, value, place, totalsOf)
}

/** A slice in the making. */
class Draft {
  private facts: { type: Fact['type']; at: number; json: string }[] = []
  private readonly keys: Keys
  private bytes = 0
  private lines = 0
  private skipped = 0

  constructor(
    private readonly job: ReadJob,
    private readonly position: Position,
  ) {
    this.keys = new Keys(position.session)
  }

  get full(): boolean {
    return this.facts.length >= FACTS_PER_SLICE || this.bytes >= BYTES_PER_SLICE
  }

  get empty(): boolean {
    return this.bytes === 0 && this.facts.length === 0
  }

  private add(fact: Fact): void {
    this.facts.push({ type: fact.type, at: fact.at, json: JSON.stringify(fact.data) })
    this.keys.add(fact.data.agent, fact.identity)
  }

  /** Tells of a subagent's transcript when it is first read, and again once its `.meta.json` is there. */
  addSubagent(): void {
    const { file } = this.job
    const { memory, offset } = this.position
    if (file.agent === null || file.provider !== 'claude' || memory.metaKnown) return
    const { fact, known } = subagentFound(file.path, file.agent, memory.claude.clock)
    if (offset > 0 && !known) return
    memory.metaKnown = known
    this.add(fact)
  }

  /** Takes a line; false when it is half-written and has to wait. */
  take(line: RawLine, factsOf: (value: Fields, number: number) => readonly Fact[]): boolean {
    const { memory, marks } = this.position
    const number = this.position.line + 1
    if (memory.unended) {
      // What follows is the rest of a line that was taken: its newline, or nothing that could be read.
      memory.unended = !line.ended
      this.pass(line)
      return true
    }
    const dull = line.damage === null && (isSnapshot(line) || isBlank(line))
    const value = dull ? null : parseLine(line, number === 1)
    if (!line.ended && (!this.job.final || (value === null && !dull))) return false
    note(marks, number, this.position.offset, memory.shown)
    if (value === null && !dull) this.skipped++
    if (value !== null) for (const fact of factsOf(value, number)) this.add(fact)
    this.position.line = number
    this.lines++
    memory.unended = !line.ended
    this.pass(line)
    return true
  }

  private pass(line: RawLine): void {
    this.bytes += line.next - this.position.offset
    this.position.offset = line.next
  }

  /** The finished slice, and room for the next one. */
  cutOff(readAt: ReadAt): Slice {
    const { file } = this.job
    const { session, offset } = this.position
    const keys = this.keys.take()
    const { facts, bytes, lines, skipped } = this
    const cursor = cursorAt(this.position, fingerprint(readAt, offset))
    this.facts = []
    this.bytes = this.lines = this.skipped = 0
    return { session, provider: file.provider, agent: file.agent, facts, keys, cursor, bytes, lines, skipped }
  }
}
