import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'

/** What a value refers to that cannot be copied: it stays with its process, and the other one gets a stand-in. */
export type Referred =
  | { readonly is: 'function'; readonly call: (args: readonly unknown[]) => unknown }
  | { readonly is: 'effect'; readonly effect: Effect.Effect<unknown, unknown> }
  | { readonly is: 'iterator'; readonly iterator: AsyncIterator<unknown> }
  | { readonly is: 'signal'; readonly signal: AbortSignal }

export type ReferredKind = Referred['is']

interface Reference {
  readonly [MARK]: ReferredKind
  readonly handle: number
}

/** The name of the member that marks what is no plain value. A plain object that has it is refused. */
const MARK = '$switchyard'

/** A channel copies nothing that is nested deeper: what people and repositories write is flat. */
const MAX_DEPTH = 64

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** An Either is an Effect too, and is not meant. */
export const isEffect = (value: unknown): value is Effect.Effect<unknown, unknown> =>
  Effect.isEffect(value) && !Either.isEither(value)

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  isRecord(value) && typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function'

/**
 * Returns a value as it can be serialized: with maps, sets and bytes, and with references for what cannot be copied.
 * @param keep stores what is referred to, and returns its handle
 */
export const encoded = (value: unknown, keep: (referred: Referred) => number, depth = 0): unknown => {
  if (depth > MAX_DEPTH) throw new Error('a value is nested too deeply')
  const inner = (one: unknown): unknown => encoded(one, keep, depth + 1)
  const refer = (referred: Referred): Reference => ({ [MARK]: referred.is, handle: keep(referred) })
  if (typeof value === 'function')
    return refer({ is: 'function', call: (args) => (value as (...given: readonly unknown[]) => unknown)(...args) })
  if (!isRecord(value)) return value
  if (value instanceof Uint8Array || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(inner)
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [inner(key), inner(one)]))
  if (value instanceof Set) return new Set([...value].map(inner))
  if (value instanceof AbortSignal) return refer({ is: 'signal', signal: value })
  if (value instanceof Error)
    return {
      [MARK]: 'error',
      name: value.name,
      message: value.message,
      fields: inner(Object.fromEntries(Object.entries(value))),
    }
  if (Either.isEither(value))
    return Either.isRight(value)
      ? { [MARK]: 'right', value: inner(value.right) }
      : { [MARK]: 'left', value: inner(value.left) }
  if (isEffect(value)) return refer({ is: 'effect', effect: value })
  if (isAsyncIterable(value)) return refer({ is: 'iterator', iterator: value[Symbol.asyncIterator]() })
  if (MARK in value) throw new Error('a value has a reserved name')
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))
}

/**
 * Returns the value that was encoded, with a stand-in for each reference.
 * @param standIn makes the stand-in of what the other process keeps
 */
export const decoded = (value: unknown, standIn: (is: ReferredKind, handle: number) => unknown): unknown => {
  const inner = (one: unknown): unknown => decoded(one, standIn)
  if (!isRecord(value) || value instanceof Uint8Array || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(inner)
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [inner(key), inner(one)]))
  if (value instanceof Set) return new Set([...value].map(inner))
  const mark = value[MARK]
  if (mark === undefined) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))
  if (mark === 'right') return Either.right(inner(value['value']))
  if (mark === 'left') return Either.left(inner(value['value']))
  // Callers tell failures apart by their tag, which is among the fields.
  if (mark === 'error')
    return Object.assign(new Error(String(value['message'])), { name: value['name'] }, inner(value['fields']))
  return standIn(mark as ReferredKind, Number(value['handle']))
}
