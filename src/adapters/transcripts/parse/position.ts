import type { Cursor } from '../../../commands/ports/transcripts.js'
import { claudeStart, type ClaudeState } from '../../../domain/transcript/facts/claude/step.js'
import { codexStart, type CodexState } from '../../../domain/transcript/facts/codex/step.js'
import type { PromptPlace } from '../../../domain/transcript/view/rewound.js'
import { SHOWN_RULES, type ShownState, shownStart } from '../../../domain/transcript/view/shown.js'
import { replayOf } from '../../../domain/transcript/facts/codex/replay.js'
import { type Marks, noMarks } from './page-marks.js'

/**
 * The version of the extraction. Raise it when the same line gives other facts than before. Every file is then read again, and
 * the facts get new keys.
 */
export const EXTRACTOR = 1

/** The state kept between two lines of a file. Plain JSON. */
interface Memory {
  readonly extractor: number
  /** Version of the display rules that the messages were counted with. */
  readonly shows: number
  readonly claude: ClaudeState
  readonly codex: CodexState
  shown: ShownState
  /** The prompts of the current branch of the conversation. */
  readonly prompts: PromptPlace[]
  /** The last line was read without its newline, which is still to come. */
  unended: boolean
  /** The metadata beside a subagent's transcript has been read. */
  metaKnown: boolean
}

export interface Position {
  offset: number
  /** Number of lines before the offset. */
  line: number
  readonly session: string
  readonly memory: Memory
  readonly marks: Marks
}

/** @param continues whether the file continues a thread that starts in another one */
export const begin = (session: string, clock: number, continues = false): Position => ({
  offset: 0,
  line: 0,
  session,
  memory: {
    extractor: EXTRACTOR,
    shows: SHOWN_RULES,
    claude: claudeStart(clock),
    codex: { ...codexStart(clock), replay: continues ? replayOf(session, clock) : null },
    shown: shownStart(),
    prompts: [],
    unended: false,
    metaKnown: false,
  },
  marks: noMarks(),
})

/**
 * Returns the position of a cursor; null when another version wrote it. The file is then read again, and known facts are
 * recognised by their keys.
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

/** Returns the lines of turns that were taken back, as far as a transcript was read. */
export const revertedLines = (cursor: Cursor | null): Marks['reverted'] =>
  cursor === null ? [] : (restore(cursor)?.marks.reverted ?? [])
