import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localPrincipal, visibilityWithin } from '../../../../src/domain/access/visibility.js'
import { QUARTER } from '../../../../src/domain/time.js'
import { type EventQuery, type EventShape, listEvents } from '../../../../src/projections/queries/events.js'
import { erase } from '../../../support/kernel/erasing.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'
import { toldSession } from '../../../support/kernel/session-script.js'

const everything = visibilityWithin(localPrincipal, 'all')
const ALL: EventQuery = {
  sources: [],
  providers: [],
  limit: 10_000,
  offset: 0,
  event_type: [],
  tool_name: [],
  agent_id: [],
  session_id: [],
  from: undefined,
  to: undefined,
}

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

const list = (query: Partial<EventQuery>) => listEvents(kernel.projector.db, everything, { ...ALL, ...query })

/** Returns the ids that a full scan with the same filter gives. */
const sieved = (
  events: readonly EventShape[],
  { event_type = [], tool_name = [], from = 0, to = Infinity }: Partial<EventQuery>,
): readonly number[] =>
  events
    .filter(
      (event) =>
        (event_type.length === 0 || event_type.includes(event.event_type)) &&
        (tool_name.length === 0 || tool_name.includes(event.tool_name ?? '')) &&
        timeOf(event) >= from &&
        timeOf(event) <= to,
    )
    .map(({ id }) => id)
const timeOf = ({ created_at }: EventShape): number => Date.parse(created_at ?? '')

describe('the list of events', () => {
  it('has the same rows and total as a full scan, for any filter', async () => {
    let made = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(toldSession('s'), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (told, erases) => {
          const sessions = told.map(() => `s${(made += 1)}`)
          for (const [i, { hooks, transcripts }] of told.entries()) {
            await kernel.append(sessions[i] ?? '', [...hooks, ...transcripts.flat()], true)
          }
          if (erases) await erase(kernel, sessions.slice(0, 1))
          const { events, total } = list({})
          expect(total).toBe(events.length)
          const kinds = [
            [],
            ...new Set(events.map(({ event_type }) => event_type)),
            ['PreToolUse', 'Stop'],
            ['Nothing'],
          ]
          const tools = [
            [],
            ...new Set(events.flatMap(({ tool_name }) => tool_name ?? [])),
            ['Bash', 'Read'],
            ['Nobody'],
          ]
          const times = events.map(timeOf)
          const [first, last] = [Math.min(...times), Math.max(...times)]
          const spans = [
            {},
            { from: first + 1 },
            { from: first, to: last - 1 },
            { from: first - QUARTER, to: last + QUARTER },
            { from: last, to: last },
            { from: Math.floor(first / QUARTER) * QUARTER, to: Math.ceil(last / QUARTER) * QUARTER - 1 },
            { from: last + 1, to: first },
          ]
          for (const event_type of kinds.map((kind) => [kind].flat())) {
            for (const tool_name of tools.map((tool) => [tool].flat())) {
              for (const span of spans) {
                const query = { event_type, tool_name, ...span }
                const found = list(query)
                expect(found.events.map(({ id }) => id)).toEqual(sieved(events, query))
                expect(found.total).toBe(found.events.length)
              }
            }
          }
        },
      ),
      { numRuns: 10 },
    )
  })
})
