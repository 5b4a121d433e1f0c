import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { after, current, isNews, readStatus, type StatusReading } from '../../../../src/domain/statusline/reading.js'

const AT = Date.parse('2026-11-21T12:00:00Z')
const RESET = '2026-11-21T15:00:00.000Z'

const status = (more: object = {}) => ({
  session_id: 's1',
  model: { id: 'claude-opus-4-8', display_name: 'Opus 4.8' },
  context_window: { context_window_size: 200_000, used_percentage: 42.4 },
  exceeds_200k_tokens: false,
  rate_limits: {
    five_hour: { used_percentage: 23.5, resets_at: Date.parse(RESET) / 1000 },
    seven_day: { used_percentage: 41.2, resets_at: RESET },
  },
  ...more,
})
const reading = (more: object = {}): StatusReading => {
  const read = readStatus(status(more), AT)
  if (read === null) throw new Error('no reading')
  return read
}

describe('the status line input', () => {
  it('reports the model, context usage, and plan usage with reset times', () => {
    expect(reading()).toEqual({
      session: 's1',
      at: AT,
      model: 'Opus 4.8',
      context: { usedPercent: 42.4, size: 200_000, over200k: false },
      fiveHour: { usedPercent: 23.5, resetsAt: Date.parse(RESET) },
      sevenDay: { usedPercent: 41.2, resetsAt: Date.parse(RESET) },
    })
  })

  it('requires only a session id', () => {
    expect(readStatus({ session_id: 's1', context_window: null, rate_limits: { five_hour: null } }, AT)).toEqual({
      session: 's1',
      at: AT,
      model: null,
      context: { usedPercent: null, size: null, over200k: false },
      fiveHour: null,
      sevenDay: null,
    })
    expect([null, 7, [], {}, { session_id: 7 }, { session_id: '' }].map((given) => readStatus(given, AT))).toEqual(
      Array.from({ length: 6 }, () => null),
    )
  })

  it('is read whatever it contains, with percentages from 0 to 100', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (model, context, limit) => {
        const given = { session_id: 's', model, context_window: context, rate_limits: { five_hour: limit } }
        const read = readStatus(JSON.parse(JSON.stringify(given)), AT)
        const percent = read?.fiveHour?.usedPercent ?? read?.context.usedPercent ?? 0
        expect(percent >= 0 && percent <= 100).toBe(true)
      }),
    )
    const odd = { used_percentage: 1e9, resets_at: 1e300 }
    expect(reading({ rate_limits: { five_hour: odd } }).fiveHour).toEqual({ usedPercent: 100, resetsAt: null })
  })
})

describe('a status reading', () => {
  it('is news when a whole percent, the model or a window changes, not for tenths', () => {
    const before = reading()
    const limits = (used_percentage: number, resets_at = RESET) => ({
      rate_limits: {
        five_hour: { used_percentage, resets_at },
        seven_day: { used_percentage: 41.2, resets_at: RESET },
      },
    })
    expect(isNews(undefined, before)).toBe(true)
    expect(isNews(before, reading(limits(23.9)))).toBe(false)
    expect(isNews(before, reading(limits(24)))).toBe(true)
    expect(isNews(before, reading(limits(23.5, '2026-11-21T20:00:00Z')))).toBe(true)
    expect(isNews(before, reading({ model: { display_name: 'Sonnet' } }))).toBe(true)
    expect(isNews(before, reading({ exceeds_200k_tokens: true }))).toBe(true)
  })

  it('keeps the previous limits when it has none', () => {
    expect(after(reading(), reading({ rate_limits: null })).fiveHour).toEqual(reading().fiveHour)
  })

  it('has no usage for a window that was reset', () => {
    const { fiveHour } = reading()
    expect([current(fiveHour, AT), current(fiveHour, Date.parse(RESET))]).toEqual([fiveHour, null])
  })
})
