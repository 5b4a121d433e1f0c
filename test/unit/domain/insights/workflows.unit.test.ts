import { describe, expect, it } from 'vitest'
import { digestOf, type InsightAgent, type InsightRows } from '../../../../src/domain/insights/digest.js'
import { Tally } from '../../../../src/domain/insights/tally.js'
import { workflowsOf } from '../../../../src/domain/insights/workflows.js'

const subagent = (type: string, index: number): InsightAgent => ({
  id: `agent-${index}`,
  isMain: false,
  type,
  status: 'completed',
  parent: null,
  startedAt: index,
  endedAt: index + 1,
  model: null,
})

const sessionWith = (...types: readonly string[]): InsightRows => ({
  session: { status: 'completed', model: null, startedAt: 0, endedAt: 100 },
  agents: types.map(subagent),
  calls: [],
  errors: [],
  recovered: [],
})

const patternsOf = (...sessions: readonly InsightRows[]) => {
  const tally = new Tally()
  for (const session of sessions) digestOf(session, tally)
  return workflowsOf(tally, 0).patterns.patterns
}

describe('a subagent sequence', () => {
  it('has a count of occurrences and a percentage of sessions', () =>
    expect(
      patternsOf(sessionWith('Plan', 'Plan', 'Plan', 'Plan'), sessionWith('Plan', 'Plan'), sessionWith()),
    ).toContainEqual({ steps: ['Plan', 'Plan'], count: 4, percentage: 66.7 }))
})
