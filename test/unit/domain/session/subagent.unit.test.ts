import { describe, expect, it } from 'vitest'
import { endOfSession, newAgent, newSession, setOverride } from '../../../../src/domain/session/state.js'
import { deriveAgent, foldAgentHook, foldAgentLine } from '../../../../src/domain/session/subagent.js'

const MINUTE = 60_000
/** A subagent with hooks of these kinds, one minute apart. Each `ref` is the number of the hook, from 1. */
const agentThat = (...kinds: readonly string[]) => {
  const state = newAgent()
  for (const [index, kind] of kinds.entries()) {
    foldAgentHook(state, { kind, payload: { agent_id: 'a1' }, at: (index + 1) * MINUTE, ref: index + 1 })
  }
  return state
}
const ending = (minute: number) => ({ at: minute * MINUTE, ref: 90, type: 'SessionEnd' })

describe('the status of a subagent comes from', () => {
  it('its newest activity, while it works', () => {
    const working = deriveAgent(agentThat('SubagentStart', 'PreToolUse'), null, false)
    expect(working).toMatchObject({ status: 'working', since: 2 * MINUTE, why: { ref: 2, type: 'PreToolUse' } })
  })

  it('its stop, once it stopped', () => {
    const stopped = deriveAgent(agentThat('SubagentStart', 'SubagentStop'), ending(9), false)
    expect(stopped).toMatchObject({ status: 'completed', since: 2 * MINUTE, why: { ref: 2, type: 'SubagentStop' } })
  })

  it('the end of its session, if it never reported a stop', () => {
    const ended = deriveAgent(agentThat('SubagentStart'), ending(9), false)
    expect(ended).toMatchObject({ status: 'completed', since: 9 * MINUTE, why: { ref: 90, type: 'SessionEnd' } })
  })

  it('its last transcript line, if only the transcript shows it', () => {
    const read = agentThat()
    const fact = { ref: 1, data: { provider: 'claude', line: 1, agent: 'a1' } } as const
    const found = { agentType: 'Explore', description: null, toolUseId: null }
    foldAgentLine(read, { ...fact, type: 'subagent-transcript-found', at: MINUTE, data: { ...fact.data, ...found } })
    const said = { text: 'look', typed: false, promptId: null }
    foldAgentLine(read, { ...fact, type: 'prompt-recorded', at: 2 * MINUTE, data: { ...fact.data, ...said } })
    expect(deriveAgent(read, ending(9), true)).toMatchObject({ status: 'completed', endedAt: 2 * MINUTE })
    expect(deriveAgent(agentThat('SubagentStart'), ending(9), true)).toMatchObject({ endedAt: 9 * MINUTE })
  })

  it('its last line in the transcript of its parent, if it has no transcript of its own', () => {
    const read = agentThat()
    const data = { provider: 'claude', line: 1, agent: 'a1', text: 'look', typed: false, promptId: null } as const
    foldAgentLine(read, { ref: 1, type: 'prompt-recorded', at: 2 * MINUTE, data })
    expect(deriveAgent(read, ending(9), true)).toMatchObject({ status: 'completed', endedAt: 2 * MINUTE })
  })

  it('its last activity, if its session was abandoned', () => {
    const silent = agentThat('SubagentStart', 'PreToolUse')
    const abandoned = { ...ending(9), type: 'SessionAbandoned' }
    expect(deriveAgent(silent, abandoned, true)).toMatchObject({ status: 'completed', endedAt: 2 * MINUTE })
    const stopped = agentThat('SubagentStart', 'SubagentStop')
    expect(deriveAgent(stopped, abandoned, true)).toMatchObject({ status: 'completed', endedAt: 2 * MINUTE })
  })

  it('activity after its stop, if there is any', () => {
    const again = deriveAgent(agentThat('SubagentStart', 'SubagentStop', 'PreToolUse'), null, false)
    expect(again).toMatchObject({ status: 'working', since: 3 * MINUTE, why: { ref: 3 } })
  })

  it('the end of its session, even if late events follow', () => {
    const late = agentThat('SubagentStart', 'PreToolUse', 'PostToolUse')
    expect(deriveAgent(late, ending(2), true)).toMatchObject({ status: 'completed', why: { ref: 90 } })
    expect(deriveAgent(late, ending(2), false)).toMatchObject({ status: 'working', why: { ref: 3 } })
  })

  it('no event, if it was set through the API', () => {
    const state = agentThat('SubagentStart')
    setOverride(state.set, 'status', 5 * MINUTE, 'error')
    expect(deriveAgent(state, null, false)).toMatchObject({ status: 'error', since: 5 * MINUTE, why: null })
  })
})

describe('the end of a session for its subagents', () => {
  it('is its SessionEnd or its abandonment, whichever is later', () => {
    const state = newSession()
    expect(endOfSession(state)).toBeNull()
    state.hooks.end = ending(3)
    expect(endOfSession(state)).toEqual(ending(3))
    state.hooks.abandon = { at: 5 * MINUTE, ref: 91, type: 'SessionAbandoned' }
    expect(endOfSession(state)).toMatchObject({ ref: 91 })
  })
})
