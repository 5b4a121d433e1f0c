import { describe, expect, it } from 'vitest'
import { decideSession } from '../../../../src/domain/session/decide.js'
import { given } from '../../../support/domain/decision.js'

const { create, update, pin, dismiss, restore, abandon } = decideSession
const NOON = Date.parse('2026-11-20T12:00:00Z')
const active = {
  status: 'active',
  lastAt: NOON,
  situation: 'working',
  situationSince: NOON,
  pinned: false,
  tags: ['checkout'],
  note: null,
  dismissedAt: null,
} as const
const failed = { ...active, status: 'error', situation: 'failed' } as const

describe('creating a session', () => {
  it('records the known fields', () => {
    expect(given(undefined).when(create, { name: 'Upload', cwd: '/repo' })).toEqual([
      { type: 'session-created', data: { name: 'Upload', cwd: '/repo', model: null, metadata: null } },
    ])
  })

  it('that exists changes nothing', () => {
    expect(given(active).when(create, { name: 'Another' })).toEqual([])
  })
})

describe('updating a session', () => {
  it('records the given fields and ignores absent and null ones', () => {
    const command = { name: 'Upload', status: null, ended_at: '2026-11-20T13:00:00Z', metadata: null }
    expect(given(active).when(update, command)).toEqual([
      { type: 'session-updated', data: { name: 'Upload', endedAt: NOON + 3_600_000 } },
    ])
  })

  it('is rejected with an invalid time', () => {
    expect(given(active).when(update, { ended_at: 'soon' })).toEqual({ rejected: 'INVALID_INPUT' })
  })

  it('is rejected if it was deleted meanwhile: an update never restores it', () => {
    expect(given(undefined).when(update, { name: 'Upload' })).toEqual({ rejected: 'NOT_FOUND' })
  })
})

describe('pinning a session', () => {
  const pinned = { type: 'session-pin-set', data: { pinned: true } }

  it('is recorded once', () => {
    expect(given(active).when(pin, { pinned: true })).toEqual([pinned])
    expect(given({ ...active, pinned: true }).when(pin, { pinned: true })).toEqual([])
    expect(given(active).when(pin, { pinned: false })).toEqual([])
  })

  it('is no edit of the session', () => {
    expect(given(active).when(update, { pinned: true })).toEqual([pinned])
    expect(given(active).when(update, { pinned: true, name: 'Upload' })).toEqual([
      { type: 'session-updated', data: { name: 'Upload' } },
      pinned,
    ])
  })

  it('is rejected if it was deleted meanwhile', () => {
    expect(given(undefined).when(pin, { pinned: true })).toEqual({ rejected: 'NOT_FOUND' })
  })
})

describe('the tags of a session', () => {
  const set = (tags: readonly string[]) => ({ type: 'session-tags-set', data: { tags } })

  it('are recorded without spaces around them, each once whatever its case, and are no edit', () => {
    expect(given(active).when(update, { tags: [' Later ', 'checkout', 'LATER'] })).toEqual([set(['Later', 'checkout'])])
    expect(given(active).when(update, { tags: [] })).toEqual([set([])])
  })

  it('are recorded when they differ, in spelling too', () => {
    expect(given(active).when(update, { tags: ['checkout'] })).toEqual([])
    expect(given(active).when(update, { tags: null })).toEqual([{ type: 'session-updated', data: {} }])
    expect(given(active).when(update, { tags: ['Checkout'] })).toEqual([set(['Checkout'])])
  })

  it('may be in any script, up to 40 characters each and 20 of them', () => {
    for (const tags of [['支払い'], ['é'], ['🛒'.repeat(40)], Array.from({ length: 20 }, (_, n) => `t${n}`)])
      expect(given(active).when(update, { tags })).toEqual([set(tags)])
  })

  it.each([
    [['']],
    [['  ']],
    [['a,b']],
    [['a\nb']],
    [['a\u0000']],
    [['x'.repeat(41)]],
    [Array.from({ length: 21 }, (_, n) => `t${n}`)],
  ])('are rejected: %j', (tags) => {
    expect(given(active).when(update, { tags, name: 'Upload' })).toEqual({ rejected: 'INVALID_INPUT' })
  })
})

describe('the note of a session', () => {
  const set = (note: string | null) => ({ type: 'session-note-set', data: { note } })

  it('keeps its lines, and is removed by an empty text', () => {
    expect(given(active).when(update, { note: ' first\r\n\tsecond ' })).toEqual([set('first\n\tsecond')])
    expect(given({ ...active, note: 'old' }).when(update, { note: ' \n' })).toEqual([set(null)])
  })

  it('is recorded only when it changes', () => {
    expect(given(active).when(update, { note: '' })).toEqual([])
    expect(given({ ...active, note: 'old' }).when(update, { note: 'old ' })).toEqual([])
  })

  it.each(['a\u0007', 'x'.repeat(4001)])('is rejected: %j', (note) => {
    expect(given(active).when(update, { note })).toEqual({ rejected: 'INVALID_INPUT' })
  })
})

describe('dismissing a failure', () => {
  const dismissal = (failedAt: number | null) => ({ type: 'session-dismissal-set', data: { failedAt } })

  it('records since when the session has failed, once', () => {
    expect(given(failed).when(dismiss, undefined)).toEqual([dismissal(NOON)])
    expect(given({ ...failed, dismissedAt: NOON }).when(dismiss, undefined)).toEqual([])
  })

  it('is recorded again for a later failure', () => {
    expect(given({ ...failed, dismissedAt: NOON - 1 }).when(dismiss, undefined)).toEqual([dismissal(NOON)])
  })

  it('is rejected if the session continued', () => {
    expect(given(active).when(dismiss, undefined)).toEqual({ rejected: 'NOT_FAILED' })
    expect(given(undefined).when(dismiss, undefined)).toEqual({ rejected: 'NOT_FOUND' })
  })

  it('can be undone, once', () => {
    expect(given({ ...failed, dismissedAt: NOON }).when(restore, undefined)).toEqual([dismissal(null)])
    expect(given(failed).when(restore, undefined)).toEqual([])
  })
})

describe('abandoning a session', () => {
  const command = { idleSince: NOON, idleMinutes: 60 }

  it('records the idle time', () => {
    expect(given(active).when(abandon, command)).toEqual([{ type: 'session-abandoned', data: { idleMinutes: 60 } }])
  })

  it.each([
    ['in which something happened since', { ...active, lastAt: NOON + 1 } as const],
    ['that ended meanwhile', { ...active, status: 'completed' } as const],
    ['that was deleted meanwhile', undefined],
  ])('%s changes nothing', (_name, session) => {
    expect(given(session).when(abandon, command)).toEqual([])
  })
})
