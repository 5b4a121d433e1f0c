import type { Provider } from '../../tools/catalog.js'
import type { PlanChange } from '../../plan/change.js'

/**
 * Facts in one line of a transcript: the payloads of the transcript events in the log. They never contain the text of the
 * conversation (it stays in the file and its archive), only short excerpts for lists.
 *
 * A fact has the name of its event. `at` is the line's own time in milliseconds since the epoch; a line without one (a title, a
 * mode) gets the newest time before it in its file. `agent` is the transcript's agent id, null for the main agent. The rules
 * cover the transcript formats of Claude Code 1.0 to 2.1 and Codex 0.34 to 0.169.
 */

/** The usage of one API response in one line. Counts are tokens or requests, whole and never negative. */
export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  /** All cache writes: five-minute and one-hour ones together. */
  readonly cacheWrite: number
  /** The one-hour part of `cacheWrite`, never above it. */
  readonly cacheWrite1h: number
  readonly webSearch: number
  readonly webFetch: number
  readonly codeExecution: number
}

/** For a sum of requests: whether each of them had a long context. Absent for a single request, whose size shows it. */
export type StatedContext = 'short' | 'long'

export type Speed = 'standard' | 'fast'
export type Geo = 'global' | 'us'
export type Tier = 'standard' | 'batch' | 'priority'

interface Line {
  /** Line number in the file, from 1. */
  readonly line: number
  readonly agent: string | null
  /** Another session made the line: this one is its fork. Absent if the file does not show it. */
  readonly copied?: true
}

export interface ToolUse {
  /** The CLI's id of the call (`tool_use_id`, `call_id`); null in files without ids. */
  readonly id: string | null
  readonly name: string
  /** What the call acts on, for one line of a list: a command, a path, a pattern. At most 200 characters. */
  readonly target: string | null
  /** For a call that starts a subagent: its type and its task, at most 500 characters. */
  readonly subagentType?: string | null
  readonly task?: string | null
}

/** A line of the assistant: usage, at most one tool call (a line with several becomes several facts), an excerpt. */
interface ReplyRecorded extends Line {
  /**
   * Identifies the message, which counts once: `message.id`, else the request id, else the line's uuid, else session, agent and
   * line.
   */
  readonly message: string
  readonly model: string | null
  readonly usage: Usage | null
  readonly context?: StatedContext
  readonly speed: Speed
  readonly geo: Geo
  readonly tier: Tier
  readonly tool: ToolUse | null
  /** The end of its text, at most 300 characters. */
  readonly excerpt: string | null
  /** Whether the model ended its turn with this line (`end_turn`, a Codex `task_complete`). */
  readonly ends: boolean
  /** The program itself ended with this turn: a `codex exec` has one turn. */
  readonly over?: true
  /** Whether it was found inside a `progress` line. The subagent's own file, if there is one, has precedence. */
  readonly embedded: boolean
}

/** The tokens of a request of a Codex rollout. */
interface UsageRecorded extends Line {
  /**
   * The id of the response; without one, time, model, total and growth. The same combination in a forked file counts once.
   */
  readonly message: string
  /**
   * Counted request by request. Absent in facts of older releases, which counted the growth of totals: they do not count once
   * the rollout was read again.
   */
  readonly basis?: 'request'
  readonly model: string | null
  readonly usage: Usage
  readonly context?: StatedContext
  readonly speed: Speed
  readonly tier: Tier
}

/** A prompt. `typed` is false for a `<task-notification>` and other harness text. At most 500 characters. */
interface PromptRecorded extends Line {
  readonly text: string
  readonly typed: boolean
  readonly promptId: string | null
}

interface ToolResultRecorded extends Line {
  readonly id: string
  readonly ok: boolean
  /** At most 300 characters. */
  readonly error: string | null
  readonly durationMs: number | null
  /** For an Agent call: the subagent it started. */
  readonly startedAgent: string | null
}

/** A one-time event on its own line. A fork copies the line, but the event counts once. */
interface Moment extends Line {
  /** The line's own uuid, which its copies keep; absent if it has none. */
  readonly uuid?: string
}

interface InterruptRecorded extends Moment {}

/** A failed request, including one that the CLI retries: a later reply shows that it recovered. */
interface ApiErrorRecorded extends Moment {
  /** At most 300 characters. */
  readonly text: string
  readonly status: number | null
  /** Whether the CLI retries by itself: the turn continues. */
  readonly retrying: boolean
}

interface TurnCompleted extends Moment {
  readonly durationMs: number
  /** Agents and workflows in the background whose end starts the next turn; absent for none. */
  readonly pending?: number
}

interface CompactionSeen extends Line {
  /** The line's own uuid, else its position in the file. */
  readonly uuid: string
  readonly trigger: string | null
  readonly preTokens: number | null
  readonly durationMs: number | null
}

/** `/rename` (`by: user`) or a title the CLI made (`by: cli`). At most 200 characters. */
interface SessionRenamedInTranscript extends Line {
  readonly title: string
  readonly by: 'user' | 'cli'
}

/**
 * Kinds of Codex threads that nobody waits for: a subagent, whose parent takes the answer; a thread that Codex itself starts, such
 * as a review; a copy of another agent's session. `user` is a copy that the user continues.
 */
export type ThreadKind = 'subagent' | 'internal' | 'import' | 'user'

/** Where and with what the session runs. Recorded when first seen in a file and on each change. */
interface TranscriptContextRecorded extends Line {
  readonly cwd: string | null
  readonly model: string | null
  readonly version: string | null
  readonly gitBranch: string | null
  /** For a Codex fork or subagent thread: the session it came from. For an import: the session that it copies. */
  readonly parentSession: string | null
  /** What kind of thread a Codex rollout is. Absent for a thread of the user. */
  readonly thread?: ThreadKind
}

/** The session goes on as another one: its user moved it to the background. */
interface SessionContinued extends Line {
  readonly continuedIn: string
}

/** What the CLI says that the session has cost so far, with requests that are in no transcript. In US dollars. */
interface CostReported extends Line {
  readonly total: number
  /** Whether the CLI knew the price of all models. */
  readonly complete: boolean
}

/** How much of a limit of the plan is used. */
export interface LimitWindow {
  /** How long the window is. */
  readonly minutes: number
  readonly usedPercent: number
  /** When it resets; null if the CLI does not say. */
  readonly resetsAt: number | null
}

/** What the CLI says about a limit of the user's plan. Recorded when first seen in a file and when a whole percent has changed. */
interface LimitsReported extends Line {
  /** The id of the limit: a plan can have one for some models. */
  readonly limit: string
  readonly name: string | null
  readonly plan: string | null
  readonly windows: readonly LimitWindow[]
}

/** A change of the agent's plan. The texts of its items have at most 200 characters each. */
interface PlanRecorded extends Line, PlanChange {}

/** A subagent's own file exists, with the content of its `.meta.json`. */
interface SubagentTranscriptFound extends Line {
  readonly agentType: string | null
  readonly description: string | null
  readonly toolUseId: string | null
  /** The workflow run that it belongs to. */
  readonly workflowRun?: string
}

export interface Facts {
  readonly 'reply-recorded': ReplyRecorded
  readonly 'usage-recorded': UsageRecorded
  readonly 'prompt-recorded': PromptRecorded
  readonly 'tool-result-recorded': ToolResultRecorded
  readonly 'interrupt-recorded': InterruptRecorded
  readonly 'api-error-recorded': ApiErrorRecorded
  readonly 'turn-completed': TurnCompleted
  readonly 'compaction-seen': CompactionSeen
  readonly 'session-renamed-in-transcript': SessionRenamedInTranscript
  readonly 'transcript-context-recorded': TranscriptContextRecorded
  readonly 'subagent-transcript-found': SubagentTranscriptFound
  readonly 'plan-recorded': PlanRecorded
  readonly 'session-continued': SessionContinued
  readonly 'cost-reported': CostReported
  readonly 'limits-reported': LimitsReported
}

export type FactType = keyof Facts

/** The facts as the log has them: with the provider whose transcript they come from. */
export type RecordedFacts = { readonly [T in FactType]: Facts[T] & { readonly provider: Provider } }

/** A fact with its time and its identity, which is the same when its line is read again. */
export type Fact = {
  readonly [T in FactType]: {
    readonly type: T
    readonly at: number
    /** Text that identifies the fact within its session; hashed into the log's dedup key. */
    readonly identity: string
    readonly data: Facts[T]
  }
}[FactType]
