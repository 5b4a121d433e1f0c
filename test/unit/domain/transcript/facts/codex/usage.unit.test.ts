import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CodexState, codexStart, codexStep } from '../../../../../../src/domain/transcript/facts/codex/step.js'
import {
  shownResponse,
  shownTotals,
  type Told,
  type TotalsOf,
} from '../../../../../../src/domain/transcript/facts/codex/usage.js'
import type { Fact } from '../../../../../../src/domain/transcript/facts/facts.js'
import { only } from '../../../../../support/domain/only.js'

const START = Date.parse('2026-02-01T10:00:00.000Z')
/** A line `at` seconds after the start. */
const line = (type: string, payload: object, at = 1): object => ({
  timestamp: new Date(START + at * 1000).toISOString(),
  type,
  payload,
})
const event = (type: string, more: object = {}, at = 1): object => line('event_msg', { type, ...more }, at)
const tokens = (input: number, output: number, cached = 0): object => ({
  input_tokens: input,
  cached_input_tokens: cached,
  output_tokens: output,
  total_tokens: input + output,
})
const counted = (total: object | null, last: object | null = null, at = 1, more: object = {}): object =>
  event('token_count', { info: { total_token_usage: total, last_token_usage: last }, ...more }, at)
const recorded = (id: string, used: object, at = 1, more: object = {}): object =>
  line('token_usage_record', { thread_id: 'own', response_id: id, usage: used, ...more }, at)
const model = line('turn_context', { model: 'gpt-5.2', cwd: '/project' })

/** Reads lines with the state as a cursor stores it between two of them. */
function read(lines: readonly unknown[], totalsOf: TotalsOf = () => null, splits = false): Fact[] {
  let state = codexStart(0)
  return lines.flatMap((value, index) => {
    if (splits) state = JSON.parse(JSON.stringify(state)) as CodexState
    return codexStep(state, value, { line: index + 1, session: 's', agent: null }, totalsOf)
  })
}
const outputs = (facts: readonly Fact[]): number[] => only(facts, 'usage-recorded').map((fact) => fact.usage.output)
/** The sum of input and output over messages that count once. */
function totalOf(facts: readonly Fact[]): readonly [number, number] {
  const messages = new Map(only(facts, 'usage-recorded').map(({ message, usage }) => [message, usage]))
  const used = [...messages.values()]
  return [
    used.reduce((sum, { input, cacheRead }) => sum + input + cacheRead, 0),
    used.reduce((sum, { output }) => sum + output, 0),
  ]
}
const toldBy = (lines: readonly unknown[]): Told => ({
  totals: new Set(lines.flatMap((value) => shownTotals(value) ?? [])),
  responses: new Set(lines.flatMap((value) => shownResponse(value) ?? [])),
})

describe('the token usage of a Codex rollout', () => {
  it('counts the growth of the totals, with cached input separate', () => {
    const facts = read([model, counted(tokens(1000, 200, 100)), counted(tokens(1600, 450, 300))])
    expect(only(facts, 'usage-recorded')).toMatchObject([
      { model: 'gpt-5.2', usage: { input: 900, cacheRead: 100, output: 200 } },
      { model: 'gpt-5.2', usage: { input: 400, cacheRead: 200, output: 250 } },
    ])
  })

  it('counts a repeated total once, whatever the last usage', () => {
    expect(outputs(read([counted(tokens(10, 5)), counted(tokens(10, 5), tokens(10, 5))]))).toEqual([5])
  })

  it('counts nothing for rate limits alone', () => {
    expect(read([event('token_count', { info: null, rate_limits: {} })])).toEqual([])
  })

  it('counts the last usage when a total shrinks, then the growth from the new total', () => {
    const facts = read([counted(tokens(100, 50)), counted(tokens(60, 20), tokens(30, 7)), counted(tokens(70, 25))])
    expect(outputs(facts)).toEqual([50, 7, 5])
    expect(outputs(read([counted(tokens(100, 50)), counted(tokens(60, 20))]))).toEqual([50, 20])
  })

  it('counts the last usage when there is no total', () => {
    expect(outputs(read([counted(null, tokens(10, 5)), counted(null, tokens(10, 6))]))).toEqual([5, 6])
  })

  it('prefers the model of the event and applies changed settings', () => {
    const own = event('token_count', { info: { model: 'gpt-6', total_token_usage: tokens(10, 5) } })
    const settings = event('thread_settings_applied', {
      thread_settings: { model: 'gpt-5.5', service_tier: 'priority' },
    })
    const facts = read([model, own, settings, counted(tokens(20, 9))])
    expect(only(facts, 'usage-recorded')).toMatchObject([
      { model: 'gpt-6', speed: 'standard' },
      { model: 'gpt-5.5', speed: 'fast', tier: 'priority' },
    ])
  })

  it('applies a tier from the count that names it', () => {
    const facts = read([
      counted(tokens(10, 5), tokens(10, 5)),
      counted(tokens(20, 10), tokens(10, 5), 2, { service_tier: 'priority' }),
      counted(tokens(30, 15), tokens(10, 5), 3),
      counted(tokens(40, 20), tokens(10, 5), 4, { service_tier: 'default' }),
    ])
    expect(only(facts, 'usage-recorded').map(({ speed }) => speed)).toEqual(['standard', 'fast', 'fast', 'standard'])
  })
})

describe('a counter that does not only grow', () => {
  const first = counted(tokens(1000, 10), tokens(1000, 10), 1)
  const second = counted(tokens(3000, 30), tokens(2000, 20), 2)

  it('ignores a late snapshot of an older total, and counts on from the highest', () => {
    for (const stale of [
      counted(tokens(2990, 29), tokens(1990, 19), 3),
      counted(tokens(1000, 10), tokens(1000, 10), 3),
    ]) {
      expect(totalOf(read([first, second, stale, counted(tokens(4000, 40), tokens(1000, 10), 4)]))).toEqual([4000, 40])
    }
  })

  it('counts a request whole after a restart, whatever the old total was', () => {
    const higher = counted(tokens(3001, 500), tokens(3001, 500), 3)
    expect(totalOf(read([first, second, higher]))).toEqual([6001, 530])
    const lower = counted(tokens(5, 1), tokens(5, 1), 3)
    expect(totalOf(read([first, second, lower, counted(tokens(1005, 11), tokens(1000, 10), 4)]))).toEqual([4005, 41])
  })

  it('counts a restart whose first request has the size of the old first one', () => {
    const again = [counted(tokens(1000, 10), tokens(1000, 10), 3), counted(tokens(1500, 15), tokens(500, 5), 4)]
    expect(totalOf(read([first, second, ...again]))).toEqual([4500, 45])
  })

  it('counts requests whose lines are missing, but no long context', () => {
    const facts = read([first, counted(tokens(400_000, 40), tokens(1000, 10), 2)])
    expect(totalOf(facts)).toEqual([400_000, 40])
    expect(only(facts, 'usage-recorded').map(({ usage, context }) => [usage.input, context])).toEqual([
      [1000, undefined],
      [398_000, 'short'],
      [1000, undefined],
    ])
  })
})

describe('a rollout with token_usage_record', () => {
  it('counts a response by its record, and not by its count', () => {
    const facts = read([recorded('r1', tokens(10, 5)), counted(tokens(10, 5), tokens(10, 5))])
    expect(only(facts, 'usage-recorded')).toMatchObject([{ message: 'r1', usage: { input: 10, output: 5 } }])
  })

  it('counts a response without an id or without tokens by its count', () => {
    const nameless = line('token_usage_record', { usage: tokens(10, 5) })
    expect(outputs(read([nameless, recorded('r1', tokens(0, 0)), counted(tokens(10, 5), tokens(10, 5))]))).toEqual([5])
  })

  it('counts a response once if its record follows its count', () => {
    const facts = read([counted(tokens(10, 5), tokens(10, 5)), recorded('r1', tokens(10, 5), 2)])
    expect(outputs(facts)).toEqual([5])
  })

  it('counts a compaction that only a record or also the totals contain', () => {
    const [one, compaction] = [tokens(1000, 10), tokens(900, 300)]
    const head = [recorded('r1', one), counted(one, one), recorded('rc', compaction, 2)]
    const without = [...head, counted(one, tokens(0, 0), 3), recorded('r2', tokens(500, 5), 4)]
    expect(totalOf(read([...without, counted(tokens(1500, 15), tokens(500, 5), 5)]))).toEqual([2400, 315])
    const within = [
      ...head,
      counted(tokens(1900, 310), compaction, 3),
      counted(tokens(1900, 310), tokens(0, 0), 4),
      recorded('r2', tokens(500, 5), 5),
      counted(tokens(2400, 315), tokens(500, 5), 6),
    ]
    expect(totalOf(read(within))).toEqual([2400, 315])
  })

  it('counts what no record covers: older lines of the file, and a missing record', () => {
    const facts = read([
      counted(tokens(10, 5), tokens(10, 5)),
      recorded('r2', tokens(10, 5), 2),
      counted(tokens(20, 10), tokens(10, 5), 3),
      counted(tokens(50, 17), tokens(30, 7), 4),
    ])
    expect(totalOf(facts)).toEqual([50, 17])
  })

  it('counts two records whose first count is missing', () => {
    const facts = read([
      recorded('r1', tokens(10, 5)),
      recorded('r2', tokens(20, 6), 2),
      counted(tokens(30, 11), tokens(20, 6), 3),
    ])
    expect(totalOf(facts)).toEqual([30, 11])
  })

  it('applies a tier that only the count names', () => {
    const facts = read([
      recorded('r1', tokens(10, 5)),
      counted(tokens(10, 5), tokens(10, 5), 2, { service_tier: 'priority' }),
    ])
    expect(only(facts, 'usage-recorded')).toMatchObject([
      { message: 'r1', speed: 'standard' },
      { message: 'r1', speed: 'fast' },
    ])
  })
})

describe('a forked Codex rollout', () => {
  const meta = line('session_meta', { id: 'child', forked_from_id: 'parent', cwd: '/project' })
  const old = [counted(tokens(10, 5), null, 3), counted(tokens(20, 9), null, 3)]
  const next = counted(tokens(30, 14), null, 9)

  it("does not count its parent's totals again", () => {
    const parent = toldBy(old)
    expect(outputs(read([meta, ...old, next], (session) => (session === 'parent' ? parent : null)))).toEqual([5])
  })

  it('skips the burst of counts behind its head when the parent is missing', () => {
    expect(outputs(read([meta, ...old, next]))).toEqual([5])
    const across = [1, 2, 3, 4].map((n) => counted(tokens(n * 10, n), tokens(10, 1), 2.99 + n / 200))
    expect(totalOf(read([meta, ...across, counted(tokens(70, 9), tokens(30, 5), 9)]))).toEqual([30, 5])
  })

  it('skips lines with times before its head', () => {
    const copies = [1, 2].map((n) => counted(tokens(n * 10, n), tokens(10, 1), -60 * (3 - n)))
    expect(totalOf(read([meta, ...copies, counted(tokens(50, 7), tokens(30, 5), 9)]))).toEqual([30, 5])
  })

  it('skips the records of its parent, with and without the file of the parent', () => {
    const copied = [recorded('p1', tokens(10, 5), 2, { thread_id: 'parent' }), counted(tokens(10, 5), tokens(10, 5), 2)]
    const own = [recorded('c1', tokens(30, 6), 9, { thread_id: 'child' }), counted(tokens(40, 11), tokens(30, 6), 9.1)]
    const lines = [meta, ...copied, ...own]
    for (const told of [null, toldBy(copied)]) expect(totalOf(read(lines, () => told))).toEqual([30, 6])
  })

  it('counts only the last usage of its first reply when it replays no totals', () => {
    const based = line('session_meta', { id: 'child', forked_from_id: 'parent', history_base: { thread_id: 'parent' } })
    const first = counted(tokens(3600, 120, 3000), tokens(1200, 40, 1000))
    expect(outputs(read([based, first, counted(tokens(4800, 150, 4000))], () => toldBy([first])))).toEqual([40, 30])
  })

  describe('that is a subagent with a counter of its own', () => {
    const spawned = line('session_meta', {
      id: 'child',
      source: { subagent: { thread_spawn: { parent_thread_id: 'p' } } },
    })
    const own = [
      line('turn_context', { model: 'gpt-5.2' }, 2),
      counted(tokens(800, 8), tokens(800, 8), 5),
      counted(tokens(1500, 15), tokens(700, 7), 9),
    ]

    it('counts its first request', () => {
      expect(totalOf(read([spawned, ...own]))).toEqual([1500, 15])
      expect(totalOf(read([spawned, counted(tokens(800, 8), tokens(800, 8), 9)]))).toEqual([800, 8])
    })

    it("counts it also if it has the size of its parent's", () => {
      expect(totalOf(read([spawned, ...own], () => toldBy(own)))).toEqual([1500, 15])
    })
  })
})

describe('the sum of a rollout', () => {
  const request = fc.record({
    input: fc.integer({ min: 1, max: 50 }),
    output: fc.integer({ min: 1, max: 50 }),
    isRecorded: fc.boolean(),
    restarts: fc.boolean(),
  })
  type Request = { input: number; output: number; isRecorded: boolean; restarts: boolean }

  function rollout(requests: readonly Request[]): object[] {
    let [input, output] = [0, 0]
    return requests.flatMap((made, index) => {
      const used = tokens(made.input, made.output)
      if (made.restarts) [input, output] = [0, 0]
      input += made.input
      output += made.output
      const count = counted(tokens(input, output), used, index * 10)
      return made.isRecorded ? [recorded(`r${index}`, used, index * 10 - 1), count] : [count]
    })
  }
  const told = (requests: readonly Request[]): readonly [number, number] => [
    requests.reduce((sum, { input }) => sum + input, 0),
    requests.reduce((sum, { output }) => sum + output, 0),
  ]
  // No two sets of requests have the same sum: a counter that restarts and reaches an earlier total is taken for a repeated count.
  const requests = fc
    .array(request, { minLength: 1, maxLength: 12 })
    .map((list) => list.map((made, index) => ({ ...made, input: made.input * 8192 + 2 ** index })))

  it('is that of its requests, whatever was recorded and wherever the counter restarted', () => {
    fc.assert(
      fc.property(requests, (list) => {
        expect(totalOf(read(rollout(list)))).toEqual(told(list))
      }),
    )
  })

  it('does not change when lines are repeated at once, or when the file is read in parts', () => {
    fc.assert(
      fc.property(requests, fc.array(fc.boolean(), { maxLength: 24 }), (list, twice) => {
        const lines = rollout(list).flatMap((value, index) => (twice[index] === true ? [value, value] : [value]))
        expect(totalOf(read(lines, undefined, true))).toEqual(told(list))
      }),
    )
  })
})
