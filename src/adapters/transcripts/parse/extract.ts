import type { ReadJob, Slice } from '../../../commands/ports/transcripts.js'
import { claudeStep } from '../../../domain/transcript/facts/claude/step.js'
import { codexStep } from '../../../domain/transcript/facts/codex/step.js'
import type { TotalsOf } from '../../../domain/transcript/facts/codex/usage.js'
import type { Fact } from '../../../domain/transcript/facts/facts.js'
import type { Fields } from '../../../domain/transcript/json.js'
import { takenBack } from '../../../domain/transcript/view/rewound.js'
import { claudeShows, codexShows } from '../../../domain/transcript/view/shown.js'
import { Draft } from './slice-draft.js'
import { fingerprint } from '../files/fingerprint.js'
import { readHead } from './head.js'
import { LineReader } from '../files/lines.js'
import type { ReadAt } from '../../files/regular-file.js'
import { begin, type Position, restore } from './position.js'
import { parentTotals } from './parent-totals.js'
import { openTranscript } from '../files/open-transcript.js'
import { isContinuation } from '../files/rollout-name.js'

/** Converts the unread lines of transcripts into slices of facts. */
export class Extractor {
  /** Each file being read has its own reader; its buffer is reused for the next file. */
  private readonly idle: LineReader[] = [];

  *slices(job: ReadJob): Generator<Slice> {
    const opened = openTranscript(job.file.path)
    if (opened === null) return
    const reader = this.idle.pop() ?? new LineReader()
    try {
      yield* unread(job, opened.readAt, opened.size, reader)
    } finally {
      this.idle.push(reader)
      opened.close()
    }
  }
}

/** Returns where the last reading stopped, or the start when the file was replaced. */
function positionOf({ file, cursor }: ReadJob, readAt: ReadAt, size: number): Position {
  const same = cursor !== null && cursor.offset <= size && cursor.head === fingerprint(readAt, cursor.offset)
  const restored = same ? restore(cursor) : null
  if (restored !== null) return restored
  const head = readHead(readAt, file)
  return begin(head.session, head.clock, isContinuation(file.path))
}

function* unread(job: ReadJob, readAt: ReadAt, size: number, reader: LineReader): Generator<Slice> {
  const position = positionOf(job, readAt, size)
  const draft = new Draft(job, position)
  draft.addSubagent()
  const totalsOf = parentTotals(job.file.path)
  for (const line of reader.lines(readAt, position.offset)) {
    if (!draft.take(line, (value, number) => factsOf(job, position, value, number, totalsOf))) break
    if (draft.full) yield draft.cutOff(readAt)
  }
  // Also record a file without a complete line as read.
  if (!draft.empty || (job.final && job.cursor === null && size > 0)) yield draft.cutOff(readAt)
}

/** Returns the facts of a line, and counts it if a conversation shows it. */
function factsOf(
  { file }: ReadJob,
  { session, memory, marks }: Position,
  value: Fields,
  line: number,
  totalsOf: TotalsOf,
): readonly Fact[] {
  const place = { line, session, agent: file.agent }
  if (file.provider === 'claude') {
    const shown = claudeShows(memory.shown, value)
    if (shown !== null) marks.messages++
    if (shown === 'words' || shown === 'compaction') {
      const reverted = takenBack(memory.prompts, value, line)
      if (reverted !== null) marks.reverted.push(reverted)
    }
    return claudeStep(memory.claude, value, place)
  }
  if (codexShows(memory.shown, value) !== null) marks.messages++
  return codexStep(memory.codex, value, place, totalsOf)
}
