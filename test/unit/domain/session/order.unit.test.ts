import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derive } from '../../../../src/domain/session/derive.js'
import { newSession, type SessionState } from '../../../../src/domain/session/state.js'
import { hook, line, type Step } from '../../../support/domain/scenario.js'

const kinds = fc.constantFrom(
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'Stop',
  'StopFailure',
  'SessionEnd',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
)
const hooks = fc
  .record({
    kind: kinds,
    agent: fc.constantFrom(undefined, 'a1', 'a2'),
    tool: fc.constantFrom('Bash', 'Read', 'Edit', 'Write', 'WebFetch', 'mcp__a__b'),
  })
  .map(({ kind, agent, tool }): Step => hook(kind, { agent_id: agent, tool_name: tool, prompt: `use ${tool}` }))
const lines = fc.constantFrom<Step>(
  line('interrupt-recorded', {}),
  line('turn-completed', { durationMs: 5 }),
  line('turn-completed', { durationMs: 5, pending: 1 }),
  line('prompt-recorded', { text: 'typed', typed: true, promptId: null }),
  line('api-error-recorded', { text: 'overloaded', status: 529, retrying: false }),
)
/** A turn that ends while an agent works in the background. */
const pauses = fc.constant(hook('Stop', { background_tasks: [{ id: 'a1', type: 'subagent', status: 'running' }] }))
const history = fc.array(fc.record({ at: fc.integer({ min: 1, max: 40_000 }), step: fc.oneof(hooks, pauses, lines) }), {
  maxLength: 30,
})

type History = readonly { readonly at: number; readonly step: Step }[]

const folded = (steps: History): SessionState => {
  const state = newSession()
  for (const { at, step } of steps) step(state, at, 0)
  return state
}

describe('the state of a session', () => {
  it('is the same for any order of its events', () => {
    fc.assert(
      fc.property(
        history.chain((steps) => fc.tuple(fc.constant(steps), fc.shuffledSubarray(steps, { minLength: steps.length }))),
        ([steps, shuffled]) => {
          expect(derive(folded(shuffled))).toEqual(derive(folded(steps)))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is the same if every event is folded twice', () => {
    fc.assert(
      fc.property(history, (steps) => {
        expect(derive(folded([...steps, ...steps]))).toEqual(derive(folded(steps)))
      }),
    )
  })
})
