import { Deferred, Effect, Fiber, TestClock, TestContext } from 'effect'
import { describe, expect, it } from 'vitest'
import { archiving, type ArchiveParts } from '../../../../src/commands/reactors/archive.js'
import { supervision } from '../../../../src/commands/reactors/lifecycle.js'
import { RemoteSync, type RemoteParts } from '../../../../src/commands/reactors/remote-sync.js'

/** Runs `work` in the background during `scene`, on a test clock. */
const playing = (work: Effect.Effect<unknown>, scene: Effect.Effect<void>): Promise<void> => {
  const program = Effect.gen(function* () {
    const fiber = yield* Effect.fork(work)
    yield* Effect.yieldNow()
    yield* scene
    yield* Fiber.interrupt(fiber)
  })
  return Effect.runPromise(Effect.provide(program, TestContext.TestContext))
}

describe('supervision', () => {
  it('runs every 5 seconds, and never concurrently', async () => {
    let looks = 0
    const gate = Effect.runSync(Deferred.make<void>())
    const pass = Effect.suspend(() => ((looks += 1) === 2 ? Deferred.await(gate) : Effect.void))
    await playing(
      supervision(pass),
      Effect.gen(function* () {
        yield* TestClock.adjust('4999 millis')
        expect(looks).toBe(0)
        yield* TestClock.adjust('1 millis')
        expect(looks).toBe(1)
        yield* TestClock.adjust('1 minute')
        expect(looks).toBe(2)
        yield* Deferred.succeed(gate, undefined)
        yield* TestClock.adjust('5 seconds')
        expect(looks).toBe(3)
      }),
    )
  })
})

describe('archiving', () => {
  it('runs immediately and every 30 seconds, also after a failure, but not during an import', async () => {
    let [looks, importing] = [0, false]
    const failures: unknown[] = []
    const unarchived = (): never => {
      looks += 1
      throw new Error('the disk is gone')
    }
    const parts = {
      cursors: { unarchived },
      clock: { now: () => 0 },
      importing: () => importing,
      onError: (error: unknown, path: string | null) => void failures.push([String(error), path]),
    } as unknown as ArchiveParts
    await playing(
      archiving(parts),
      Effect.gen(function* () {
        expect(looks).toBe(1)
        yield* TestClock.adjust('30 seconds')
        expect(looks).toBe(2)
        importing = true
        yield* TestClock.adjust('30 seconds')
        expect(looks).toBe(2)
      }),
    )
    expect(failures).toEqual([
      ['Error: the disk is gone', null],
      ['Error: the disk is gone', null],
    ])
  })
})

describe('the sync of other machines', () => {
  it('polls immediately and every 30 seconds, also after a failure', async () => {
    let polls = 0
    const all = (): readonly never[] => {
      polls += 1
      if (polls === 1) throw new Error('the disk is gone')
      return []
    }
    const failures: unknown[] = []
    const onError = (error: unknown): void => void failures.push(String(error))
    const sync = new RemoteSync({ db: { all }, onError } as unknown as RemoteParts)
    await playing(
      sync.run as Effect.Effect<unknown>,
      Effect.gen(function* () {
        expect(polls).toBe(1)
        yield* TestClock.adjust('29 seconds')
        expect(polls).toBe(1)
        yield* TestClock.adjust('1 seconds')
        expect(polls).toBe(2)
      }),
    )
    expect(failures).toEqual(['Error: the disk is gone'])
  })
})
