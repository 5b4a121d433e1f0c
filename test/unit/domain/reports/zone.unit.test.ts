import { describe, expect, it } from 'vitest'
import {
  civilDay,
  dayIn,
  startOfCivilDay,
  stretchesOver,
  type Zone,
  zoneNamed,
} from '../../../../src/domain/reports/zone.js'
import { DAY, MINUTE, QUARTER } from '../../../../src/domain/time.js'

const zone = (name: string): Zone => {
  const found = zoneNamed(name)
  if (found === undefined) throw new Error(`no zone ${name}`)
  return found
}
const at = (text: string): number => Date.parse(text)
const day = (date: string): number => civilDay(date) ?? Number.NaN

describe('a time zone', () => {
  it('is found only by a valid name', () => {
    expect(zone('Europe/Rome').name).toBe('Europe/Rome')
    expect(['Europe/Atlantis', '', '../etc/passwd'].map(zoneNamed)).toEqual([undefined, undefined, undefined])
  })

  it.each([
    ['UTC', '2026-01-01T00:00:00Z', 0],
    ['Europe/Rome', '2026-01-01T00:00:00Z', -60],
    ['Europe/Rome', '2026-07-01T00:00:00Z', -120],
    ['America/St_Johns', '2026-01-01T00:00:00Z', 210],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', -345],
  ])('%s has its offset at %s', (name, when, offset) => {
    expect(zone(name).offsetAt(at(when))).toBe(offset)
  })

  it('rounds historical offsets to the nearest quarter hour', () => {
    expect(zone('Africa/Monrovia').offsetAt(0)).toBe(45)
  })
})

describe('a civil day', () => {
  it('is parsed only from a valid date', () => {
    expect(day('1970-01-02')).toBe(1)
    expect(['2026-02-29', '2026-13-01', '26-01-01', 'today', '2026-01-01T00:00:00Z'].map(civilDay)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
  })

  it.each([
    ['Europe/Rome', '2026-03-29', '2026-03-28T23:00:00Z', 'has 23 hours when summer begins', 23],
    ['Europe/Rome', '2026-10-25', '2026-10-24T22:00:00Z', 'has 25 hours when it ends', 25],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', 'begins at one where there is no midnight', 23],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 'begins with the first of its two midnights', 25],
    ['UTC', '2026-03-29', '2026-03-29T00:00:00Z', 'is that of UTC', 24],
  ])('of %s, %s, starts at %s: it %s', (name, date, begins, _words, hours) => {
    const start = startOfCivilDay(zone(name), day(date))
    expect(new Date(start).toISOString()).toBe(new Date(begins).toISOString())
    expect((startOfCivilDay(zone(name), day(date) + 1) - start) / (60 * MINUTE)).toBe(hours)
    expect([dayIn(zone(name), start), dayIn(zone(name), start - 1)]).toEqual([day(date), day(date) - 1])
  })
})

describe('ranges with one UTC offset', () => {
  const span = (from: string, to: string): number[] =>
    Array.from({ length: day(to) - day(from) }, (_, i) => day(from) + i)

  it('meet where the clocks change', () => {
    const stretches = stretchesOver(zone('Europe/Rome'), span('2026-01-01', '2027-01-01'))
    expect(stretches.map(({ from, to, offset }) => [new Date(from), new Date(to), offset])).toEqual([
      [new Date('2026-01-01T00:00Z'), new Date('2026-03-29T01:00Z'), -60],
      [new Date('2026-03-29T01:00Z'), new Date('2026-10-25T01:00Z'), -120],
      [new Date('2026-10-25T01:00Z'), new Date('2027-01-01T00:00Z'), -60],
    ])
  })

  it('contain each given quarter hour once, with its offset', () => {
    const days = [...span('2026-03-20', '2026-04-02'), ...span('2031-10-20', '2031-10-30'), day('9999-12-31')]
    for (const name of ['Australia/Lord_Howe', 'America/New_York', 'Africa/Casablanca', 'UTC']) {
      const stretches = stretchesOver(zone(name), days)
      const quarters = days.flatMap((n) => Array.from({ length: DAY / QUARTER }, (_, i) => n * DAY + i * QUARTER))
      const wrong = quarters.filter((quarter) => {
        const holding = stretches.filter(({ from, to }) => from <= quarter && quarter < to)
        return holding.length !== 1 || holding[0]?.offset !== zone(name).offsetAt(quarter)
      })
      expect([name, wrong]).toEqual([name, []])
    }
  })
})
