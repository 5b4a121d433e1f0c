import { parentPort, type TransferListItem, workerData } from 'node:worker_threads'
import { yieldToOthers } from './priority.js'
import type { Args, FromThread, Item, Protocol, ThreadData, ToThread } from './protocol.js'

/** Items sent but not yet consumed. The next one is made when one is consumed. */
const AHEAD = 2

type Iterators<S> = {
  readonly [K in keyof S]: (...args: Args<S[K]>) => Iterator<Item<S[K]>, void, undefined>
}
type Answers<A> = { readonly [K in keyof A]: (...args: Args<A[K]>) => unknown }

interface Served<P extends Protocol> {
  /** How much the priority of the thread is lowered: 0 not at all, 19 the most. */
  readonly nice: number
  readonly asks?: Answers<P['asks']>
  readonly streams?: Iterators<P['streams']>
  readonly onNews?: (news: P['news']) => void
  /** Returns the parts of an item that are moved instead of copied. */
  readonly transfer?: (item: unknown) => readonly TransferListItem[]
}

/** A stream that is being read. */
interface Reading {
  readonly items: Iterator<unknown, void, undefined>
  unconsumed: number
  /** Ready, but not sent until it is known whether another item follows: most streams then need only one message. */
  held: { readonly value: unknown } | null
}

const port = () => {
  if (parentPort === null) throw new Error('runs as a worker thread only')
  return parentPort
}

/** Returns what the thread was started with. */
export const threadData = <D>(): D => (workerData as ThreadData).data as D

/** Sends a message that answers no question. */
export const report = <P extends Protocol>(message: P['reports']): void =>
  port().postMessage({ kind: 'report', report: message } satisfies FromThread)

/** Answers the questions of the main thread, until it stops this thread. */
export function serve<P extends Protocol>({ nice, asks, streams, onNews, transfer }: Served<P>): void {
  const { at } = workerData as ThreadData
  const main = port()
  const readings = new Map<number, Reading>()
  yieldToOthers(nice)

  const say = (message: FromThread): void => main.postMessage(message)
  const item = (id: number, value: unknown, last: boolean): void =>
    main.postMessage({ kind: 'item', id, value, last } satisfies FromThread, transfer?.(value))
  const failed = (id: number, error: unknown): void =>
    say({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })

  const advance = (id: number, reading: Reading): void => {
    while (reading.unconsumed < AHEAD) {
      const next = reading.items.next()
      const last = next.done === true
      if (reading.held !== null) {
        item(id, reading.held.value, last)
        reading.unconsumed++
      } else if (last) say({ kind: 'end', id })
      if (last) {
        readings.delete(id)
        return
      }
      reading.held = { value: next.value }
    }
  }

  const read = (id: number, reading: Reading | undefined): void => {
    if (reading === undefined) return
    try {
      advance(id, reading)
    } catch (error) {
      readings.delete(id)
      failed(id, error)
    }
  }

  const answer = (id: number, name: string, args: readonly unknown[]): void => {
    const stream = (streams as Readonly<Record<string, (...all: unknown[]) => Reading['items']>> | undefined)?.[name]
    if (stream !== undefined) {
      const reading: Reading = { items: stream(...args), unconsumed: 0, held: null }
      readings.set(id, reading)
      return read(id, reading)
    }
    const value = (asks as Readonly<Record<string, (...all: unknown[]) => unknown>>)[name]?.(...args)
    if (!(value instanceof Promise)) return item(id, value, true)
    value.then(
      (done) => item(id, done, true),
      (error: unknown) => failed(id, error),
    )
    return undefined
  }

  const work = (message: ToThread): void => {
    switch (message.kind) {
      case 'ask':
        try {
          return answer(message.id, message.name, message.args)
        } catch (error) {
          return failed(message.id, error)
        }
      case 'more': {
        const reading = readings.get(message.id)
        if (reading !== undefined) reading.unconsumed--
        return read(message.id, reading)
      }
      case 'stop':
        readings.get(message.id)?.items.return?.()
        readings.delete(message.id)
        return undefined
      case 'news':
        return onNews?.(message.news)
    }
  }

  main.on('message', (message: ToThread) => {
    Atomics.store(at, 0, message.kind === 'news' ? 0 : message.id)
    work(message)
    Atomics.store(at, 0, 0)
  })
}
