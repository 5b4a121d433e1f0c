import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { decideErasure } from '../../../../src/domain/erasure/decide.js'

const { purge, purgeFinished, retire, clear } = decideErasure
const tokens = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 }
const gone = { sessions: 1, agents: 1, events: 9, tokens, cost: '17' }
const session = { id: 's', lastAt: 1000, status: 'completed', pid: 7 } as const
const noneAlive = { alive: null }
const codeOf = (decision: ReturnType<typeof purge>) => (Either.isLeft(decision) ? decision.left.code : null)

describe('an erasure', () => {
  it('of a session records its id, the reason, and the deleted amounts', () => {
    const { sessions, record } = Either.getOrThrow(purge(session, noneAlive))
    expect(sessions).toEqual(['s'])
    expect(record(gone)).toEqual({ type: 'session-purged', data: { session: 's', reason: 'deleted', gone } })
  })

  it('of an unknown session is rejected', () => {
    expect(codeOf(purge(undefined, noneAlive))).toBe('NOT_FOUND')
    expect(codeOf(retire(undefined, { idleSince: 1000 }))).toBe('NOT_FOUND')
  })

  it('of a running session is rejected: its hooks would bring it back', () => {
    const active = { ...session, status: 'active' } as const
    expect(codeOf(purge(active, { alive: 7 }))).toBe('SESSION_RUNNING')
    expect(codeOf(purge(active, { alive: 8 }))).toBeNull()
    expect(codeOf(purge({ ...active, pid: null }, noneAlive))).toBeNull()
    expect(codeOf(purge(session, { alive: 7 }))).toBeNull()
  })

  it('of a finished session is rejected once it is active again, also without a process', () => {
    const active = { ...session, status: 'active', pid: null } as const
    expect(Either.getOrThrow(purgeFinished(session)).sessions).toEqual(['s'])
    expect(codeOf(purgeFinished(active))).toBe('NOT_FOUND')
    expect(codeOf(purgeFinished(undefined))).toBe('NOT_FOUND')
  })

  it('by age keeps a session that had activity meanwhile', () => {
    expect(codeOf(retire(session, { idleSince: 999 }))).toBe('NOT_FOUND')
    const { record } = Either.getOrThrow(retire(session, { idleSince: 1000 }))
    expect(record(gone)).toMatchObject({ data: { session: 's', reason: 'retention' } })
  })

  it('of everything records only the deleted amounts', () => {
    const { sessions, record } = Either.getOrThrow(clear())
    expect(sessions).toBe('all sessions')
    expect(record(gone)).toEqual({ type: 'data-cleared', data: { gone } })
  })
})
