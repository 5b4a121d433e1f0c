import type * as Effect from 'effect/Effect'
import type { Rejection } from '../domain/rejection.js'
import type { Schema } from '../domain/schema.js'
import type { Caller } from './access.js'
import type { Contract, Route, RouteInput } from './contract/index.js'
import type { Endpoint } from './contract/endpoint.js'
import type { Rows } from './rows.js'

/** The request beside its validated input. */
export interface RequestInfo extends Caller {
  readonly header: (name: string) => string | undefined
  /** The body as text, of routes that check it by hand. */
  readonly text: string
  /** The body as it comes, of routes that take uploads. */
  readonly upload: () => { readonly contentType: string; readonly stream: AsyncIterable<Uint8Array> }
}

/** The row that the route is about, as it was found. */
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

/** What a handler gives back: a JSON answer of its declaration, or a response of its own. */
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
 * Serves one route. A read is a plain function; what waits for the log is a promise; what touches the machine is an
 * Effect, run by the mount.
 */
export type Handler<K extends Route> = (
  input: RouteInput<K>,
  request: RequestInfo & { readonly row: RowOf<K> },
) => Result<K> | Promise<Result<K>> | Effect.Effect<Reply<K>, Rejection>

export type Handlers<K extends Route = Route> = { readonly [R in K]: Handler<R> }
