import { describe, expect, it } from 'vitest'
import { choiceIn, DEFAULT_CHOICE, isQuietAt, notifyBody } from '../../../../ui/src/push/choice.js'

describe('the notifications of a browser', () => {
  it('are about sessions that need the user, until they are changed', () => {
    expect(choiceIn(null)).toEqual(DEFAULT_CHOICE)
    expect(DEFAULT_CHOICE).toMatchObject({ needs_me: true, failed: false, finished: false })
  })

  it.each(['{', '7', 'null', '{"needs_me":"yes","quiet":{"from":"25:00"},"sound":{"name":"siren"}}'])(
    'keep their defaults when %s is stored',
    (stored) => {
      expect(choiceIn(stored)).toEqual(DEFAULT_CHOICE)
    },
  )

  it('are read as they were stored', () => {
    const choice = {
      isChosen: true,
      needs_me: false,
      failed: true,
      finished: true,
      quiet: { isOn: true, from: '21:00', to: '06:00' },
      sound: { isOn: true, name: 'ping' },
    } as const
    expect(choiceIn(JSON.stringify(choice))).toEqual(choice)
    expect(notifyBody(choice, 'de')).toMatchObject({
      failed: true,
      language: 'de',
      quiet: { from: '21:00', to: '06:00' },
    })
    expect(notifyBody(DEFAULT_CHOICE, 'en').quiet).toBeNull()
  })
})

describe('quiet hours', () => {
  const at = (hours: number, minutes = 0) => new Date(2026, 10, 23, hours, minutes)

  it('may pass midnight', () => {
    const night = { isOn: true, from: '22:00', to: '07:30' }
    expect([at(21, 59), at(22), at(3), at(7, 29), at(7, 30)].map((time) => isQuietAt(night, time))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('count only while they are on', () => {
    expect(isQuietAt({ isOn: false, from: '00:00', to: '23:59' }, at(12))).toBe(false)
  })
})
