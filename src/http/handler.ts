import type * as Effect from 'effect/Effect'
import type { Machine } from '../commands/ports/machine.js'
import type { Caller } from '../domain/access/caller.js'
import type { Rejection } from '../domain/rejection.js'
import type { Schema } from '../domain/schema.js'
import type { StorageFailure } from '../events/commit.js'
import type { ClientFacts } from './access/client.js'
import type { Incoming } from './body.js'
import type { HandlerCode } from './contract/codes.js'
import type { AnySchema, Endpoint, Params } from './contract/endpoint.js'
import type { AnyContract, Contract, Route } from './contract/index.js'
import type { Query, QueryValue } from './contract/param.js'
import type { RawAnswer } from './contract/raw.js'
import type { Rows } from './rows.js'

/** The request, in addition to its validated input. */
export interface RequestInfo extends Caller {
  /** Returns where the request comes from. */
  readonly client: () => ClientFacts
  readonly header: (name: string) => string | undefined
}

type BodyOf<E> = E extends { readonly body: infer B extends AnySchema }
  ? Schema.Schema.Type<B>
  : E extends { readonly body: { readonly as: 'text' } }
    ? string
    : E extends { readonly body: { readonly as: 'stream' } }
      ? Incoming
      : undefined

/** The validated input of a handler. */
interface InputOf<K, E> {
  readonly params: Params<K & string>
  readonly query: E extends { readonly query: infer Q extends Query } ? QueryValue<Q> : Record<never, never>
  readonly body: BodyOf<E>
}

/** The row that the route is about. */
type RowOf<E> = E extends { readonly about: { readonly kind: infer N extends keyof Rows } } ? Rows[N] : undefined

/** What a raw response consists of: a whole, or parts that are made while they are sent. */
export type Content = string | Uint8Array | AsyncGenerator<Uint8Array>

interface RawReply {
  readonly content: Content
  readonly headers?: Readonly<Record<string, string>>
}

type ReplyAt<S, A> = A extends AnySchema
  ? { readonly status: S; readonly json: Schema.Schema.Type<A>; readonly headers?: Readonly<Record<string, string>> }
  : A extends { readonly type: null }
    ? { readonly status: S }
    : A extends RawAnswer
      ? { readonly status: S } & RawReply
      : never

/** A handler's success: one of the declared responses. */
type Reply<E extends Endpoint> = { [S in keyof E['answers']]: ReplyAt<S, E['answers'][S]> }[keyof E['answers']]

/** A handler's result: a declared response, or a rejection with a declared code. */
type Result<E extends Endpoint> = Reply<E> | Rejection<HandlerCode<E>>

/**
 * Serves one endpoint. Reads are plain functions, or promises where another thread answers; writes to the log and access to the
 * machine are Effects, which are interrupted when the client disconnects.
 */
type HandlerOf<K, E extends Endpoint> = (
  input: InputOf<K, E>,
  request: RequestInfo & { readonly row: RowOf<E> },
) => Result<E> | Promise<Result<E>> | Effect.Effect<Reply<E>, Rejection<HandlerCode<E>> | StorageFailure, Machine>

/** The handlers of a contract. A missing one is a compile error. */
export type HandlersOf<C extends AnyContract> = { readonly [K in keyof C]: HandlerOf<K, C[K]> }

export type Handler<K extends Route> = HandlerOf<K, Contract[K]>
export type Handlers<K extends Route = Route> = HandlersOf<Pick<Contract, K>>
