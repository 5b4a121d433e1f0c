import { Either } from 'effect'
import { describe, expect, it } from 'vitest'
import { decideQueue } from '../../../../src/domain/queue/decide.js'

const known = (...messages: readonly string[]) => ({ lane: 4, messages })
const added = { message: 'm2', account: 'local', slot: null, text: 'Then the docs.', command: false } as const
const eventsOf = <A>(decision: Either.Either<readonly A[], unknown>): readonly A[] => Either.getOrThrow(decision)
const codeOf = (decision: Either.Either<unknown, { readonly code: string }>) =>
  Either.match(decision, { onLeft: ({ code }) => code, onRight: () => null })
const full = known(...Array.from({ length: 20 }, (_, i) => `m${i}`))

describe('given messages that wait', () => {
  it('a new one is queued, until 20 wait', () => {
    expect(eventsOf(decideQueue.add(known('m1'), added))).toMatchObject([{ type: 'message-queued', data: added }])
    expect(codeOf(decideQueue.add(full, added))).toBe('EBADFIELD')
  })

  it('one of them is edited and removed, and no other', () => {
    expect(eventsOf(decideQueue.edit(known('m1'), { message: 'm1', text: 'x' }))).toMatchObject([
      { type: 'queued-message-edited', data: { lane: 4, message: 'm1', text: 'x' } },
    ])
    expect(eventsOf(decideQueue.remove(known('m1'), { message: 'm1' }))).toMatchObject([
      { type: 'queued-message-removed' },
    ])
    expect(codeOf(decideQueue.edit(known('m1'), { message: 'm2', text: 'x' }))).toBe('ENOTFOUND')
    expect(codeOf(decideQueue.remove(known('m1'), { message: 'm2' }))).toBe('ENOTFOUND')
  })

  it('what an agent got is recorded, and why one could not be sent while it waits', () => {
    expect(eventsOf(decideQueue.send(known(), { message: 'm1', run: 'run_1', slot: 0 }))).toMatchObject([
      { type: 'queued-message-sent' },
    ])
    expect(eventsOf(decideQueue.hold(known('m1'), { message: 'm1', reason: 'busy' }))).toMatchObject([
      { type: 'queued-message-held', data: { reason: 'busy' } },
    ])
    expect(eventsOf(decideQueue.hold(known(), { message: 'm1', reason: 'busy' }))).toMatchObject([])
  })
})

it('given no lane, nothing is queued, and what happened to it is not recorded', () => {
  expect(codeOf(decideQueue.add(undefined, added))).toBe('ENOLANE')
  expect(eventsOf(decideQueue.send(undefined, { message: 'm1', run: 'run_1', slot: 0 }))).toMatchObject([])
})
