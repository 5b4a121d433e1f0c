import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dump, meaning, openInMemory } from '../../support/kernel/kernel.js'
import { arriving, family } from '../../support/kernel/fork.js'
import { interleaved, type Told, toldSession } from '../../support/kernel/session-script.js'

const choices = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 5, maxLength: 60 })
const runs = { numRuns: 15 }

const reportsOf = ({ hooks, statuses, transcripts }: Told) => [hooks, statuses, ...transcripts]

describe('table invariants for generated sessions', () => {
  it('the arrival order of hooks and transcripts does not change the rows', async () => {
    await fc.assert(
      fc.asyncProperty(toldSession('s-1'), choices, choices, async (told, one, other) => {
        const tellings = reportsOf(told)
        const [a, b] = [openInMemory(), openInMemory()]
        try {
          await a.append(told.session, interleaved(tellings, one))
          await b.append(told.session, interleaved(tellings, other))
          expect(meaning(b.connection)).toEqual(meaning(a.connection))
        } finally {
          await Promise.all([a.close(), b.close()])
        }
      }),
      runs,
    )
  })

  it('a rebuild from the log reproduces the live tables byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(toldSession('s-1'), toldSession('s-2'), choices, async (first, second, order) => {
        const kernel = openInMemory()
        try {
          for (const told of [first, second]) {
            await kernel.append(told.session, interleaved(reportsOf(told), order))
          }
          const live = dump(kernel.connection)
          await kernel.projector.rebuild(() => undefined)
          expect(dump(kernel.connection)).toEqual(live)
        } finally {
          await kernel.close()
        }
      }),
      runs,
    )
  })

  it('the batch size does not change the tables', async () => {
    await fc.assert(
      fc.asyncProperty(toldSession('s-1'), choices, async (told, order) => {
        const events = interleaved(reportsOf(told), order)
        const [single, batched] = [openInMemory(), openInMemory()]
        try {
          await single.append(told.session, events)
          await batched.append(told.session, events, true)
          expect(dump(batched.connection)).toEqual(dump(single.connection))
        } finally {
          await Promise.all([single.close(), batched.close()])
        }
      }),
      runs,
    )
  })

  it('an event that arrives twice is stored once', async () => {
    await fc.assert(
      fc.asyncProperty(toldSession('s-1'), choices, async (told, order) => {
        const kernel = openInMemory()
        try {
          const events = interleaved(reportsOf(told), order)
          await kernel.append(told.session, events)
          const once = dump(kernel.connection)
          await kernel.append(told.session, events, true)
          expect(dump(kernel.connection)).toEqual(once)
        } finally {
          await kernel.close()
        }
      }),
      runs,
    )
  })
})

describe('table invariants for sessions and their forks', () => {
  it('the arrival order does not change the rows', async () => {
    await fc.assert(
      fc.asyncProperty(family, choices, choices, async (told, one, other) => {
        const [a, b] = [openInMemory(), openInMemory()]
        try {
          await a.tell(arriving(told, one))
          await b.tell(arriving(told, other))
          expect(meaning(b.connection)).toEqual(meaning(a.connection))
        } finally {
          await Promise.all([a.close(), b.close()])
        }
      }),
      runs,
    )
  })

  it('a rebuild and any batch size reproduce the live tables byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(family, choices, fc.integer({ min: 2, max: 40 }), async (told, order, size) => {
        const [single, batched] = [openInMemory(), openInMemory()]
        try {
          const said = arriving(told, order)
          await single.tell(said)
          for (let from = 0; from < said.length; from += size) await batched.tell(said.slice(from, from + size), true)
          const grown = dump(single.connection)
          expect(dump(batched.connection)).toEqual(grown)
          await single.projector.rebuild(() => undefined)
          expect(dump(single.connection)).toEqual(grown)
        } finally {
          await Promise.all([single.close(), batched.close()])
        }
      }),
      runs,
    )
  })

  it('the stored counts and homes equal those of the rows', async () => {
    await fc.assert(
      fc.asyncProperty(family, choices, async (told, order) => {
        const kernel = openInMemory()
        const all = (sql: string): unknown[] => kernel.connection.prepare(sql).all()
        try {
          await kernel.tell(arriving(told, order))
          expect(all('select stream, owner, source, provider from p_ownership join p_origin using (stream)')).toEqual(
            all('select stream, owner, source, provider from p_session'),
          )
          expect(all(`select * from p_session_group`)).toEqual(
            all(`select owner, provider, source, status, situation, coalesce(main_status, '') as main_status,
                   coalesce(model, '') as model, coalesce(cwd, '') as cwd, count(*) as n from p_session
                 group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8`),
          )
          expect(all(`select * from p_agent_group`)).toEqual(
            all(`select s.owner, a.status, s.source, s.provider, count(*) as n from p_agent a join p_session s on s.stream = a.stream
                 group by 1, 2, 3, 4 order by 1, 2, 3, 4`),
          )
          expect(all(`select * from p_event_group`)).toEqual(
            all(`select s.owner, e.type, coalesce(e.tool, '') as tool, s.source, s.provider, count(*) as n
                 from p_event e join p_session s on s.stream = e.stream group by 2, 3, 1, 4, 5 order by 2, 3, 1, 4, 5`),
          )
          expect(
            all(`select day, owner, sum(messages) as n, sum(output) as output from p_usage_day group by 1, 2`),
          ).toEqual(
            all(`select u.day, s.owner, sum(u.messages) as n, sum(u.output) as output from p_usage_session u
                 join p_session s on s.stream = u.stream group by 1, 2 order by 1, 2`),
          )
        } finally {
          await kernel.close()
        }
      }),
      runs,
    )
  })
})
