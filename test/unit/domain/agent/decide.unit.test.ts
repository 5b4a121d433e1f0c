import { describe, expect, it } from 'vitest'
import { decideAgent } from '../../../../src/domain/agent/decide.js'
import { given } from '../../../support/domain/decision.js'

const { create, update } = decideAgent
const NEW = { session: true, agent: false }
const KNOWN = { session: true, agent: true }
const NO_SESSION = { session: false, agent: false }

describe('creating an agent', () => {
  it('records it with defaults, and maps older status names to waiting', () => {
    expect(given(NEW).when(create, { id: 'a', name: 'Reviewer', status: 'connected' })).toEqual([
      {
        type: 'agent-created',
        data: {
          agent: 'a',
          name: 'Reviewer',
          type: 'main',
          subagentType: null,
          status: 'waiting',
          task: null,
          parent: null,
          metadata: null,
        },
      },
    ])
  })

  it('that exists changes nothing', () => {
    expect(given(KNOWN).when(create, { id: 'a', name: 'Reviewer' })).toEqual([])
  })

  it('requires its session', () => {
    expect(given(NO_SESSION).when(create, { id: 'a', name: 'Reviewer' })).toEqual({ rejected: 'NOT_FOUND' })
  })
})

describe('updating an agent', () => {
  it('clears the current tool with null, and leaves other null members unchanged', () => {
    expect(given(KNOWN).when(update, { id: 'a', name: null, task: null, current_tool: null })).toEqual([
      { type: 'agent-updated', data: { agent: 'a', currentTool: null } },
    ])
  })

  it('is rejected with an invalid time, or if its session was deleted meanwhile', () => {
    expect(given(KNOWN).when(update, { id: 'a', ended_at: 'soon' })).toEqual({ rejected: 'INVALID_INPUT' })
    expect(given(NO_SESSION).when(update, { id: 'a', name: 'Reviewer' })).toEqual({ rejected: 'NOT_FOUND' })
  })
})
