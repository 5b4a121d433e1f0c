import type { ToolId } from '../tools/catalog.js'

/** A lane of a race, and what its agent was started with. */
export interface RaceEntry {
  readonly lane: number
  readonly tool: ToolId
  /** As the user named it; null for the default of the agent. */
  readonly model: string | null
  readonly effort: string | null
}

/** Several agents that work on the same prompt, each in a lane. */
export interface Race {
  readonly id: string
  /** The first sentence of the prompt. */
  readonly title: string
  /** The repository, as the user named it. */
  readonly repository: string
  readonly base: string | null
  /** US dollars at which all agents are stopped; null without a limit. */
  readonly limit: number | null
  readonly entries: readonly RaceEntry[]
  /** Whether the user kept a lane, or none. */
  readonly isDecided: boolean
  /** The lane that the user kept; null before that, and if none was. */
  readonly kept: number | null
  /** Whether its agents were stopped because of their cost. */
  readonly isStopped: boolean
}

/**
 * What the agent of a lane does. `waits`: it has a question. `rests`: it has finished a turn. `none`: it was not started, or its lane has
 * no worktree. `gone`: the lane was deleted.
 */
export const RACER_STATES = ['starts', 'works', 'waits', 'failed', 'rests', 'none', 'gone'] as const
export type RacerState = (typeof RACER_STATES)[number]
