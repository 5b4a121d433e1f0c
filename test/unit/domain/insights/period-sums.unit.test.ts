import { describe, expect, it } from 'vitest'
import { Names } from '../../../../src/domain/insights/names.js'
import { PeriodSums, type SessionGroup } from '../../../../src/domain/insights/period-sums.js'
import { nameOf } from '../../../../src/domain/insights/tally.js'

const group: SessionGroup = {
  stream: 1,
  owner: 'local',
  status: 'completed',
  source: 'local',
  provider: 'claude',
  cwd: '/shop',
  model: null,
  mainStatus: null,
}
const ALWAYS = { from: -Infinity, to: Infinity }

describe('the sums of a period', () => {
  it('count a series by day and provider, in whatever order the sessions come', () => {
    const names = new Names()
    const prompt = names.idOf('prompt')
    const sums = new PeriodSums(names, { hourOf: (quarter) => quarter, series: (kind) => kind })
    for (const [provider, quarter] of [
      ['claude', 1],
      ['codex', 2],
      ['claude', 30],
      ['claude', 3],
    ] as const) {
      const cells = { quarters: [quarter], ids: [prompt], counts: [10] }
      sums.add({ ...group, provider }, { cells, ...ALWAYS })
    }
    const days = (): unknown =>
      [...(sums.series.get('prompt') ?? [])].map(([provider, counts]) => [provider, Object.fromEntries(counts)])
    expect(days()).toEqual([
      ['claude', { 0: 20, 1: 10 }],
      ['codex', { 0: 10 }],
    ])
    // Reading them twice changes nothing.
    expect(days()).toEqual(days())
  })

  it('fail for a counter of a topic that was not summed', () => {
    const names = new Names()
    const call = names.idOf(nameOf('call', 'Bash', 'ok', ''))
    const sums = new PeriodSums(names, { topics: ['calls'] })
    sums.add(group, { cells: { quarters: [1], ids: [call], counts: [2] }, ...ALWAYS })
    expect(sums.of('call')).toEqual([{ parts: ['Bash', 'ok', ''], n: 2, sessions: 1 }])
    expect(() => sums.of('error')).toThrow('error is not summed here')
    expect(() => sums.get('erred')).toThrow('erred is not summed here')
  })
})
