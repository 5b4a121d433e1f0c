import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PricedSessions } from '../../../../../src/adapters/sqlite/side/session-costs.js'
import { SideFile } from '../../../../../src/adapters/sqlite/side/side-file.js'
import { systemVisibility } from '../../../../../src/domain/access/system-visibility.js'
import { bookInForce } from '../../../../../src/projections/pricing/price-book.js'
import { usageOfSessions } from '../../../../../src/projections/queries/costs.js'
import { erase } from '../../../../support/kernel/erasing.js'
import type { Said } from '../../../../support/kernel/fork.js'
import { type Kernel, openKernel } from '../../../../support/kernel/kernel.js'

let kernel: Kernel
let folder: string
let opened: SideFile[]
beforeEach(() => {
  kernel = openKernel()
  folder = mkdtempSync(join(tmpdir(), 'switchyard-costs-'))
  opened = []
})
afterEach(async () => {
  for (const file of opened) file.close()
  await kernel.close()
  rmSync(folder, { recursive: true, force: true })
})
const open = (): SideFile => {
  const file = new SideFile(join(kernel.folder, 'switchyard.db'), join(folder, `side-${opened.length}.db`))
  opened.push(file)
  return file
}

let at = Date.UTC(2026, 10, 3)
/** A line of a session that reports the usage of a message; several sessions can report the same message. */
const reply = (session: string, message: string, output: number, executions = 0): Said => ({
  session,
  event: {
    type: 'usage-recorded',
    occurredAt: (at += 1000),
    by: 'local',
    via: 'transcript',
    data: {
      provider: 'claude',
      line: at,
      agent: null,
      message,
      model: 'claude-sonnet-4-5',
      speed: 'standard',
      geo: 'global',
      tier: 'standard',
      embedded: false,
      usage: {
        input: 10,
        output,
        cacheRead: 0,
        cacheWrite: 0,
        cacheWrite1h: 0,
        webSearch: 0,
        webFetch: 0,
        codeExecution: executions,
      },
    },
  },
})

/** Prices every session from its rows, without a cache. */
const truth = ({ db }: SideFile): Map<number, bigint> => {
  const streams = db.all<{ stream: number }>('select stream from p_session').map(({ stream }) => stream)
  const usage = usageOfSessions(db, systemVisibility, bookInForce(db), streams)
  return new Map(streams.map((stream) => [stream, usage.get(stream)?.cost ?? 0n]))
}
const expectTrue = (file: SideFile, priced: PricedSessions): void => {
  const costs = file.reading(() => priced.refresh())
  const wanted = truth(file)
  expect(new Map([...wanted.keys()].map((stream) => [stream, costs.of(stream)]))).toEqual(wanted)
  const order = [...wanted].toSorted(([a, one], [b, other]) => (one === other ? a - b : one < other ? -1 : 1))
  expect(costs.ascending).toEqual(order.map(([stream]) => stream))
}

const replies = fc.array(
  fc.record({
    session: fc.constantFrom('session-a', 'session-b', 'session-c'),
    message: fc.constantFrom('m1', 'm2', 'm3'),
    output: fc.integer({ min: 1, max: 1e6 }),
    // The free hours of an account end after some thousand requests.
    executions: fc.constantFrom(0, 0, 20_000),
    isRead: fc.boolean(),
  }),
  { minLength: 3, maxLength: 12 },
)

describe('the cached costs of sessions', () => {
  it('are those of their usage after any changes, also of messages that move between sessions', async () => {
    const file = open()
    const priced = new PricedSessions(file)
    let run = 0
    await fc.assert(
      fc.asyncProperty(replies, async (steps) => {
        run++
        for (const { session, message, output, executions, isRead } of steps) {
          await kernel.tell([reply(`${session}-${run}`, `${message}-${run}`, output, executions)])
          if (isRead) expectTrue(file, priced)
        }
        expectTrue(file, priced)
      }),
      { numRuns: 15 },
    )
  })

  it('follow the rules, and an erasure', async () => {
    const file = open()
    const priced = new PricedSessions(file)
    await kernel.tell([reply('session-a', 'm1', 1000), reply('session-b', 'm1', 2000), reply('session-b', 'm2', 3000)])
    expectTrue(file, priced)
    const before = priced.ascending.map((stream) => priced.of(stream))
    const rule = bookInForce(file.db).ruleFor('claude-sonnet-4-5')
    const dearer = { ...rule, standard: { ...rule?.standard, output: 1000 } }
    kernel.connection
      .prepare('insert into p_pricing_rule values (?, ?, 0)')
      .run(String(rule?.pattern), JSON.stringify(dearer))
    expectTrue(file, priced)
    expect(priced.ascending.map((stream) => priced.of(stream))).not.toEqual(before)
    await erase(kernel, ['session-b'])
    priced.startOver()
    expectTrue(file, priced)
  })

  it('are complete after the background priced only some', async () => {
    const file = open()
    const priced = new PricedSessions(file)
    for (let i = 0; i < 300; i++) await kernel.tell([reply(`session-${i}`, `m-${i}`, i + 1)])
    expect(priced.advance()).toBe(true)
    await kernel.tell([reply('session-299', 'm-more', 7), reply('session-new', 'm-new', 7)])
    expectTrue(file, priced)
    expect(priced.advance()).toBe(false)
  })
})
