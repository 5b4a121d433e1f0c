import { describe, expect, it } from 'vitest'
import { isAtRest, retryOf, whyHeld } from '../../../../src/domain/queue/rest.js'
import { SITUATIONS } from '../../../../src/domain/session/status.js'

const MINUTE = 60_000
const at = (situation: (typeof SITUATIONS)[number] | null, since: number | null = 0) => ({
  situation,
  since,
  startedAt: 0,
})

describe('an agent waits for the next prompt', () => {
  it('when its turn has ended or none has begun, and at no other time', () => {
    expect(SITUATIONS.filter((situation) => isAtRest(at(situation), undefined, MINUTE))).toEqual(['your_turn', 'ready'])
  })

  it('again when it has reported the end of the turn that the last message began', () => {
    expect(isAtRest(at('your_turn', 1000), 1500, 1600)).toBe(false)
    expect(isAtRest(at('your_turn', 1501), 1500, 1600)).toBe(true)
  })

  it('although it never reported that turn, after half a minute', () => {
    expect(isAtRest(at('your_turn', 1000), 1500, 1500 + MINUTE)).toBe(true)
  })

  it('without a session, once it has had the time to report one', () => {
    expect([isAtRest(at(null, null), undefined, 5000), isAtRest(at(null, null), undefined, MINUTE)]).toEqual([
      false,
      true,
    ])
  })
})

it('messages are held after a turn that failed or was interrupted', () => {
  expect(SITUATIONS.filter((situation) => whyHeld(situation) !== null)).toEqual(['failed', 'interrupted'])
  expect(whyHeld(null)).toBeNull()
})

describe('a message that continues a failed turn', () => {
  const [failedAt, queuedAt, retryAt] = [MINUTE, 2 * MINUTE, 10 * MINUTE]
  const step = (situation: (typeof SITUATIONS)[number] | null, now: number, since = failedAt) =>
    retryOf(retryAt, at(situation, since), queuedAt, now)

  it('waits for its time, and is sent then', () => {
    expect(step('failed', 3 * MINUTE)).toBe('wait')
    expect(step('failed', retryAt)).toBe('send')
  })

  it('is dropped when the agent works or has ended a turn, or fails again', () => {
    const left = SITUATIONS.filter((situation) => step(situation, retryAt) !== 'drop')
    expect(left).toEqual(['failed'])
    expect(step(null, retryAt)).toBe('drop')
    expect(step('failed', retryAt, 5 * MINUTE)).toBe('drop')
  })
})
