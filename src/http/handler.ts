import type * as Effect from 'effect/Effect'
import type { Rejection } from '../domain/rejection.js'
import type { Schema } from '../domain/schema.js'
import type { Caller } from './access.js'
import type { Contract, Route, RouteInput } from './contract/index.js'
import type { Endpoint } from './contract/endpoint.js'
import type { Rows } from './rows.js'

/** The request, in addition to its validated input. */
export interface RequestInfo extends Caller {
  readonly header: (name: string) => string | undefined
  /** The body as text, for routes that check it by hand. */
  readonly text: string
  /** Returns the body as a stream, for routes that accept uploads. */
  readonly upload: () => { readonly contentType: string; readonly stream: AsyncIterable<Uint8Array> }
}

/** The row that the route is about. */
export type RowOf<K extends Route> = Contract[K] extends {
  readonly about: { readonly kind: infer N extends keyof Rows }
}
  ? Rows[N]
  : undefined

type AnswersOf<K extends Route> = Contract[K] extends {
  readonly answers: infer A extends NonNullable<Endpoint['answers']>
}
  ? A
  : Record<never, never>

/** A handler's result: one of the declared JSON responses, or a `Response`. */
export type Reply<K extends Route> =
  | {
      [S in keyof AnswersOf<K>]: {
        readonly status: S
        readonly json: AnswersOf<K>[S] extends Schema.Schema.AnyNoContext ? Schema.Schema.Type<AnswersOf<K>[S]> : never
      }
    }[keyof AnswersOf<K>]
  | Response

export type Result<K extends Route> = Reply<K> | Rejection

/**
 * Serves one route. Reads are plain functions, writes to the log return a promise, and access to the machine is an Effect,
 * which `mount` runs.
 */
export type Handler<K extends Route> = (
  input: RouteInput<K>,
  request: RequestInfo & { readonly row: RowOf<K> },
) => Result<K> | Promise<Result<K>> | Effect.Effect<Reply<K>, Rejection>

export type Handlers<K extends Route = Route> = { readonly [R in K]: Handler<R> }
