import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { New } from '../../../src/events/envelope.js'
import { callLine } from '../../support/kernel/call-lines.js'
import type { Said } from '../../support/kernel/fork.js'
import { openInMemory } from '../../support/kernel/kernel.js'

const FORKED_AT = 100

const forkHook: New = {
  type: 'hook-received',
  data: { kind: 'SessionStart', provider: 'claude', payload: { session_id: 'fork', source: 'fork' } },
  occurredAt: FORKED_AT,
  by: 'local',
  via: 'hook',
}
const reply = (id: string, at: number, copied: boolean): New => {
  const line = callLine(id.padEnd(16, '-'), 'Bash', at)
  return copied ? { ...line, data: { ...line.data, copied: true } } : line
}
const said = (session: string, ...events: New[]): Said[] => events.map((event) => ({ session, event }))

/** The original goes on after the fork: only what the lines or the hook say shows which one it is. */
const family = (marked: boolean): readonly Said[] => [
  ...said('fork', reply('one', 10, marked), reply('two', 120, false), ...(marked ? [] : [forkHook])),
  ...said('original', reply('one', 10, false), reply('three', 130, false)),
]

const tokensAfter = async (events: readonly Said[], together: boolean): Promise<unknown> => {
  const kernel = openInMemory()
  try {
    await kernel.tell(events, together)
    return kernel.connection
      .prepare(
        `select s.id, sum(u.input) as input, sum(u.messages) as messages from p_usage_session u
         join p_session s on s.stream = u.stream group by 1 order by 1`,
      )
      .all()
  } finally {
    await kernel.close()
  }
}

describe('a reply that a fork copied', () => {
  it.each([
    ['its lines name the session that made them', true],
    ['a hook says when it was forked', false],
  ])('counts in the original in any order of arrival: %s', async (_how, marked) => {
    const events = family(marked)
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...events], { minLength: events.length }),
        fc.boolean(),
        async (order, together) => {
          expect(await tokensAfter(order, together)).toEqual([
            { id: 'fork', input: 1, messages: 1 },
            { id: 'original', input: 2, messages: 2 },
          ])
        },
      ),
      { numRuns: 40 },
    )
  })

  it('counts in the fork when the original is missing', async () => {
    const events = family(false).filter(({ session }) => session === 'fork')
    expect(await tokensAfter(events, false)).toEqual([{ id: 'fork', input: 2, messages: 2 }])
  })

  it('is listed as a call of the original', async () => {
    const kernel = openInMemory()
    try {
      await kernel.tell(family(true))
      const calls = kernel.connection.prepare(
        'select s.id from p_call c join p_session s on s.stream = c.stream where c.repeats = 0 order by c.id, s.id',
      )
      expect(calls.pluck().all()).toEqual(['original', 'original', 'fork'])
    } finally {
      await kernel.close()
    }
  })
})
