import { describe, expect, it } from 'vitest'
import { type Zone, zoneNamed } from '../../../../src/domain/reports/zone.js'
import { dayGroups } from '../../../../src/domain/session/day-group.js'

const zone = (name: string): Zone => {
  const found = zoneNamed(name)
  if (found === undefined) throw new Error(`no zone ${name}`)
  return found
}
const groups = (now: string, oldest: string, name = 'UTC') =>
  dayGroups(zone(name), Date.parse(now), Date.parse(oldest)).map(({ kind, from, to }) => [
    kind,
    new Date(from).toISOString().slice(0, 16),
    to === null ? null : new Date(to).toISOString().slice(0, 16),
  ])

describe('the groups of the list of sessions', () => {
  it('on a Thursday are today, yesterday, the week from Monday, the rest of the month, and months', () => {
    expect(groups('2026-11-19T12:00Z', '2026-10-03T00:00Z')).toEqual([
      ['today', '2026-11-19T00:00', null],
      ['yesterday', '2026-11-18T00:00', '2026-11-19T00:00'],
      ['week', '2026-11-16T00:00', '2026-11-18T00:00'],
      ['month', '2026-11-01T00:00', '2026-11-16T00:00'],
      ['month', '2026-10-01T00:00', '2026-11-01T00:00'],
    ])
  })

  it('on a Monday and a Tuesday have no rest of the week', () => {
    expect(groups('2026-11-16T12:00Z', '2026-11-02T00:00Z').map(([kind]) => kind)).toEqual([
      'today',
      'yesterday',
      'month',
    ])
    expect(groups('2026-11-17T12:00Z', '2026-11-02T00:00Z').map(([kind]) => kind)).toEqual([
      'today',
      'yesterday',
      'month',
    ])
  })

  it('at the start of a month split the week from its month', () => {
    expect(groups('2026-10-01T12:00Z', '2026-09-15T00:00Z')).toEqual([
      ['today', '2026-10-01T00:00', null],
      ['yesterday', '2026-09-30T00:00', '2026-10-01T00:00'],
      ['week', '2026-09-28T00:00', '2026-09-30T00:00'],
      ['month', '2026-09-01T00:00', '2026-09-28T00:00'],
    ])
  })

  it('start at midnight of the zone, also where the clocks changed since', () => {
    expect(groups('2026-10-26T12:00Z', '2026-10-25T12:00Z', 'Europe/Zurich').slice(0, 2)).toEqual([
      ['today', '2026-10-25T23:00', null],
      ['yesterday', '2026-10-24T22:00', '2026-10-25T23:00'],
    ])
  })

  it('leave no time out, and end with a group that has everything older', () => {
    const all = dayGroups(zone('America/New_York'), Date.parse('2026-11-19T12:00Z'), 1)
    for (const [i, { from }] of all.slice(0, -1).entries()) expect(all[i + 1]?.to).toBe(from)
    expect(all.at(-1)?.from).toBe(0)
  })
})
