import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Tool } from '../../domain/tools/catalog.js'
import type { AgentFailed, AgentMissing } from '../../domain/tools/failures.js'

/** Questions to agents outside of any session: without tools, hooks, or files of a project. */
export interface AgentAnswersPort {
  /** Returns what an agent answers within 120 seconds. An interruption stops it. */
  readonly answer: (tool: Tool, question: string) => Effect.Effect<string, AgentMissing | AgentFailed>
}

export class AgentAnswers extends Context.Tag('AgentAnswers')<AgentAnswers, AgentAnswersPort>() {}
