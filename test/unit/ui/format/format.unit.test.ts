import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  age,
  bytes,
  calendarDay,
  count,
  decimal,
  duration,
  exactCount,
  hundredths,
  lastPart,
  modelName,
  moment,
  momentSeconds,
  percent,
  share,
  sessionTime,
  setLocale,
  usd,
  weekday,
} from '../../../../ui/src/format/format.js'

describe('a count', () => {
  it.each([
    [0, '0'],
    [947, '947'],
    [1000, '1K'],
    [1900, '1.9K'],
    [9960, '10K'],
    [99_940, '99.9K'],
    [99_960, '100K'],
    [274_453_600, '274M'],
    [999_499, '999K'],
    [999_500, '1M'],
    [23_840_000_000, '23.8B'],
  ])('%i is shown as %s', (value, shown) => expect(count(value)).toBe(shown))

  it('has its exact value for the tooltip', () => expect(exactCount(1_234_567)).toBe('1,234,567'))
})

it.each([
  [0, '0 B'],
  [512, '512 B'],
  [8_511_488, '8.5 MB'],
  [23_840_000_000, '23.8 GB'],
])('%i bytes are shown as %s', (value, shown) => expect(bytes(value)).toBe(shown))

describe('an amount of money', () => {
  it.each([
    [0, '$0.00'],
    [0.004, '<$0.01'],
    [0.005, '$0.01'],
    [1189.57, '$1,189.57'],
  ])('%d is shown as %s', (value, shown) => expect(usd(value)).toBe(shown))
})

it.each([
  [0.7, '0.7'],
  [12, '12'],
])('%d is shown with at most one decimal as %s', (value, shown) => expect(decimal(value)).toBe(shown))

describe('a duration', () => {
  const MINUTE = 60_000
  it.each([
    [-5, '0 ms'],
    [40, '40 ms'],
    [59_999, '59 s'],
    [14 * MINUTE, '14 min'],
    [192 * MINUTE, '3 h 12 min'],
    [120 * MINUTE, '2 h'],
    [99 * 60 * MINUTE, '4 d 3 h'],
  ])('of %i ms is shown as %s', (ms, shown) => expect(duration(ms)).toBe(shown))
})

describe('an age', () => {
  const now = Date.parse('2026-03-03T12:00:00.000Z')
  it.each([
    ['2026-03-03T11:59:10.000Z', '50 s'],
    ['2026-03-03T12:00:30.000Z', '0 s'],
    ['2026-03-03T08:48:00.000Z', '3 h 12 min'],
    ['2026-03-01T11:00:00.000Z', '2 d'],
  ])('since %s is shown as %s', (since, shown) => expect(age(since, now)).toBe(shown))
})

describe('a model', () => {
  it.each([
    ['claude-opus-4-8-20260101', 'Opus 4.8'],
    ['claude-3-5-haiku-20241022', 'Haiku 3.5'],
    ['claude-sonnet-4-20250514', 'Sonnet 4'],
    ['claude-opus-4-8[1m]', 'Opus 4.8'],
    ['gpt-5.3-codex', 'GPT-5.3 Codex'],
    ['gpt-5.6', 'GPT-5.6'],
    ['gpt-oss-120b', 'gpt-oss-120b'],
  ])('%s is shown as %s', (id, name) => expect(modelName(id)).toBe(name))
})

it('shortens a path to its last part', () => {
  expect([lastPart('/home/dev/shop/'), lastPart('C:\\code\\shop'), lastPart('/')]).toEqual(['shop', 'shop', '/'])
})

it('a share is rounded, and all or nothing only if it is', () => {
  expect([share(6, 70), share(1, 3), share(2, 3)]).toEqual(['9%', '33%', '67%'])
  expect([share(999, 1000), share(1, 1000), share(5, 5), share(0, 5), share(5, 0)]).toEqual([
    '99%',
    '<1%',
    '100%',
    '0%',
    '0%',
  ])
})

it('shows 100 % only when complete, and 0 % of a total of zero', () => {
  expect([percent(999, 1000), percent(5, 0), percent(3, 2)]).toEqual(['99%', '0%', '150%'])
})

it('rounds a share down, but not a small one to nothing', () => {
  expect([percent(29, 100), percent(57, 100), percent(0, 100), percent(1, 2000)]).toEqual(['29%', '57%', '0%', '<1%'])
})

it('shows the time of a session in seconds or more', () => {
  expect([sessionTime(0), sessionTime(999), sessionTime(1000), sessionTime(61_000)]).toEqual([
    '0 s',
    '0 s',
    '1 s',
    '1 min',
  ])
})

/** Converts a local wall clock time to ISO 8601, so that the test passes in any time zone. */
const local = (wallClock: string): string => new Date(wallClock).toISOString()

it('omits the date for today and the year for this year', () => {
  const now = Date.parse(local('2026-03-03T12:00:00'))
  expect(moment(local('2026-03-03T09:05:07'), now)).toBe('09:05')
  expect(moment(local('2026-02-06T09:05:07'), now)).toBe('6 Feb, 09:05')
  expect(moment(local('2025-02-06T09:05:07'), now)).toBe('6 Feb 2025')
  expect(momentSeconds(local('2026-03-03T09:05:07'), now)).toBe('09:05:07')
  expect(momentSeconds(local('2026-02-06T09:05:07'), now)).toBe('6 Feb 09:05:07')
  expect(momentSeconds(local('2025-02-06T09:05:07'), now)).toBe('6 Feb 2025, 09:05:07')
})

describe('in German', () => {
  beforeAll(() => setLocale('de'))
  afterAll(() => setLocale('en'))
  // Intl puts a non-breaking space between a number and its unit.
  const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

  it.each([
    [count(1900), () => count(1900), '1,9 Tsd.'],
    [count(274_453_600), () => count(274_453_600), '274 Mio.'],
    [count(23_840_000_000), () => count(23_840_000_000), '23,8 Mrd.'],
    [exactCount(1_234_567), () => exactCount(1_234_567), '1.234.567'],
    [bytes(8_511_488), () => bytes(8_511_488), '8,5 MB'],
    [usd(1189.57), () => usd(1189.57), '1.189,57 $'],
    [usd(0.004), () => usd(0.004), '< 0,01 $'],
    [percent(62, 100), () => percent(62, 100), '62 %'],
    [hundredths(2.5), () => hundredths(2.5), '2,5 %'],
    [duration(4 * 86_400_000 + 3 * 3_600_000), () => duration(4 * 86_400_000 + 3 * 3_600_000), '4 T 3 h'],
    [calendarDay('2026-03-12'), () => calendarDay('2026-03-12'), '12. März'],
    [weekday('2026-03-12'), () => weekday('2026-03-12'), 'Do'],
  ])('%s has the German format', (_, write, shown) => expect(plain(write())).toBe(shown))

  it('dates have a full stop after the day, and times are unchanged', () => {
    const now = Date.parse(local('2026-03-03T12:00:00'))
    expect(moment(local('2026-02-06T09:05:07'), now)).toBe('6. Feb., 09:05')
    expect(momentSeconds(local('2025-02-06T09:05:07'), now)).toBe('6. Feb. 2025, 09:05:07')
  })
})
