import { describe, expect, it } from 'vitest'
import { decideSession } from '../../../../src/domain/session/decide.js'
import { given } from '../../../support/domain/decision.js'

const { create, update, abandon } = decideSession
const NOON = Date.parse('2026-11-20T12:00:00Z')
const active = { status: 'active', lastAt: NOON } as const

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

describe('abandoning a session', () => {
  const command = { idleSince: NOON, idleMinutes: 60 }

  it('records the idle time', () => {
    expect(given(active).when(abandon, command)).toEqual([{ type: 'session-abandoned', data: { idleMinutes: 60 } }])
  })

  it.each([
    ['in which something happened since', { status: 'active', lastAt: NOON + 1 } as const],
    ['that ended meanwhile', { status: 'completed', lastAt: NOON } as const],
    ['that was deleted meanwhile', undefined],
  ])('%s changes nothing', (_name, session) => {
    expect(given(session).when(abandon, command)).toEqual([])
  })
})
