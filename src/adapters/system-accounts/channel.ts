import type { Readable, Writable } from 'node:stream'
import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Fiber from 'effect/Fiber'
import * as FiberId from 'effect/FiberId'
import * as FiberRef from 'effect/FiberRef'
import * as Runtime from 'effect/Runtime'
import { type GitAuthor, gitAuthor } from '../../commands/ports/git-author.js'
import { decoded, encoded, isEffect, type Referred, type ReferredKind } from './codec.js'
import { receiveFrames, sendFrame } from './frames.js'

/** What the other process may call, by name: the ports that this one serves. */
export type Served = Readonly<Record<string, object>>

/** What is called: a member of a port that is served, or something that was handed over. */
type Target =
  | { readonly port: string; readonly member: string }
  | { readonly handle: number; readonly step?: 'next' | 'return' }

type Message =
  | {
      readonly kind: 'call'
      readonly id: number
      readonly target: Target
      readonly args: unknown
      readonly author: GitAuthor | null
    }
  | { readonly kind: 'interrupt'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown }
  | { readonly kind: 'died'; readonly id: number; readonly message: string }
  | { readonly kind: 'interrupted'; readonly id: number }
  | { readonly kind: 'aborted'; readonly handle: number }
  | { readonly kind: 'dropped'; readonly handle: number }

/** The other process ended, or broke the protocol. */
export class ChannelClosed extends Error {
  readonly _tag = 'ChannelClosed'
}

export interface Channel {
  /**
   * Calls a member of a port of the other process. It fails as the member fails there, and an interruption reaches it. It dies with
   * `ChannelClosed` if the other process ends.
   */
  readonly call: (port: string, member: string, args?: readonly unknown[]) => Effect.Effect<unknown, unknown>
  /** Resolves when the channel has closed, for whichever reason. */
  readonly closed: Promise<void>
  /** Closes it: what is being called here is interrupted. */
  readonly close: () => void
}

/** What is handed over with its runtime: an Effect of one process runs in it with the services of who handed it over. */
interface Kept {
  readonly referred: Referred
  readonly runtime: Runtime.Runtime<never>
}

/** Opens a channel to another process over a pair of streams. Both sides call and serve. */
export const openChannel = (
  { input, output }: { readonly input: Readable; readonly output: Writable },
  served: Served = {},
): Channel => {
  const kept = new Map<number, Kept>()
  const waiting = new Map<number, (exit: Exit.Exit<unknown, unknown>) => void>()
  const running = new Map<number, Fiber.RuntimeFiber<unknown, unknown>>()
  // A signal that nobody uses any longer is forgotten, and its controller with it.
  const controllers = new Map<number, WeakRef<AbortController>>()
  const controllerOf = new WeakMap<AbortSignal, AbortController>()
  let count = 0
  let isOpen = true
  let settle: () => void = () => undefined
  const closed = new Promise<void>((resolve) => {
    settle = resolve
  })

  const send = (message: Message): void => {
    if (isOpen) sendFrame(output, message)
  }

  // The other process keeps what it handed over for as long as the stand-in is used.
  const unused = new FinalizationRegistry<number>((handle) => {
    controllers.delete(handle)
    send({ kind: 'dropped', handle })
  })

  const shut = (): void => {
    if (!isOpen) return
    isOpen = false
    output.destroy()
    input.destroy()
    for (const answer of waiting.values()) answer(Exit.die(new ChannelClosed('the process of the account has ended')))
    waiting.clear()
    for (const controller of controllers.values()) controller.deref()?.abort()
    const fibers = [...running.values()]
    void Effect.runPromise(Fiber.interruptAll(fibers)).then(settle, settle)
  }

  const keep =
    (runtime: Runtime.Runtime<never>) =>
    (referred: Referred): number => {
      const handle = ++count
      kept.set(handle, { referred, runtime })
      if (referred.is === 'signal') {
        const abort = (): void => send({ kind: 'aborted', handle })
        // After the call that hands it over.
        if (referred.signal.aborted) queueMicrotask(abort)
        else referred.signal.addEventListener('abort', abort, { once: true })
      }
      return handle
    }

  const standIn = (is: ReferredKind, handle: number): unknown => {
    const made = standInOf(is, handle)
    unused.register(made, handle)
    return made
  }

  const standInOf = (is: ReferredKind, handle: number): object => {
    switch (is) {
      case 'function':
        return (...args: readonly unknown[]): Promise<unknown> => {
          const called = Effect.runPromise(callAt({ handle }, args))
          // A caller that only tells something does not wait for it.
          called.catch(() => undefined)
          return called
        }
      case 'effect':
        return callAt({ handle }, [])
      case 'signal': {
        const controller = new AbortController()
        controllers.set(handle, new WeakRef(controller))
        controllerOf.set(controller.signal, controller)
        return controller.signal
      }
      case 'iterator':
        return readAhead((step) => Effect.runPromise(callAt({ handle, step }, [])) as Promise<IteratorResult<unknown>>)
    }
  }

  const callAt = (target: Target, args: readonly unknown[]): Effect.Effect<unknown, unknown> =>
    Effect.gen(function* () {
      const author = yield* FiberRef.get(gitAuthor)
      const runtime = yield* Effect.runtime()
      return yield* Effect.async<unknown, unknown>((resume) => {
        if (!isOpen) return resume(Effect.die(new ChannelClosed('the process of the account has ended')))
        const id = ++count
        waiting.set(id, resume)
        try {
          send({ kind: 'call', id, target, args: encoded(args, keep(runtime)), author })
        } catch (error) {
          waiting.delete(id)
          return resume(Effect.die(error))
        }
        return Effect.async<void>((done) => {
          if (!waiting.has(id)) return done(Effect.void)
          waiting.set(id, () => done(Effect.void))
          return send({ kind: 'interrupt', id })
        })
      })
    })

  /** Returns what a call means here. Only own members of a port can be called. */
  const workOf = (target: Target, args: readonly unknown[]): Effect.Effect<unknown, unknown> => {
    if ('port' in target) {
      const port = Object.hasOwn(served, target.port) ? served[target.port] : undefined
      const member: unknown =
        port !== undefined && Object.hasOwn(port, target.member)
          ? (port as Record<string, unknown>)[target.member]
          : undefined
      if (member === undefined) return Effect.die(new Error(`${target.port} has no ${target.member}`))
      return outcome(() =>
        typeof member === 'function' ? (member as (...given: readonly unknown[]) => unknown)(...args) : member,
      )
    }
    const known = kept.get(target.handle)
    if (known === undefined) return Effect.die(new Error('what was called is not kept any longer'))
    const { referred, runtime } = known
    if (referred.is === 'effect') return ofRuntime(runtime, referred.effect)
    if (referred.is === 'function')
      return ofRuntime(
        runtime,
        outcome(() => referred.call(args)),
      )
    if (referred.is === 'iterator')
      return outcome(() =>
        target.step === 'return'
          ? (referred.iterator.return?.() ?? { done: true, value: undefined })
          : referred.iterator.next(),
      )
    return Effect.die(new Error('a signal cannot be called'))
  }

  const take = (message: Message): void => {
    switch (message.kind) {
      case 'call': {
        const { id, target, args, author } = message
        const given = decoded(args, standIn) as readonly unknown[]
        const fiber = Effect.runFork(Effect.locally(workOf(target, given), gitAuthor, author))
        running.set(id, fiber)
        fiber.addObserver((exit) => {
          running.delete(id)
          answer(id, exit)
        })
        return
      }
      case 'interrupt': {
        const fiber = running.get(message.id)
        if (fiber !== undefined) Effect.runFork(Fiber.interrupt(fiber))
        return
      }
      case 'aborted':
        return controllers.get(message.handle)?.deref()?.abort()
      case 'dropped':
        return void kept.delete(message.handle)
      default: {
        const resume = waiting.get(message.id)
        waiting.delete(message.id)
        resume?.(exitOf(message))
      }
    }
  }

  const exitOf = (message: Exclude<Message, { readonly kind: 'call' | 'interrupt' | 'aborted' | 'dropped' }>) => {
    switch (message.kind) {
      case 'done':
        return Exit.succeed(decoded(message.value, standIn))
      case 'failed':
        return Exit.fail(decoded(message.error, standIn))
      case 'died':
        return Exit.die(new Error(message.message))
      case 'interrupted':
        return Exit.interrupt(FiberId.none)
    }
  }

  const answer = (id: number, exit: Exit.Exit<unknown, unknown>): void => {
    const handles = keep(Runtime.defaultRuntime)
    try {
      if (Exit.isSuccess(exit)) return send({ kind: 'done', id, value: encoded(exit.value, handles) })
      if (Cause.isInterruptedOnly(exit.cause)) return send({ kind: 'interrupted', id })
      const failure = Cause.failureOption(exit.cause)
      if (failure._tag === 'Some') return send({ kind: 'failed', id, error: encoded(failure.value, handles) })
      return send({ kind: 'died', id, message: String(Cause.squash(exit.cause)) })
    } catch (error) {
      return send({ kind: 'died', id, message: `the answer cannot be sent: ${String(error)}` })
    }
  }

  receiveFrames(input, (message) => take(message as Message), shut)
  for (const stream of [input, output]) stream.on('error', shut).on('close', shut)
  input.on('end', shut)

  return { call: (port, member, args = []) => callAt({ port, member }, args), closed, close: shut }
}

/** How many items are asked for before they are used: a file is read and sent meanwhile. */
const AHEAD = 8

/** Returns an iterator over what the other process yields. Some items are asked for before they are needed. */
const readAhead = (step: (name: 'next' | 'return') => Promise<IteratorResult<unknown>>) => {
  const asked: Promise<IteratorResult<unknown>>[] = []
  let isOver = false
  const ask = (): void => {
    const item = step('next')
    // It may be asked for in vain.
    item.catch(() => undefined)
    asked.push(item)
  }
  const iterator = {
    next: async (): Promise<IteratorResult<unknown>> => {
      if (isOver) return { done: true, value: undefined }
      while (asked.length < AHEAD) ask()
      const item = await asked.shift()
      isOver = item?.done === true
      return item ?? { done: true, value: undefined }
    },
    // Not waited for: it follows what was asked for, and the other process may wait for a client meanwhile.
    return: (): Promise<IteratorResult<unknown>> => {
      isOver = true
      step('return').catch(() => undefined)
      return Promise.resolve({ done: true, value: undefined })
    },
    // Itself: it must live for as long as one of both is used.
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

/** Runs an Effect with the services and the settings of the fiber that handed it over. */
const ofRuntime = (runtime: Runtime.Runtime<never>, work: Effect.Effect<unknown, unknown>) =>
  Effect.flatMap(
    Effect.async<Exit.Exit<unknown, unknown>>((resume) => {
      const fiber = Runtime.runFork(runtime)(work)
      fiber.addObserver((exit) => resume(Effect.succeed(exit)))
      return Fiber.interrupt(fiber)
    }),
    (exit) => exit,
  )

/** Returns what a call results in: an Effect is run, a promise is waited for, anything else is the result. */
const outcome = (work: () => unknown): Effect.Effect<unknown, unknown> =>
  Effect.suspend(() => {
    const result = work()
    if (isEffect(result)) return result
    return Effect.promise(async () => await result)
  })
