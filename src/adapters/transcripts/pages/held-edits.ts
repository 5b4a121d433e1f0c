import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Conversation, IndexedEdit } from '../../../commands/ports/transcripts.js'
import type { LineCall } from '../../../domain/edits/line-edits.js'
import { editsFile } from '../archive/index-file.js'

/** Increase when the same transcript gives other edits or places: stored indexes with another number are not read. */
const RULES = 1

/** Where a line is in the file. */
export interface LinePlace {
  readonly offset: number
  readonly line: number
}

/** Where a call and its result are. */
export interface Places {
  readonly call: LinePlace
  result: LinePlace | null
}

/** The file changes of a conversation, as far as it was read. */
export interface HeldEdits {
  /** How far the file was read, and its digest up to there. */
  offset: number
  line: number
  head: string
  readonly edits: IndexedEdit[]
  readonly places: Map<string, Places>
  /** Calls without a result, with the index of their first edit. */
  readonly open: Map<string, { readonly call: LineCall; readonly first: number }>
  /** The offset up to which the index is stored. */
  stored: number
}

export const noEdits = (): HeldEdits => ({
  offset: 0,
  line: 1,
  head: '',
  edits: [],
  places: new Map(),
  open: new Map(),
  stored: 0,
})

interface Stored extends Pick<HeldEdits, 'offset' | 'line' | 'head' | 'edits'> {
  readonly rules: number
  readonly places: readonly (readonly [string, Places])[]
  readonly open: readonly (readonly [string, { readonly call: LineCall; readonly first: number }])[]
}

/** Returns the stored index of a conversation; undefined if none was built by the current rules. */
export function readEdits(archive: string, { session, agent }: Conversation): HeldEdits | undefined {
  try {
    const { rules, places, open, ...read }: Stored = JSON.parse(
      readFileSync(editsFile(archive, session, agent), 'utf8'),
    )
    return rules === RULES ? { ...read, places: new Map(places), open: new Map(open), stored: read.offset } : undefined
  } catch {
    return undefined
  }
}

/** Stores an index next to the copy of its transcript, so that an erasure deletes both. Without a copy nothing is stored. */
export function writeEdits(archive: string, { session, agent }: Conversation, held: HeldEdits): void {
  const { offset, line, head, edits, places, open } = held
  const stored: Stored = { rules: RULES, offset, line, head, edits, places: [...places], open: [...open] }
  const path = editsFile(archive, session, agent)
  held.stored = offset
  try {
    writeFileSync(`${path}.tmp`, JSON.stringify(stored), { mode: 0o600 })
    renameSync(`${path}.tmp`, path)
  } catch {
    // The disk is full, or nothing of the session is archived: the transcript is read again.
  }
}
