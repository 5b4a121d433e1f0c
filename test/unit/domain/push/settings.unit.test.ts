import { describe, expect, it } from 'vitest'
import { isQuiet, wrongInQuiet } from '../../../../src/domain/push/settings.js'

const at = (time: string): number => Date.parse(`2026-11-23T${time}:00+01:00`)
const hours = (from: string, to: string) => ({ from, to, timezone: 'Europe/Rome' })

describe('quiet hours', () => {
  it.each([
    ['22:00', '07:30', '21:59', false],
    ['22:00', '07:30', '22:00', true],
    ['22:00', '07:30', '03:00', true],
    ['22:00', '07:30', '07:29', true],
    ['22:00', '07:30', '07:30', false],
    ['09:00', '17:00', '12:00', true],
    ['09:00', '17:00', '08:59', false],
    ['09:00', '09:00', '09:00', false],
  ])('from %s to %s at %s in their zone: %s', (from, to, time, expected) => {
    expect(isQuiet(hours(from, to), at(time))).toBe(expected)
  })

  it('are off when there are none', () => {
    expect(isQuiet(null, at('03:00'))).toBe(false)
  })

  it.each([
    [{ from: '24:00' }, 'from'],
    [{ to: '7:30' }, 'to'],
    [{ timezone: 'Mars/Base' }, 'timezone'],
    [{}, null],
  ])('with %j have the invalid member %s', (change, expected) => {
    expect(wrongInQuiet({ ...hours('22:00', '07:30'), ...change })).toBe(expected)
  })
})
