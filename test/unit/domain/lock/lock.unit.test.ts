import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideLock, isHeldByOther, type KnownLock } from '../../../../src/domain/lock/decide.js'
import { ageOf, readLock } from '../../../../src/domain/lock/lock.js'
import { given } from '../../../support/domain/decision.js'

const NOW = 10_000_000
const MAX_HOLD = 300
const wanted = (holder: string) => ({ name: 'db', holder, at: NOW, maxHold: MAX_HOLD })
const heldFor = (seconds: number): KnownLock => ({ holder: 'ada', since: NOW - seconds * 1000 })

const acquired = (holder: string) => ({ type: 'lock-acquired', data: { name: 'db', holder } })
const broken = (seconds: number) => ({
  type: 'lock-broken',
  data: { name: 'db', holder: 'ada', heldSince: NOW - seconds * 1000 },
})

describe('acquiring a lock', () => {
  it.each([
    ['that is free', undefined, 'ben', [acquired('ben')]],
    ['again keeps its time', heldFor(299), 'ada', []],
    ['of another one leaves it to them', heldFor(300), 'ben', []],
    ['that another one has for too long breaks it', heldFor(301), 'ben', [broken(301), acquired('ben')]],
    ['that the holder itself has for too long breaks it', heldFor(301), 'ada', [broken(301), acquired('ada')]],
  ])('%s', (_, lock, holder, events) => {
    expect(given(lock).when(decideLock.acquire, wanted(holder))).toEqual(events)
  })
})

describe('releasing a lock', () => {
  const release = { name: 'db', holder: 'ada' }

  it.each([
    ['of its holder frees it', heldFor(1), 'ada', [{ type: 'lock-released', data: release }]],
    ['of its holder frees it also after too long', heldFor(999), 'ada', [{ type: 'lock-released', data: release }]],
    ['of another one is refused', heldFor(1), 'ben', { rejected: 'ENOTHOLDER' }],
    ['that is free is refused', undefined, 'ada', { rejected: 'ENOLOCK' }],
  ])('%s', (_, lock, holder, outcome) => {
    expect(given(lock).when(decideLock.release, { name: 'db', holder })).toEqual(outcome)
  })
})

it('one holder at most has a lock, whatever is asked when', () => {
  const step = fc.record({
    holder: fc.constantFrom('ada', 'ben', 'cas'),
    isAcquire: fc.boolean(),
    seconds: fc.integer({ min: 0, max: 400 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let lock: KnownLock
      let at = 0
      for (const { holder, isAcquire, seconds } of steps) {
        at += seconds * 1000
        const before = lock
        const ask = { name: 'db', holder, at, maxHold: MAX_HOLD }
        const decided = isAcquire
          ? given(lock).when(decideLock.acquire, ask)
          : given(lock).when(decideLock.release, { name: 'db', holder })
        for (const { type } of 'rejected' in decided ? [] : decided)
          lock = type === 'lock-acquired' ? { holder, since: at } : undefined
        if (isAcquire) expect(lock?.holder === holder).toBe(!isHeldByOther(before, ask))
        // Nobody loses a lock to another one before its time is over.
        if (before !== undefined && lock?.holder !== before.holder && before.holder !== holder)
          expect(at - before.since).toBeGreaterThan(MAX_HOLD * 1000)
      }
    }),
  )
})

describe('the name and the holder of a lock', () => {
  it.each([
    ['db:migrate', 'agent of lane 3'],
    ['x'.repeat(128), 'y'.repeat(200)],
    ['..', 'ü'],
  ])('are read: %j, %j', (name, holder) => {
    expect(readLock(name, holder)).toMatchObject({ right: { name, holder } })
  })

  it.each([
    ['', 'ada'],
    ['x'.repeat(129), 'ada'],
    ['a/b', 'ada'],
    ['a b', 'ada'],
    ['db\n', 'ada'],
    ['db', undefined],
    ['db', ''],
    ['db', 7],
    ['db', 'two\nlines'],
    ['db', 'x'.repeat(201)],
  ])('are refused: %j, %j', (name, holder) => {
    expect(readLock(name, holder)).toMatchObject({ left: { code: 'EBADHOLDER' } })
  })
})

it('the age of a lock is in whole seconds, and never negative', () => {
  expect([999, 1000, -5000].map((ms) => ageOf({ holder: 'ada', since: NOW }, NOW + ms))).toEqual([0, 1, 0])
})
