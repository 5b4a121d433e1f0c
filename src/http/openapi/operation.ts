import type { Schema } from '../../domain/schema.js'
import type { AnySchema } from '../contract/endpoint.js'
import type { AnyContract, AnswerOf, BodyOf, Contract, Route } from '../contract/index.js'

/** What the API description says about a route beyond its declaration: a sentence or two, and examples that match its schemas. */
type OperationOf<E extends AnyContract[string]> = {
  readonly description: string
  /** Examples of statuses whose response has another shape. */
  readonly others?: Readonly<Record<number, unknown>>
} & ([BodyOf<E>] extends [undefined] ? unknown : { readonly request: BodyOf<E> }) &
  ([AnswerOf<E>] extends [never] ? unknown : { readonly answer: AnswerOf<E> }) &
  (E['answers'] extends { readonly 200: { readonly type: `text/${string}` } } ? { readonly text: string } : unknown) &
  (E['answers'] extends { readonly 200: { readonly content: infer B extends AnySchema } }
    ? { readonly answer: Schema.Schema.Encoded<B> }
    : unknown)

export type OperationsOf<C extends AnyContract> = { readonly [K in keyof C]: OperationOf<C[K]> }
export type Operations<K extends Route = Route> = OperationsOf<Pick<Contract, K>>

/** The description of any route. */
export interface AnyOperation {
  readonly description: string
  readonly request?: unknown
  readonly answer?: unknown
  readonly others?: Readonly<Record<number, unknown>>
  readonly text?: string
}
