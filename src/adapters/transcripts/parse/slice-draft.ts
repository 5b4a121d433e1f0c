import type { ReadJob, Slice } from '../../../commands/ports/transcripts.js'
import type { Provider } from '../../../domain/tools/catalog.js'
import type { Fact } from '../../../domain/transcript/facts/facts.js'
import type { Fields } from '../../../domain/transcript/json.js'
import { fingerprint } from '../files/fingerprint.js'
import { Keys } from './dedup-keys.js'
import type { RawLine } from '../files/lines.js'
import type { ReadAt } from '../../files/regular-file.js'
import { note } from './page-marks.js'
import { cursorAt, type Position } from './position.js'
import { recordsOf } from '../files/parse-line.js'
import { subagentFound } from './subagent-meta.js'

/** Limits of a slice, which is committed in one transaction within a few milliseconds. */
const FACTS_PER_SLICE = 256
const BYTES_PER_SLICE = 4 * 1024 * 1024

/** File snapshots are the largest lines without facts. Every version of the CLI has written this prefix. */
const SNAPSHOT = Buffer.from('{"type":"file-history-snapshot"')

function isSnapshot({ buffer, start, end }: RawLine): boolean {
  const stop = start + SNAPSHOT.length
  // Check one byte after `{"type":"` first: a comparison is more expensive.
  return (
    stop < end && buffer[start + 9] === SNAPSHOT[9] && buffer.compare(SNAPSHOT, 0, SNAPSHOT.length, start, stop) === 0
  )
}

function isBlank({ buffer, start, end }: RawLine): boolean {
  for (let at = start; at < end; at++)
    if (buffer[at] !== 0x20 && buffer[at] !== 0x0d && buffer[at] !== 0x09) return false
  return true
}

/** Returns the payload that the log stores: the fact's data, with its provider in front. */
function recordedJson({ data }: Fact, provider: Provider): string {
  return `{"provider":"${provider}",${JSON.stringify(data).slice(1)}`
}

/** A slice under construction. */
export class Draft {
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
    this.facts.push({ type: fact.type, at: fact.at, json: recordedJson(fact, this.job.file.provider) })
    this.keys.add(fact.data.agent, fact.identity)
  }

  /** Adds the fact of a subagent's transcript when it is first read, and again once its `.meta.json` exists. */
  addSubagent(): void {
    const { file } = this.job
    const { memory, offset } = this.position
    if (file.agent === null || file.provider !== 'claude' || memory.metaKnown) return
    const { fact, known } = subagentFound(file.path, file.agent, memory.claude.clock)
    if (offset > 0 && !known) return
    memory.metaKnown = known
    this.add(fact)
  }

  /** Adds a line; false when it is half-written and must wait. */
  take(line: RawLine, factsOf: (value: Fields, number: number) => readonly Fact[]): boolean {
    const { memory, marks } = this.position
    const number = this.position.line + 1
    if (memory.unended) {
      // The rest of a line that was already read: its newline, or bytes that cannot be parsed.
      memory.unended = !line.ended
      this.pass(line)
      return true
    }
    const dull = line.damage === null && (isSnapshot(line) || isBlank(line))
    const records = dull ? [] : recordsOf(line, number === 1)
    if (!line.ended && (!this.job.final || (records.length === 0 && !dull))) return false
    note(marks, number, this.position.offset, memory.shown)
    if (records.length === 0 && !dull) this.skipped++
    for (const value of records) for (const fact of factsOf(value, number)) this.add(fact)
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

  /** Returns the finished slice and resets the draft. */
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
