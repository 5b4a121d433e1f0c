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
