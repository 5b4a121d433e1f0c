/** The program of the fork server: runs the commands that the service sends. Ends with the service, and ends what it runs. */
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Fiber from 'effect/Fiber'
import { run } from '../run.js'
import type { FromForkServer, Order, SentFailure, ToForkServer } from './protocol.js'

const running = new Map<number, Fiber.RuntimeFiber<FromForkServer>>()

const send = (message: FromForkServer): void => {
  // Without a callback, an error ends the process: the service may have ended.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

const answerTo = (id: number, order: Order): Effect.Effect<FromForkServer> =>
  run(order).pipe(
    Effect.match({
      onSuccess: (finished): FromForkServer => ({ kind: 'finished', id, finished }),
      // A copy has the fields, which is all that the channel keeps of an error.
      onFailure: (error): FromForkServer => ({ kind: 'failed', id, failure: Object.assign({}, error) as SentFailure }),
    }),
  )

process.on('message', (message: ToForkServer) => {
  const { id } = message
  if (message.kind === 'interrupt') {
    const fiber = running.get(id)
    if (fiber !== undefined) Effect.runFork(Fiber.interrupt(fiber))
    return
  }
  const fiber = Effect.runFork(answerTo(id, message.order))
  running.set(id, fiber)
  fiber.addObserver((exit) => {
    running.delete(id)
    send(Exit.isSuccess(exit) ? exit.value : { kind: 'interrupted', id })
  })
})

process.on('disconnect', () => {
  // A list, not an iterator: it is gone through twice, to interrupt and to wait.
  void Effect.runPromise(Fiber.interruptAll([...running.values()])).then(() => process.exit())
})

send({ kind: 'ready' })
