import type { Instant } from '../time.js'
import type { Mark } from './mark.js'
import type { Marks, MarkKind, SessionState } from './state.js'

/** How long after its event a hook can be stamped: its forwarder is a process that has to start first. */
const STAMPED_LATE = 2000

/** Older than everything. */
export const NEVER: Mark = { at: -1, ref: 0, type: '' }
// At the same instant the later entry wins: a prompt follows its session's start, an end follows everything.
const ORDER: readonly MarkKind[] = [
  'revive',
  'start',
  'prompt',
  'pre',
  'reply',
  'ask',
  'notify',
  'post',
  'clear',
  'interrupt',
  'stop',
  'fail',
  'abandon',
  'end',
]

/** Kinds in the order in which the later one wins. */
export const ordered = (...kinds: readonly MarkKind[]): readonly MarkKind[] =>
  ORDER.filter((kind) => kinds.includes(kind))

export interface Latest {
  /** Null when nothing of these kinds happened; its mark is then older than everything. */
  readonly kind: MarkKind | null
  readonly mark: Mark
}

/** The newest mark of some kinds, given in their order. */
export const latest = (marks: Marks, kinds: readonly MarkKind[]): Latest => {
  let kind: MarkKind | null = null
  let mark = NEVER
  for (const candidate of kinds) {
    const held = marks[candidate]
    if (held === undefined || held.at < mark.at) continue
    kind = candidate
    mark = held
  }
  return { kind, mark }
}

export const SETS_MAIN = ordered(
  'start',
  'prompt',
  'pre',
  'reply',
  'ask',
  'notify',
  'interrupt',
  'stop',
  'fail',
  'revive',
)
export const CLEARS_AWAITING = ordered('prompt', 'pre', 'post', 'reply', 'fail', 'end', 'clear', 'revive')
// The main agent does nothing after these until somebody speaks to it.
const RESTS: ReadonlySet<MarkKind | null> = new Set(['start', 'interrupt', 'stop', 'fail'])
const ASKS = ordered('ask', 'notify')
// The model's output. It does not show that a question was answered: a reply can hold more calls than the one that asks.
const OUTPUT = ordered('pre', 'reply')

/**
 * The marks a session's state rests on: what hooks, transcript lines and the CLI's own status report, each at its own time.
 * A transcript line counts unless something that happened later contradicts it, whoever reports that.
 */
export const evidenceOf = (state: SessionState): Marks => {
  const marks = withLines(state)
  dropAnswered(marks, state.subagents)
  applyCliStatus(marks, state)
  return marks
}

const withLines = ({ hooks, lines }: SessionState): Marks => {
  const marks: Marks = { ...hooks }
  for (const [kind, line] of Object.entries(lines) as [MarkKind, Mark][]) {
    if (!OUTPUT.includes(kind)) take(marks, kind, line)
  }
  if (lines.fail !== undefined && marks.fail === lines.fail) restamp(marks, lines, lines.fail.at)
  const asked = latest(marks, ASKS).mark.at
  const isOpen = asked >= 0 && asked >= latest(marks, ORDER).mark.at
  for (const kind of OUTPUT) {
    const line = lines[kind]
    if (line !== undefined && !(isOpen && line.at > asked)) take(marks, kind, line)
  }
  return marks
}

const take = (marks: Marks, kind: MarkKind, mark: Mark): void => {
  const held = marks[kind]
  if (held === undefined || mark.at > held.at) marks[kind] = mark
}

/**
 * A login or a limit fails within milliseconds of the prompt, sooner than the prompt's hook is stamped. The prompt's own line
 * has the right time: by it the error came after.
 */
const restamp = (marks: Marks, lines: Marks, failedAt: Instant): void => {
  for (const kind of ['prompt', 'post'] as const) {
    const [hook, line] = [marks[kind], lines[kind]]
    if (hook === undefined || line === undefined) continue
    const isSame = hook.at > failedAt && line.at <= failedAt && hook.at - line.at <= STAMPED_LATE
    if (isSame) marks[kind] = { ...hook, at: line.at }
  }
}

/** A subagent that took its next step has had its question answered. */
const dropAnswered = (marks: Marks, subagents: Readonly<Record<string, Instant>>): void => {
  for (const kind of ASKS) {
    const asked = marks[kind]
    if (asked?.agent !== undefined && (subagents[asked.agent] ?? 0) > asked.at) delete marks[kind]
  }
}

/**
 * The CLI's own status shows what fires no hook. Busy or idle after a question: it was answered. Idle although a turn had
 * started: the user interrupted it. Busy alone starts no turn: the CLI is also busy with its own commands.
 */
const applyCliStatus = (marks: Marks, { cli }: SessionState): void => {
  const { idle, busy, waiting } = cli
  const answeredAt = Math.max(idle?.at ?? -1, busy?.at ?? -1)
  for (const kind of ASKS) if ((marks[kind]?.at ?? Infinity) < answeredAt) delete marks[kind]
  if (waiting !== undefined && waiting.at > answeredAt) take(marks, 'notify', waiting)
  if (idle === undefined) return
  const { kind, mark } = latest(marks, SETS_MAIN)
  if (mark.at >= idle.at) return
  if (kind === null) marks.start = idle
  else if (!RESTS.has(kind)) marks.interrupt = idle
  // Another hook cleared the wait, and the CLI waits again.
  else if (kind !== 'fail' && latest(marks, CLEARS_AWAITING).mark.at > mark.at) marks[kind] = { ...mark, at: idle.at }
}
