import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localPrincipal, visibilityWithin } from '../../../../src/domain/access/visibility.js'
import { contentKey } from '../../../../src/events/digest.js'
import type { New } from '../../../../src/events/envelope.js'
import { countEvents, eventFacets, listEvents } from '../../../../src/projections/queries/events.js'
import { streamOfSession } from '../../../../src/projections/queries/sessions.js'
import { toolsOfAgent } from '../../../../src/projections/queries/tools.js'
import { callLine, resultLine } from '../../../support/kernel/call-lines.js'
import { erase } from '../../../support/kernel/erasing.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const everything = visibilityWithin(localPrincipal, 'all')
const scope = { sources: [], providers: [] }
const ID = 'toolu_0123456789abcdef'

const call = (name: string, at: number, id = ID): New => callLine(id, name, at)
const result = (at: number, id = ID): New => resultLine(id, at)
const hook = (session: string, kind: string, at: number, id = ID): New => ({
  type: 'hook-received',
  data: { kind, provider: 'claude', payload: { session_id: session, tool_name: 'Bash', tool_use_id: id } },
  occurredAt: at,
  by: 'local',
  via: 'hook',
  dedup: contentKey(session, kind, id),
})

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

/** `session kind tool`, oldest first. */
const listed = (): string[] => {
  const query = { ...scope, limit: 100, offset: 0, event_type: [], tool_name: [], agent_id: [], session_id: [] }
  const { events, total } = listEvents(kernel.projector.db, everything, { ...query, from: undefined, to: undefined })
  expect(total).toBe(events.length)
  expect(countEvents(kernel.projector.db, everything, scope)).toBe(events.length)
  return events.map(({ session_id, event_type, tool_name }) => `${session_id} ${event_type} ${tool_name}`).toReversed()
}
const tools = (): readonly string[] => eventFacets(kernel.projector.db, everything, scope).tool_names
describe('a tool call repeated by a fork', () => {
  it('is listed and counted only in the session that made it first', async () => {
    await kernel.append('parent', [call('Bash', 1), result(2)])
    await kernel.append('fork', [call('Bash', 1), result(2), call('Read', 5, 'toolu_of-the-fork-itself')])
    expect(listed()).toEqual(['parent PreToolUse Bash', 'parent PostToolUse Bash', 'fork PreToolUse Read'])
  })

  it('belongs only to the agent that made it first', async () => {
    await kernel.append('parent', [call('Bash', 1), result(2)])
    await kernel.append('fork', [call('Bash', 1), result(2), call('Read', 5, 'toolu_own'), result(6, 'toolu_own')])
    const toolsOf = (session: string) => {
      const { db } = kernel.projector
      const stream = streamOfSession(db, everything, session, scope) ?? 0
      const calls = toolsOfAgent(db, everything, stream, null, { limit: 10, offset: 0 })
      return calls.map(({ tool_name }) => tool_name)
    }
    expect([toolsOf('parent'), toolsOf('fork')]).toEqual([['Bash'], ['Read']])
  })

  it('moves from the fork to the parent when the parent is read later', async () => {
    await kernel.append('parent', [hook('parent', 'SessionStart', 0, 'none')])
    await kernel.append('fork', [call('Bash', 1), result(2)])
    expect(listed().slice(1)).toEqual(['fork PreToolUse Bash', 'fork PostToolUse Bash'])
    await kernel.append('parent', [call('Bash', 1), result(2)])
    expect(listed().slice(1)).toEqual(['parent PreToolUse Bash', 'parent PostToolUse Bash'])
  })

  it('is listed in the parent when hooks reported it there first', async () => {
    await kernel.append('parent', [hook('parent', 'PreToolUse', 1), hook('parent', 'PostToolUse', 2)])
    await kernel.append('fork', [call('Bash', 1), result(2)])
    await kernel.append('parent', [call('Bash', 1), result(2)])
    expect(listed()).toEqual(['parent PreToolUse Bash', 'parent PostToolUse Bash'])
  })

  it('is not listed in the fork when its result is read before the call', async () => {
    await kernel.append('parent', [call('Bash', 1), result(2)])
    await kernel.append('fork', [result(2), call('Bash', 1)])
    expect(listed()).toEqual(['parent PreToolUse Bash', 'parent PostToolUse Bash'])
    await erase(kernel, ['parent'])
    expect(listed()).toEqual(['fork PreToolUse Bash', 'fork PostToolUse Bash'])
  })

  it('moves to the fork when the parent is deleted, and is deleted with the fork', async () => {
    await kernel.append('parent', [call('Bash', 1), result(2)])
    await kernel.append('fork', [call('Bash', 1), result(2)])
    await erase(kernel, ['parent'])
    expect(listed()).toEqual(['fork PreToolUse Bash', 'fork PostToolUse Bash'])
    expect(tools()).toEqual(['Bash'])
    await erase(kernel, ['fork'])
    expect([listed(), tools()]).toEqual([[], []])
  })

  it('counts for the provider of its session when two CLIs report the same id', async () => {
    await kernel.append('parent', [call('Bash', 1), result(2)])
    await kernel.append('fork', [callLine(ID, 'Bash', 0, 'codex')])
    const of = (provider: string): number =>
      countEvents(kernel.projector.db, everything, { sources: [], providers: [provider] })
    expect([of('claude'), of('codex')]).toEqual([0, 1])
  })
})
