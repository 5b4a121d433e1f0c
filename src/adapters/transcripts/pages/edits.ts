import type { Conversation, EditIndex, HunksAnswer, HunksQuery } from '../../../commands/ports/transcripts.js'
import { changesOfCall, editingCall } from '../../../domain/edits/call-changes.js'
import { countLines, cutHunks } from '../../../domain/edits/hunk.js'
import {
  callsIn,
  type LineCall,
  type LineResult,
  mayEdit,
  mayHaveResult,
  resultsIn,
} from '../../../domain/edits/line-edits.js'
import { cut, type Fields } from '../../../domain/transcript/json.js'
import type { ReadAt } from '../../files/regular-file.js'
import { fingerprint } from '../files/fingerprint.js'
import { LineReader, type RawLine } from '../files/lines.js'
import { parseLine } from '../files/parse-line.js'
import { openSource } from './conversation-file.js'
import { type HeldEdits, type LinePlace, noEdits, type Places, readEdits, writeEdits } from './held-edits.js'

/** Bytes that one call of `index` reads: the thread has other work to do. */
const BYTES_AT_ONCE = 16 * 1024 * 1024
/** Bytes whose reading takes longer than that of a stored index. */
const WORTH_STORING = 8 * 1024 * 1024
/** Conversations whose index is kept in memory. */
const MOST_HELD = 64
/** A turn runs a handful of calls at once; older ones without a result will not get one. */
const MOST_OPEN = 200
const MOST_EDITS = 20_000
const FAILURE_MAX = 2000
const MOST_LINES = 400
const LONGEST_LINE = 2000
const MOST_WHOLE_LINES = 50_000
const LONGEST_WHOLE_LINE = 100_000
const LINE_BYTES = 64 * 1024

/**
 * Finds the file changes of conversations. An index is built in one pass and continued when the transcript grows. That of a long
 * transcript is stored, because the thread stops when nobody needs it. An index has no lines of files: those are read again for
 * the changes that are shown.
 */
export class EditReader {
  /** By session and agent, the one that was used last at the end. */
  readonly #held = new Map<string, HeldEdits>()

  constructor(private readonly archive: string | null) {}

  index(conversation: Conversation): EditIndex {
    const source = openSource(this.archive, conversation)
    if (source === null) return { edits: [], isComplete: true }
    try {
      const held = this.#heldFor(conversation, source.readAt)
      const isComplete = scan(held, conversation, source.readAt)
      if (isComplete && this.archive !== null && held.offset - held.stored >= WORTH_STORING)
        writeEdits(this.archive, conversation, held)
      return { edits: held.edits, isComplete }
    } finally {
      source.close()
    }
  }

  hunks(query: HunksQuery): HunksAnswer {
    const source = openSource(this.archive, query)
    if (source === null) return query.edits.map(() => ({ hunks: [], omitted: 0 }))
    try {
      const held = this.#heldFor(query, source.readAt)
      const reader = new LineReader(LINE_BYTES)
      // The thread may have been restarted since it built the index.
      while (query.edits.some(({ call }) => !held.places.has(call)) && !scan(held, query, source.readAt));
      return query.edits.map(({ call, part }) => {
        const places = held.places.get(call)
        const changes = places === undefined ? [] : changesAt(reader, source.readAt, query, call, places)
        const found = changes[part]?.hunks ?? []
        return query.isWhole === true
          ? cutHunks(found, MOST_WHOLE_LINES, LONGEST_WHOLE_LINE)
          : cutHunks(found, MOST_LINES, LONGEST_LINE)
      })
    } finally {
      source.close()
    }
  }

  #heldFor(conversation: Conversation, readAt: ReadAt): HeldEdits {
    const { session, agent } = conversation
    const key = `${session} ${agent ?? ''}`
    const known = this.#held.get(key) ?? (this.archive === null ? undefined : readEdits(this.archive, conversation))
    const stands =
      known !== undefined && reaches(readAt, known.offset) && fingerprint(readAt, known.offset) === known.head
    const held = stands ? known : noEdits()
    this.#held.delete(key)
    this.#held.set(key, held)
    const [oldest] = this.#held.keys()
    if (this.#held.size > MOST_HELD && oldest !== undefined) this.#held.delete(oldest)
    return held
  }
}

const reaches = (readAt: ReadAt, offset: number): boolean =>
  offset === 0 || readAt(Buffer.allocUnsafe(1), offset - 1) === 1

/** Reads on from where the index ends; whether it reached the end of the transcript. */
function scan(held: HeldEdits, { provider }: Conversation, readAt: ReadAt): boolean {
  const until = held.offset + BYTES_AT_ONCE
  let isComplete = true
  for (const raw of new LineReader().lines(readAt, held.offset)) {
    if (!raw.ended) break
    const text = raw.buffer.toString('latin1', raw.start, raw.end)
    const [edits, ends] = [mayEdit(provider, text), held.open.size > 0 && mayHaveResult(provider, text)]
    const value = edits || ends ? parseLine(raw, held.line === 1) : null
    const place = { offset: held.offset, line: held.line }
    if (value !== null && edits) for (const call of callsIn(provider, value)) addCall(held, call, place)
    if (value !== null && ends) for (const result of resultsIn(provider, value)) addResult(held, result, place)
    held.line++
    held.offset = raw.next
    if (raw.next >= until) {
      isComplete = false
      break
    }
  }
  held.head = fingerprint(readAt, held.offset)
  return isComplete
}

function addCall(held: HeldEdits, call: LineCall, place: LinePlace): void {
  const editing = editingCall(call.tool, call.input)
  // A compaction repeats older lines.
  if (editing === null || held.places.has(call.id) || held.edits.length >= MOST_EDITS) return
  const first = held.edits.length
  const changes = changesOfCall(call.tool, call.input, null)
  for (const [part, { path, hunks }] of changes.entries()) {
    held.edits.push({
      call: call.id,
      part,
      tool: editing.tool,
      path,
      line: place.line,
      at: call.at,
      state: 'pending',
      failure: null,
      ...countLines(hunks),
    })
  }
  held.places.set(call.id, { call: place, result: null })
  held.open.set(call.id, { call, first })
  const [oldest] = held.open.keys()
  if (held.open.size > MOST_OPEN && oldest !== undefined) held.open.delete(oldest)
}

function addResult(held: HeldEdits, result: LineResult, place: LinePlace): void {
  const open = held.open.get(result.id)
  const places = held.places.get(result.id)
  if (open === undefined || places === undefined) return
  held.open.delete(result.id)
  places.result = place
  const { call, first } = open
  for (const [part, { hunks }] of changesOfCall(call.tool, call.input, result.structured).entries()) {
    const edit = held.edits[first + part]
    if (edit === undefined || edit.call !== call.id) break
    held.edits[first + part] = result.ok
      ? { ...edit, state: 'done', ...countLines(hunks) }
      : { ...edit, state: 'failed', failure: cut(result.text, FAILURE_MAX), added: 0, removed: 0 }
  }
}

function changesAt(
  reader: LineReader,
  readAt: ReadAt,
  { provider }: Conversation,
  id: string,
  places: Places,
): ReturnType<typeof changesOfCall> {
  const call = callsIn(provider, lineAt(reader, readAt, places.call)).find((found) => found.id === id)
  if (call === undefined) return []
  const result =
    places.result === null
      ? undefined
      : resultsIn(provider, lineAt(reader, readAt, places.result)).find((found) => found.id === id)
  return changesOfCall(call.tool, call.input, result?.structured ?? null)
}

function lineAt(reader: LineReader, readAt: ReadAt, { offset, line }: LinePlace): Fields {
  const next = reader.lines(readAt, offset).next()
  const raw: RawLine | undefined = next.done === true ? undefined : next.value
  return (raw === undefined ? null : parseLine(raw, line === 1)) ?? {}
}
