import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { New } from '../../../../src/events/envelope.js'
import { dump, type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const AT = 1_763_600_000_000
const started: New = {
  type: 'hook-received',
  data: {
    kind: 'SubagentStart',
    provider: 'claude',
    payload: { session_id: 's', agent_id: 'a', agent_type: 'Explore' },
  },
  occurredAt: AT,
  by: 'local',
  via: 'hook',
}
const noticed = { occurredAt: AT + 1000, by: 'host', via: 'system' } as const
const abandoned: New = { ...noticed, type: 'session-abandoned', data: { idleMinutes: 180 } }
const ended: New = { ...noticed, type: 'session-end-inferred', data: { reason: 'history' } }

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

describe('a session that is abandoned and ends at the same time', () => {
  it.each([
    { name: 'abandoned first', events: [started, abandoned, ended] },
    { name: 'ended first', events: [started, ended, abandoned] },
  ])('has the same subagents live and after a rebuild: $name', async ({ events }) => {
    await kernel.append('s', events)
    const live = dump(kernel.connection)
    expect(live.p_agent).toEqual([expect.objectContaining({ id: 'a', status: 'completed', why_type: 'SessionEnd' })])
    await kernel.projector.rebuild(() => undefined)
    expect(dump(kernel.connection)).toEqual(live)
  })
})
