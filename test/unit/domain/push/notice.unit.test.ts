import { describe, expect, it } from 'vitest'
import { sessionNotice } from '../../../../src/domain/push/notice.js'
import { noticeKind, seenNow, type SeenSituation } from '../../../../src/domain/push/notice-kind.js'
import type { Situation } from '../../../../src/domain/session/status.js'

const STARTED = 1000
const MINUTE = 60_000

/** Follows the situations of a session and returns what was notified. */
const notified = (...steps: readonly (readonly [situation: Situation, since: number])[]) => {
  let before: SeenSituation | undefined
  return steps.flatMap(([situation, since]) => {
    const now = seenNow(before, { situation, since })
    const kind = noticeKind(before, now, STARTED)
    before = now
    return kind === null ? [] : [kind]
  })
}

describe('a notification', () => {
  it('is due when a session needs the user, once per question', () => {
    expect(notified(['working', 2000], ['needs_you', 3000], ['needs_you', 3000])).toEqual(['needs_me'])
    expect(notified(['needs_you', 3000], ['needs_you', 4000])).toEqual(['needs_me', 'needs_me'])
    expect(notified(['needs_you', 3000], ['working', 3500], ['needs_you', 4000])).toEqual(['needs_me', 'needs_me'])
  })

  it('is due when a session fails', () => {
    expect(notified(['working', 2000], ['failed', 3000], ['failed', 3000])).toEqual(['failed'])
  })

  it('is due when a turn longer than two minutes is done, waits included', () => {
    const end = 2000 + 2 * MINUTE
    expect(notified(['working', 2000], ['your_turn', end])).toEqual([])
    expect(notified(['working', 2000], ['working', 9000], ['your_turn', end + 1])).toEqual(['finished'])
    expect(notified(['working', 2000], ['needs_you', 3000], ['working', 9000], ['done', end + 1])).toEqual([
      'needs_me',
      'finished',
    ])
  })

  it('counts each turn from its own start', () => {
    expect(
      notified(['working', 2000], ['your_turn', 3000], ['working', 2 * MINUTE], ['your_turn', 2 * MINUTE + 5000]),
    ).toEqual([])
  })

  it('is not due for an interrupt, and not for what happened before the service started', () => {
    expect(notified(['working', 2000], ['interrupted', 9 * MINUTE])).toEqual([])
    expect(notified(['needs_you', 500])).toEqual([])
    expect(notified(['failed', 500])).toEqual([])
    expect(notified(['needs_you', 500], ['working', 2000], ['needs_you', 3000])).toEqual(['needs_me'])
  })

  it('names the session and what it asks, and leads to it', () => {
    const headline = { kind: 'permission', tool: 'Bash', text: 'rm -rf build' } as const
    expect(sessionNotice('needs_me', { id: 'a/b', name: 'Clean up', headline })).toEqual({
      title: 'Clean up needs you',
      body: 'Bash rm -rf build',
      url: '/sessions/a%2Fb',
      tag: 'session/a/b',
    })
    expect(sessionNotice('needs_me', { id: 'a', name: 'Clean up', headline }, 'de').title).toBe('Clean up braucht dich')
    expect(sessionNotice('needs_me', { id: 'a', name: 'Clean up', headline }, 'xx').title).toBe('Clean up needs you')
    expect(sessionNotice('failed', { id: 'a', name: 'Clean up', headline: null })).toMatchObject({ body: '' })
  })
})
