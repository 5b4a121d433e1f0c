import { afterEach, beforeEach, expect, it } from 'vitest'
import type { New } from '../../../../src/events/envelope.js'
import { dump, type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const AT = Date.UTC(2026, 8, 1)

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

const created = (agent: string, subagentType: string): New => ({
  type: 'agent-created',
  data: {
    agent,
    name: 'Context Compaction',
    type: 'subagent',
    subagentType,
    status: 'completed',
    task: null,
    parent: null,
    metadata: null,
  },
  occurredAt: AT,
  by: 'local',
  via: 'import',
})
const seen = (at: number): New => ({
  type: 'compaction-seen',
  data: {
    provider: 'claude',
    line: at - AT,
    agent: null,
    uuid: 'u1',
    trigger: null,
    preTokens: null,
    durationMs: null,
  },
  occurredAt: at,
  by: 'local',
  via: 'transcript',
})
const agents = (): unknown[] => kernel.projector.db.all<{ id: string }>('select id from p_agent').map(({ id }) => id)

it.each([
  ['is the one that was created within ten seconds', created('summary', 'compaction'), AT - 10_000, ['summary']],
  ['is another at any other time', created('summary', 'compaction'), AT - 10_001, ['s-compact-u1', 'summary']],
  ['is no agent of another type', created('worker', 'Explore'), AT, ['s-compact-u1', 'worker']],
])('a compaction in a transcript %s, also after a rebuild', async (_what, agent, at, expected) => {
  await kernel.append('s', [agent, seen(at)])
  expect(agents()).toEqual(expected)
  const live = dump(kernel.connection)
  await kernel.projector.rebuild(() => undefined)
  expect(dump(kernel.connection)).toEqual(live)
})
