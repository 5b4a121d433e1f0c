import { PassThrough } from 'node:stream'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import * as Exit from 'effect/Exit'
import * as Fiber from 'effect/Fiber'
import * as FiberRef from 'effect/FiberRef'
import { afterEach, describe, expect, it } from 'vitest'
import { type Channel, openChannel, type Served } from '../../../../src/adapters/system-accounts/channel.js'
import { gitAuthor } from '../../../../src/commands/ports/git-author.js'
import { GitFailed } from '../../../../src/domain/git/failures.js'
import { reject } from '../../../../src/domain/rejection.js'

const opened: Channel[] = []
afterEach(async () => {
  for (const channel of opened.splice(0)) channel.close()
})

/** Returns a channel to a side that serves these ports. */
const channelTo = (served: Served): Channel => {
  const [there, back] = [new PassThrough(), new PassThrough()]
  const [caller, server] = [
    openChannel({ input: back, output: there }),
    openChannel({ input: there, output: back }, served),
  ]
  opened.push(caller, server)
  return caller
}

const called = (served: object, member: string, ...args: readonly unknown[]) =>
  Effect.runPromiseExit(channelTo({ Port: served }).call('Port', member, args))

describe('a channel between two processes', () => {
  it.each([
    ['a text', 'ä\0\u2028'],
    ['bytes', new Uint8Array([0, 255])],
    ['nothing', undefined],
    ['a map of sets', new Map([['a', new Set([1, 2])]])],
    ['a list in a record', { list: [null, { deep: true }] }],
    ['a date', new Date(0)],
    ['an Either', { right: Either.right(1), left: Either.left({ code: 'X' }) }],
  ])('brings %s there and back', async (_name, value) => {
    expect(await called({ same: (given: unknown) => Effect.succeed(given) }, 'same', value)).toEqual(
      Exit.succeed(value),
    )
  })

  it('answers with members that are Effects, and with promises and values', async () => {
    const served = { effect: Effect.succeed(1), promise: async () => 2, value: () => 3 }
    const channel = channelTo({ Port: served })
    const all = ['effect', 'promise', 'value'].map((name) => Effect.runPromise(channel.call('Port', name)))
    expect(await Promise.all(all)).toEqual([1, 2, 3])
  })

  it('fails with a rejection, and with a failure that keeps its tag and its fields', async () => {
    const rejection = reject('ENOFILE', 'no such file')
    expect(await called({ fail: Effect.fail(rejection) }, 'fail')).toEqual(Exit.fail(rejection))
    const failed = await called({ fail: Effect.fail(new GitFailed('refused', false)) }, 'fail')
    const error = Exit.isFailure(failed) && failed.cause._tag === 'Fail' ? failed.cause.error : null
    expect(error).toMatchObject({ _tag: 'GitFailed', message: 'refused', refused: false })
  })

  it('calls functions and runs Effects that were handed over, in the fiber that handed them over', async () => {
    const channel = channelTo({
      Port: {
        around: (question: (of: number) => Promise<number>, work: Effect.Effect<unknown>) =>
          Effect.zip(
            Effect.promise(() => question(20)),
            work,
          ),
      },
    })
    const author = { name: 'Ada', email: 'ada@example.org' }
    const work = channel.call('Port', 'around', [(of: number) => of + 1, FiberRef.get(gitAuthor)])
    expect(await Effect.runPromise(Effect.locally(work, gitAuthor, author))).toEqual([21, author])
  })

  it('tells the other side who commits are by', async () => {
    const channel = channelTo({ Port: { author: FiberRef.get(gitAuthor) } })
    const author = { name: 'Ada', email: 'ada@example.org' }
    expect(await Effect.runPromise(Effect.locally(channel.call('Port', 'author'), gitAuthor, author))).toEqual(author)
  })

  it('reads what the other side yields when it is asked for, and ends it early', async () => {
    let ended: () => void = () => undefined
    const end = new Promise<void>((resolve) => {
      ended = resolve
    })
    async function* numbers() {
      try {
        for (let n = 1; ; n += 1) yield n
      } finally {
        ended()
      }
    }
    const channel = channelTo({ Port: { numbers: () => ({ content: numbers() }) } })
    const { content } = (await Effect.runPromise(channel.call('Port', 'numbers'))) as {
      content: AsyncIterable<number>
    }
    const seen: number[] = []
    for await (const n of content) {
      seen.push(n)
      if (n === 3) break
    }
    expect(seen).toEqual([1, 2, 3])
    await end
  })

  it('interrupts a call, and waits until it has ended', async () => {
    const seen: string[] = []
    const started = Effect.runSync(Deferred.make<void>())
    const endless = Effect.zipRight(Deferred.succeed(started, undefined), Effect.never).pipe(
      Effect.onInterrupt(() => Effect.sync(() => seen.push('interrupted'))),
    )
    const channel = channelTo({ Port: { endless } })
    const fiber = Effect.runFork(channel.call('Port', 'endless'))
    await Effect.runPromise(Deferred.await(started))
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(seen).toEqual(['interrupted'])
  })

  it.each([
    ['during', false],
    ['before', true],
  ])('aborts the signal that a call was given, %s the call', async (_when, isEarly) => {
    const controller = new AbortController()
    if (isEarly) controller.abort()
    const waiting = called(
      {
        wait: async (signal: AbortSignal) => {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
          return 'aborted'
        },
      },
      'wait',
      controller.signal,
    )
    controller.abort()
    expect(await waiting).toEqual(Exit.succeed('aborted'))
  })

  it('refuses what is not served, also what every object has', async () => {
    for (const [port, member] of [
      ['Other', 'same'],
      ['Port', 'toString'],
      ['__proto__', 'toString'],
      ['Port', 'constructor'],
    ] as const) {
      const exit = await Effect.runPromiseExit(channelTo({ Port: {} }).call(port, member))
      expect(Exit.isFailure(exit) && exit.cause._tag).toBe('Die')
    }
  })

  it('ends what waits when the other process ends', async () => {
    const channel = channelTo({ Port: { never: Effect.never } })
    const waiting = Effect.runPromiseExit(channel.call('Port', 'never'))
    channel.close()
    expect(String(await waiting)).toContain('ChannelClosed')
    await channel.closed
    expect(String(await Effect.runPromiseExit(channel.call('Port', 'never')))).toContain('ChannelClosed')
  })

  it('closes on bytes that are no message', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const channel = openChannel({ input, output })
    opened.push(channel)
    input.write(Buffer.from('ffffffffff', 'hex'))
    await channel.closed
  })
})
