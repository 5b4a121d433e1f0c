import type { Cursor } from '../../commands/ports/transcripts.js'
import { claudeStart, type ClaudeState } from '../../domain/transcript/claude.js'
import { codexStart, type CodexState } from '../../domain/transcript/codex.js'
import { SHOWN_RULES, type ShownState, shownStart } from '../../domain/transcript/shown.js'
import { type Marks, noMarks } from './marks.js'

/**
 * The version of what is taken from a line. A newer one reads every file again, and its facts get keys of their own:
 * raise it when the same line tells something else than before.
 */
export const EXTRACTOR = 1

/** All that reading a file has to remember between two lines. Plain JSON. */
export interface Memory {
  readonly extractor: number
  /** By which rules the shown lines were counted. */
  readonly shows: number
  readonly claude: ClaudeState
  readonly codex: CodexState
  shown: ShownState
  /** The last line was taken without its newline, which is still to come. */
  unended: boolean
  /** What stands beside a subagent's transcript about it was read. */
  metaKnown: boolean
}

export interface Position {
  offset: number
  /** Lines before the offset. */
  line: number
  readonly session: string
  readonly memory: Memory
  readonly marks: Marks
}

export const begin = (session: string, clock: number): Position => ({
  offset: 0,
  line: 0,
  session,
  memory: {
    extractor: EXTRACTOR,
    shows: SHOWN_RULES,
    claude: claudeStart(clock),
    codex: codexStart(clock),
    shown: shownStart(),
    unended: false,
    metaKnown: false,
  },
  marks: noMarks(),
})

/**
 * Where a cursor stands, or null when another version wrote it: the file is read again, and the facts that were taken
 * before are recognised.
 */
export function restore(cursor: Cursor): Position | null {
  const memory: Memory = JSON.parse(cursor.state)
  if (memory.extractor !== EXTRACTOR || memory.shows !== SHOWN_RULES) return null
  const marks: Marks = JSON.parse(cursor.index)
  return { offset: cursor.offset, line: cursor.line, session: cursor.session, memory, marks }
}

export const cursorAt = (position: Position, head: string): Cursor => ({
  offset: position.offset,
  line: position.line,
  head,
  session: position.session,
  state: JSON.stringify(position.memory),
  index: JSON.stringify(position.marks),
})
