import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OwnerId } from '../../../src/domain/access/author.js'
import type { New } from '../../../src/events/envelope.js'
import { laneStream, sessionStream } from '../../../src/events/streams.js'
import { arriving, family } from '../../support/kernel/fork.js'
import { dump, type Kernel, openInMemory } from '../../support/kernel/kernel.js'
import { replay, step } from '../../support/kernel/lane-steps.js'

const owner = fc.constantFrom<OwnerId>('local', 'user:1', 'user:2')
const choices = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 5, maxLength: 60 })
const BY = { by: 'host', via: 'system' } as const
const runs = { numRuns: 15 }

const REQUEST = {
  cwd: '/shop',
  tool: 'cli_a',
  slot: 0,
  prompt: null,
  model: null,
  permissionMode: null,
  effort: null,
  sandbox: null,
  approval: null,
  resume: null,
  fork: false,
  worktree: null,
} as const

/** A run, a feature and a stack of a lane. */
const inLane = (lane: number): readonly New[] => [
  { type: 'run-requested', data: { lane, run: `run_${lane}`, ...REQUEST }, occurredAt: 1, ...BY },
  { type: 'feature-activated', data: { lane, feature: lane, slug: 'cart', title: null }, occurredAt: 1, ...BY },
  { type: 'stack-slot-assigned', data: { lane, slot: lane, ports: {}, repository: '/shop' }, occurredAt: 1, ...BY },
  { type: 'stack-hook-started', data: { lane, hook: 'migrate', job: `job_${lane}` }, occurredAt: 1, ...BY },
]

/** An event of a session or of a lane. */
type Told = readonly [of: string | number, event: New]

/** An event that gives a session or a lane to somebody, and where in a history it happens. */
interface Gift {
  readonly of: string | number
  readonly to: OwnerId
  /** A part of the history, from 0 to 1. */
  readonly after: number
}

const gifts = (...of: readonly (string | number)[]) =>
  fc.array(fc.record({ of: fc.constantFrom(...of), to: owner, after: fc.double({ min: 0, max: 1, noNaN: true }) }), {
    minLength: 1,
    maxLength: 8,
  })

const given = ({ of, to }: Gift, occurredAt: number): Told =>
  typeof of === 'number'
    ? [of, { type: 'lane-owner-changed', data: { lane: of, owner: to }, occurredAt, ...BY }]
    : [of, { type: 'session-owner-determined', data: { owner: to, evidence: 'assigned' }, occurredAt, ...BY }]

/** Returns a history with its gifts, and the same history with every gift to the owner that the row has at its end. */
const both = (history: readonly Told[], given_: readonly Gift[]) => {
  const inOrder = given_.toSorted((a, b) => a.after - b.after)
  const last = new Map(inOrder.map(({ of, to }) => [of, to]))
  const told = (gifts: readonly Gift[]): Told[] => {
    const left = [...gifts]
    const all: Told[] = []
    // A lane has to exist before it is given to somebody.
    const created = history.findIndex(([of]) => typeof of === 'string') === -1 ? 2 : 0
    for (const [i, one] of history.entries()) {
      all.push(one)
      while (i + 1 >= created && left[0] !== undefined && left[0].after * history.length <= i)
        all.push(given(left.shift() as Gift, one[1].occurredAt))
    }
    return [...all, ...left.map((gift) => given(gift, 1))]
  }
  const settled = told(inOrder.map((gift) => ({ ...gift, to: last.get(gift.of) ?? gift.to })))
  return {
    changing: told(inOrder),
    settled: settled.map(([of, event]): Told => {
      const to = last.get(of)
      const isGift = event.type === 'lane-owner-changed' || event.type === 'session-owner-determined'
      return [of, to === undefined || isGift ? event : { ...event, by: to }]
    }),
  }
}

const append = async (kernel: Kernel, history: readonly Told[], size: number): Promise<void> => {
  for (let from = 0; from < history.length; from += size)
    await kernel.committer.submit((tx) => {
      for (const [of, event] of history.slice(from, from + size))
        if (typeof of === 'number') tx.append(laneStream(String(of)), event as New<'lane-owner-changed'>)
        else tx.append(sessionStream(of), event as New<'session-owner-determined'>)
    })
}

/**
 * All rows, but for sums of nothing: a count that went up and down again leaves one. The audit log tells each change, so it differs.
 */
const rowsOf = (kernel: Kernel) => {
  const { p_stage_count, p_audit: _, ...others } = dump(kernel.connection)
  const counts = ['entered', 'failed', 'with_evidence', 'detected', 'rework']
  const isSomething = (row: unknown): boolean =>
    counts.some((name) => (row as Readonly<Record<string, unknown>>)[name] !== 0)
  return { ...others, p_stage_count: p_stage_count?.filter(isSomething) }
}

const expectSameRows = async (history: readonly Told[], gifts: readonly Gift[], size: number): Promise<void> => {
  const { changing, settled } = both(history, gifts)
  const [a, b] = [openInMemory(), openInMemory()]
  try {
    await append(a, changing, size)
    await append(b, settled, 1)
    const rows = rowsOf(a)
    expect(rows).toEqual(rowsOf(b))
    await a.projector.rebuild(() => undefined)
    expect(rowsOf(a)).toEqual(rows)
  } finally {
    await Promise.all([a.close(), b.close()])
  }
}

describe('a change of owner gives the rows of a history in which the last owner was there from the start', () => {
  it('for sessions and their forks', async () => {
    await fc.assert(
      fc.asyncProperty(
        family,
        choices,
        gifts('parent', 'fork', 'late'),
        fc.integer({ min: 1, max: 40 }),
        async (told, order, given, size) => {
          const history = arriving(told, order).map(({ session, event }): Told => [session, event])
          await expectSameRows(history, given, size)
        },
      ),
      runs,
    )
  })

  it('for lanes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        gifts(1, 2),
        fc.integer({ min: 1, max: 40 }),
        async (steps, given, size) => {
          const told = replay(steps).events.map(({ lane, event }): Told => [lane, event])
          const begun = [1, 2].flatMap((lane) => inLane(lane).map((event): Told => [lane, event]))
          await expectSameRows([...told.slice(0, 2), ...begun, ...told.slice(2)], given, size)
        },
      ),
      runs,
    )
  })
})
