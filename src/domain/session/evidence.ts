import type { Instant } from '../time.js'
import type { Mark, Note } from './mark.js'
import { stillAsking } from './open-asks.js'
import type { Marks, MarkKind, SessionState } from './state.js'

/** Milliseconds that a hook can be stamped after its event: its forwarder is a process that has to start first. */
const STAMPED_LATE = 2000

/** Older than every real mark. */
export const NEVER: Mark = { at: -1, ref: 0, type: '' }
// Ties at the same instant: the later entry wins. A prompt follows the start of its session, an end follows everything.
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

/** Returns the kinds in tie-breaking order. */
export const ordered = (...kinds: readonly MarkKind[]): readonly MarkKind[] =>
  ORDER.filter((kind) => kinds.includes(kind))

export interface Latest {
  /** Null if nothing of these kinds happened; its mark is then NEVER. */
  readonly kind: MarkKind | null
  readonly mark: Mark
}

/** Returns the newest mark of some kinds, given in tie-breaking order. */
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
// After these the main agent does nothing until it gets a new prompt.
const RESTS: ReadonlySet<MarkKind | null> = new Set(['start', 'interrupt', 'stop', 'fail'])
const ASKS = ordered('ask', 'notify')
// Output of the model. It does not prove that a question was answered: a reply can contain more calls than the one that asks.
const OUTPUT = ordered('pre', 'reply')
const CONTINUES = ordered('post', ...OUTPUT)

/**
 * Returns the marks from which the state of a session is derived: hooks, transcript lines and the CLI's own status, each at its
 * own time. A transcript line counts unless something later contradicts it, from any of the three sources.
 */
export const evidenceOf = (state: SessionState): Marks => {
  const marks = withLines(state)
  if (waitOf(state.cli) === undefined) {
    dropAnswered(marks, state.subagents)
    keepOthersOpen(marks, state)
  }
  applyCliStatus(marks, state.cli)
  return marks
}

type CliMarks = SessionState['cli']

const answeredAt = ({ idle, busy }: CliMarks): Instant => Math.max(idle?.at ?? -1, busy?.at ?? -1)

/** Returns the status that says that the CLI waits, unless it reported another one since. */
const waitOf = (cli: CliMarks): Mark | undefined =>
  cli.waiting !== undefined && cli.waiting.at > answeredAt(cli) ? cli.waiting : undefined

const withLines = ({ hooks, lines }: SessionState): Marks => {
  const marks: Marks = { ...hooks }
  restampCall(marks)
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
 * Corrects the time of a prompt hook. A login error or a limit fails within milliseconds of the prompt, before the hook is
 * stamped, so the prompt would look newer than its error. The line of the prompt has the right time.
 */
const restamp = (marks: Marks, lines: Marks, failedAt: Instant): void => {
  for (const kind of ['prompt', 'post'] as const) {
    const [hook, line] = [marks[kind], lines[kind]]
    if (hook === undefined || line === undefined) continue
    const isSame = hook.at > failedAt && line.at <= failedAt && hook.at - line.at <= STAMPED_LATE
    if (isSame) marks[kind] = { ...hook, at: line.at }
  }
}

/**
 * Corrects the time of a call whose hook was stamped after the one of its permission prompt: the CLI starts both at once, and on a
 * busy machine either can be the first to run.
 */
const restampCall = (marks: Marks): void => {
  const { pre, ask } = marks
  if (pre === undefined || ask === undefined) return
  const isLate = pre.at > ask.at && pre.at - ask.at <= STAMPED_LATE
  if (isLate && isSameCall(pre.note, ask.note)) marks.pre = { ...pre, at: ask.at }
}

/** Whether a question is about a call. The text of a call is shortened earlier than that of a question. */
const isSameCall = (call: Note | undefined, asked: Note | undefined): boolean => {
  if (call === undefined || asked === undefined || call.text === '') return false
  return call.tool === asked.tool && asked.text.startsWith(call.text.replace(/…$/, ''))
}

/** Drops the question of a subagent that has continued since: it was answered. */
const dropAnswered = (marks: Marks, subagents: Readonly<Record<string, Instant>>): void => {
  for (const kind of ASKS) {
    const asked = marks[kind]
    if (asked?.agent !== undefined && (subagents[asked.agent] ?? 0) > asked.at) delete marks[kind]
  }
}

/** What ends all questions, but for a result, which ends its own. */
const ENDS_QUESTIONS = ordered(
  'start',
  'prompt',
  'pre',
  'clear',
  'interrupt',
  'stop',
  'fail',
  'abandon',
  'end',
  'revive',
)

/**
 * Keeps a question open when the newest result answered another one. A result that only the transcript has is of a call whose hooks
 * did not come; nothing is known about it.
 */
const keepOthersOpen = (marks: Marks, { asks, hooks }: SessionState): void => {
  const { post } = marks
  if (asks === undefined || post === undefined || hooks.post === undefined) return
  if (post.at - hooks.post.at > STAMPED_LATE) return
  const open = stillAsking(asks, latest(marks, ENDS_QUESTIONS).mark.at)
  if (open === null) return
  marks.ask = open
  continueBefore(marks, open.at)
}

/** Moves signs of work to before a question that is still open. */
const continueBefore = (marks: Marks, asked: Instant): void => {
  for (const kind of CONTINUES) {
    const mark = marks[kind]
    if (mark !== undefined && mark.at >= asked) marks[kind] = { ...mark, at: asked - 1 }
  }
}

/**
 * Applies the CLI's own status, which shows what fires no hook. Busy or idle after a question: it was answered. Idle although a
 * turn had started: the user interrupted it. Busy alone starts no turn: the CLI is also busy with its own commands. While agents
 * work in the background it is busy, too.
 */
const applyCliStatus = (marks: Marks, cli: CliMarks): void => {
  const { idle } = cli
  const answered = answeredAt(cli)
  for (const kind of ASKS) if ((marks[kind]?.at ?? Infinity) < answered) delete marks[kind]
  const waiting = waitOf(cli)
  if (waiting !== undefined) keepAsking(marks, waiting)
  if (idle === undefined) return
  const { kind, mark } = latest(marks, SETS_MAIN)
  if (mark.at >= idle.at) return
  if (kind === null) marks.start = idle
  else if (!RESTS.has(kind)) marks.interrupt = idle
  // Its agents in the background were stopped.
  else if (mark.pending !== undefined) marks[kind] = { at: mark.at, ref: mark.ref, type: mark.type }
  // Another hook cleared the wait, and the CLI waits again.
  else if (kind !== 'fail' && latest(marks, CLEARS_AWAITING).mark.at > mark.at) marks[kind] = { ...mark, at: idle.at }
}

/**
 * While the CLI says that it waits, it does, although other calls of the same reply start and finish, and other agents work. A
 * result of the call that asked means that the CLI waits for another one.
 */
const keepAsking = (marks: Marks, waiting: Mark): void => {
  const { ask, post } = marks
  if (ask !== undefined && post !== undefined && post.at > ask.at && isSameCall(post.note, ask.note)) delete marks.ask
  take(marks, 'notify', waiting)
  continueBefore(marks, Math.min(waiting.at, marks.ask?.at ?? waiting.at))
}
