import { type Derived, derive } from '../../../src/domain/session/derive.js'
import { type CliStatus, foldCliStatus } from '../../../src/domain/session/cli-status.js'
import { foldHook } from '../../../src/domain/session/hook.js'
import { foldLine, type SessionFact } from '../../../src/domain/session/line.js'
import { newSession, type SessionState } from '../../../src/domain/session/state.js'
import type { Facts, FactType } from '../../../src/domain/transcript/facts/facts.js'

export type Step = (state: SessionState, at: number, ref: number) => void

/** A hook of the main agent, or of a subagent when the payload carries an `agent_id`. */
export const hook =
  (kind: string, payload: Readonly<Record<string, unknown>> = {}): Step =>
  (state, at, ref) =>
    foldHook(state, { kind, at, ref, payload: { session_id: 's', ...payload } })

const LINE = { line: 1, agent: null }

/** A line of the transcript. */
export const line =
  <T extends FactType>(type: T, data: Omit<Facts[T], 'line' | 'agent'> & Partial<Pick<Facts[T], 'agent'>>): Step =>
  (state, at, ref) =>
    foldLine(state, { type, at, ref, data: { ...LINE, ...data } } as unknown as SessionFact)

/** A status reported by the CLI. */
export const reports =
  (status: CliStatus, waitingFor: string | null = null): Step =>
  (state, at, ref) =>
    foldCliStatus(state, { status, waitingFor, pid: 42, cwd: '/repo', at, ref })

const EVERY = 1000

/** Folds the steps in order, a second apart. */
export const fold = (steps: readonly Step[]): SessionState => {
  const state = newSession()
  for (const [i, step] of steps.entries()) step(state, (i + 1) * EVERY, i + 1)
  return state
}

/** The derived state after the steps, as the tests state it. */
export interface Outcome {
  readonly status: Derived['status']
  readonly main: Derived['main']
  readonly awaiting: string | null
}

export const outcome = (state: SessionState): Outcome => {
  const { status, main, awaiting } = derive(state)
  return { status, main, awaiting: awaiting?.reason ?? null }
}

export const after = (...steps: Step[]): Outcome => outcome(fold(steps))
