import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localPrincipal, visibilityWithin } from '../../../../src/domain/access/visibility.js'
import type { New } from '../../../../src/events/envelope.js'
import {
  countEvents,
  countsByDay,
  countsByType,
  eventFacets,
  listEvents,
} from '../../../../src/projections/queries/events.js'
import { callLine } from '../../../support/kernel/call-lines.js'
import { erase } from '../../../support/kernel/erasing.js'
import { dump, type Kernel, meaning, openKernel } from '../../../support/kernel/kernel.js'

const everything = visibilityWithin(localPrincipal, 'all')
const EVERY_PROVIDER: readonly string[] = []

const line = (at: number, source = 'local'): New => ({ ...callLine(`call_${at}`, 'shell', at, 'codex'), source })
const inferredEnd = (at: number): New => ({
  type: 'session-end-inferred',
  data: { reason: 'history' },
  occurredAt: at,
  by: 'host',
  via: 'system',
})
const abandoned = (at: number): New => ({
  type: 'session-abandoned',
  data: { idleMinutes: 180 },
  occurredAt: at,
  by: 'local',
  via: 'http',
})
const created = (at: number): New => ({
  type: 'session-created',
  data: { name: null, cwd: null, model: null, metadata: null },
  occurredAt: at,
  by: 'local',
  via: 'http',
})
const spoken = (at: number): New => ({
  type: 'prompt-recorded',
  data: { provider: 'codex', line: at, agent: null, text: 'go', typed: true, promptId: null },
  occurredAt: at,
  by: 'local',
  via: 'transcript',
})

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

/** Returns the listed event types, oldest first, after checking that every count agrees with the list. */
const figures = (providers: readonly string[], sources: readonly string[] = []) => {
  const { db } = kernel.projector
  const scope = { sources, providers }
  const query = { ...scope, limit: 100, offset: 0, event_type: [], tool_name: [], agent_id: [], session_id: [] }
  const { events, total } = listEvents(db, everything, { ...query, from: undefined, to: undefined })
  const n = events.length
  const sum = (rows: readonly { count: number }[]): number => rows.reduce((all, { count }) => all + count, 0)
  expect(total).toBe(n)
  expect(countEvents(db, everything, scope)).toBe(n)
  expect(sum(countsByType(db, everything, scope))).toBe(n)
  expect(sum(countsByDay(db, everything, scope, 0, 0))).toBe(n)
  expect(eventFacets(db, everything, scope).event_types).toEqual(
    [...new Set(events.map((row) => row.event_type))].toSorted(),
  )
  return events.map(({ event_type }) => event_type).toReversed()
}

describe('an event of a session', () => {
  it('has the provider of its session, also when the service recorded it', async () => {
    await kernel.append('codex', [line(1), inferredEnd(2)])
    await kernel.append('gone', [line(3), abandoned(4)])
    expect(figures(['codex'])).toEqual(['PreToolUse', 'SessionEnd', 'PreToolUse', 'SessionAbandoned'])
    expect(figures(['claude'])).toEqual([])
  })

  it('has the source of its session, not the source it reports', async () => {
    await kernel.append('remote', [line(1, 'src_1'), abandoned(2)])
    expect(figures(EVERY_PROVIDER, ['src_1'])).toEqual(['PreToolUse', 'SessionAbandoned'])
    expect(figures(EVERY_PROVIDER, ['local'])).toEqual([])
  })

  it('changes its provider when the session reports one later', async () => {
    await kernel.append('s', [created(1), abandoned(2)])
    expect(figures(['claude'])).toEqual(['SessionAbandoned'])
    await kernel.append('s', [spoken(3)])
    expect(figures(['codex'])).toEqual(['SessionAbandoned'])
    expect(figures(['claude'])).toEqual([])
  })

  it('is deleted with its session', async () => {
    await kernel.append('s', [created(1), abandoned(2), line(3)])
    await erase(kernel, ['s'])
    expect(figures(EVERY_PROVIDER)).toEqual([])
    const { p_event_home, p_origin, p_ownership } = dump(kernel.connection)
    expect([p_event_home, p_origin, p_ownership]).toEqual([[], [], []])
  })

  it('has the same values in any order, in any batch size and after a rebuild', async () => {
    const events = [created(1), abandoned(2), spoken(3), line(4), inferredEnd(5)]
    await kernel.append('s', events)
    const expected = meaning(kernel.connection)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(events, { minLength: events.length }), async (shuffled) => {
        const [single, batched] = [openKernel(), openKernel()]
        try {
          await single.append('s', shuffled)
          await batched.append('s', shuffled, true)
          expect(meaning(single.connection)).toEqual(expected)
          expect(dump(batched.connection)).toEqual(dump(single.connection))
          const grown = dump(single.connection)
          await single.projector.rebuild(() => undefined)
          expect(dump(single.connection)).toEqual(grown)
        } finally {
          await Promise.all([single.close(), batched.close()])
        }
      }),
      { numRuns: 10 },
    )
  })
})
