import { describe, expect, it } from 'vitest'
import { hookStream } from '../../bench/hooks.js'
import { quantile } from '../../bench/quantile.js'
import { limitRow, ratioRow } from '../../bench/row.js'
import { printedTable } from '../../bench/table.js'

const sessions = (seed: number) => new Set(hookStream(5, seed).map(({ body }) => JSON.parse(body).session_id))

describe('the hook stream of the benchmark', () => {
  it('is the same for the same seed, and has other sessions for another seed', () => {
    expect(hookStream(5, 3)).toEqual(hookStream(5, 3))
    expect(sessions(3).size).toBe(5)
    expect([...sessions(3)].filter((id) => sessions(4).has(id))).toEqual([])
  })

  it('keeps the order of each session, from its start to its end', () => {
    const bySession = new Map<string, string[]>()
    for (const { body } of hookStream(30)) {
      const { session_id, hook_event_name } = JSON.parse(body)
      bySession.set(session_id, [...(bySession.get(session_id) ?? []), hook_event_name])
    }
    for (const names of bySession.values()) {
      expect([names[0], names.at(-2), names.at(-1)]).toEqual(['SessionStart', 'Stop', 'SessionEnd'])
    }
  })
})

describe('the table of the benchmark', () => {
  it('marks missed limits', () => {
    const rows = [ratioRow('speed', '50/s of 100/s', 0.5, { min: 0.6 }), limitRow('p99', 4.25, 6, 'ms')]
    expect(printedTable(rows)).toBe(
      [
        'what   floor     measured       ratio',
        'speed  >= 0.6 x  50/s of 100/s  0.50   MISSED',
        'p99    <= 6 ms   4.3 ms',
      ].join('\n'),
    )
  })

  it('computes quantiles without interpolation', () => {
    const values = Array.from({ length: 100 }, (_, n) => 100 - n)
    expect([quantile(values, 0.5), quantile(values, 0.99), quantile([7], 0.99)]).toEqual([51, 100, 7])
  })
})
