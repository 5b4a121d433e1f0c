import { Cause, Deferred, Effect, Exit, Fiber, Option } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Key, Serial } from '../../../../src/commands/kernel/serial.js'

const lane = (name: string): Key => ({ kind: 'lane', name })
const index: Key = { kind: 'index', name: 'index' }

/** Lets every fiber run until it waits. */
const settled = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow(), { discard: true })

/** Holds a key until `free` is called; `done` waits for its end. */
const holder = (serial: Serial, key: Key) =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const fiber = yield* Effect.fork(serial.hold(key, Deferred.await(gate)))
    yield* settled
    return { fiber, free: Deferred.succeed(gate, undefined), done: Fiber.join(fiber) }
  })

const defectOf = (exit: Exit.Exit<unknown, unknown>): string =>
  Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : 'no defect'

describe('work on one key', () => {
  it('never runs concurrently, whatever the interruptions, and leaves no entry behind', async () => {
    const work = fc.record({ key: fc.constantFrom('a', 'b', 'c'), turns: fc.nat(5), cancelAfter: fc.option(fc.nat(8)) })
    await fc.assert(
      fc.asyncProperty(fc.array(work, { maxLength: 12 }), async (works) => {
        const serial = new Serial()
        const running = new Map<string, number>()
        const change = (key: string, by: number) => () => running.set(key, (running.get(key) ?? 0) + by)
        const wait = (turns: number) => Effect.forEach(Array.from({ length: turns }), () => Effect.yieldNow())
        const collisions: string[] = []
        const program = Effect.forEach(
          works,
          ({ key, turns, cancelAfter }) =>
            Effect.gen(function* () {
              const body = Effect.acquireUseRelease(
                Effect.sync(change(key, 1)),
                () =>
                  Effect.zipRight(
                    Effect.sync(() => void ((running.get(key) ?? 0) > 1 && collisions.push(key))),
                    wait(turns),
                  ),
                () => Effect.sync(change(key, -1)),
              )
              const fiber = yield* Effect.fork(serial.hold(lane(key), body))
              if (cancelAfter !== null) {
                yield* wait(cancelAfter)
                yield* Fiber.interrupt(fiber)
              }
              yield* Fiber.await(fiber)
            }),
          { concurrency: 'unbounded' },
        )
        await Effect.runPromise(program)
        expect(collisions).toEqual([])
        expect(serial.size).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  it('runs in order of arrival, and repeated work queues again', async () => {
    const ran: string[] = []
    const serial = new Serial()
    const once = (name: string) =>
      serial.hold(
        lane('a'),
        Effect.sync(() => void ran.push(name)),
      )
    await Effect.runPromise(
      Effect.gen(function* () {
        const first = yield* holder(serial, lane('a'))
        const greedy = yield* Effect.fork(Effect.zipRight(once('greedy'), once('greedy again')))
        yield* settled
        const others = yield* Effect.forEach(['second', 'third'], (name) =>
          Effect.zipLeft(Effect.fork(once(name)), settled),
        )
        yield* first.free
        yield* Fiber.joinAll([greedy, ...others])
      }),
    )
    expect(ran).toEqual(['greedy', 'second', 'third', 'greedy again'])
  })

  it('continues after a failure', async () => {
    const serial = new Serial()
    await Effect.runPromise(Effect.exit(serial.hold(lane('a'), Effect.fail('no'))))
    await Effect.runPromise(Effect.exit(serial.hold(lane('a'), Effect.die('broken'))))
    expect(await Effect.runPromise(serial.hold(lane('a'), Effect.succeed(1)))).toBe(1)
  })

  it('does not delay work on another key, even one with the same name but another kind', async () => {
    const serial = new Serial()
    const result = Effect.gen(function* () {
      const first = yield* holder(serial, lane('a'))
      const other = yield* serial.hold({ kind: 'index', name: 'a' }, Effect.succeed('ran'))
      yield* first.free
      return other
    })
    expect(await Effect.runPromise(result)).toBe('ran')
  })

  it('can be skipped while the key is held', async () => {
    const serial = new Serial()
    const attempt = serial.holdIfFree(lane('a'), Effect.succeed('ran'))
    const result = Effect.gen(function* () {
      const first = yield* holder(serial, lane('a'))
      const refused = yield* attempt
      yield* first.free
      yield* first.done
      return [refused, yield* attempt]
    })
    expect(await Effect.runPromise(result)).toEqual([Option.none(), Option.some('ran')])
  })

  it('runs once for all callers that wait for the key', async () => {
    const serial = new Serial()
    let runs = 0
    const once = serial.holdOnce(
      lane('a'),
      Effect.sync(() => (runs += 1)),
    )
    const result = Effect.gen(function* () {
      const first = yield* holder(serial, lane('a'))
      const asked = yield* Effect.forEach([1, 2, 3], () => Effect.zipLeft(Effect.fork(once), settled))
      expect(runs).toBe(0)
      yield* first.free
      return yield* Effect.forEach(asked, Fiber.join)
    })
    expect(await Effect.runPromise(result)).toEqual([Option.some(1), Option.none(), Option.none()])
  })
})

describe('an interruption', () => {
  it('while waiting leaves the queue but does not release the key', async () => {
    const serial = new Serial()
    const ran: string[] = []
    await Effect.runPromise(
      Effect.gen(function* () {
        const first = yield* holder(serial, lane('a'))
        const second = yield* Effect.fork(
          serial.hold(
            lane('a'),
            Effect.sync(() => ran.push('second')),
          ),
        )
        const third = yield* Effect.fork(
          serial.hold(
            lane('a'),
            Effect.sync(() => ran.push('third')),
          ),
        )
        yield* settled
        yield* Fiber.interrupt(second)
        yield* settled
        expect(ran).toEqual([])
        yield* first.free
        yield* Fiber.join(third)
      }),
    )
    expect(ran).toEqual(['third'])
    expect(serial.size).toBe(0)
  })

  it('of the holder passes the key to the next in the queue', async () => {
    const serial = new Serial()
    const result = Effect.gen(function* () {
      const first = yield* holder(serial, lane('a'))
      const second = yield* Effect.fork(serial.hold(lane('a'), Effect.succeed('ran')))
      yield* settled
      yield* Fiber.interrupt(first.fiber)
      return yield* Fiber.join(second)
    })
    expect(await Effect.runPromise(result)).toBe('ran')
    expect(serial.size).toBe(0)
  })
})

describe('the lock order', () => {
  it('allows the holder of an earlier kind to acquire a later one', async () => {
    const serial = new Serial()
    expect(await Effect.runPromise(serial.hold(lane('a'), serial.hold(index, Effect.succeed('ran'))))).toBe('ran')
  })

  it('makes the opposite order and the same kind twice defects, because both can deadlock', async () => {
    const serial = new Serial()
    const inside = (outer: Key, inner: Key) =>
      Effect.runPromise(Effect.exit(serial.hold(outer, serial.hold(inner, Effect.void)))).then(defectOf)
    expect(await inside(index, lane('a'))).toContain('lock order: lane a was asked for while holding index')
    expect(await inside(lane('a'), lane('b'))).toContain('lock order: lane b')
    expect(await inside(lane('a'), lane('a'))).toContain('lock order: lane a')
    expect(serial.size).toBe(0)
  })

  it('also applies to forked work and to holdIfFree', async () => {
    const serial = new Serial()
    const forked = serial.hold(index, Effect.all([serial.hold(lane('a'), Effect.void)], { concurrency: 'unbounded' }))
    expect(defectOf(await Effect.runPromise(Effect.exit(forked)))).toContain('lock order')
    const asked = serial.hold(index, serial.holdIfFree(lane('a'), Effect.void))
    expect(defectOf(await Effect.runPromise(Effect.exit(asked)))).toContain('lock order')
  })

  it('is reset when the work ends', async () => {
    const serial = new Serial()
    const both = Effect.zipRight(serial.hold(index, Effect.void), serial.hold(lane('a'), Effect.succeed('ran')))
    expect(await Effect.runPromise(both)).toBe('ran')
  })
})
