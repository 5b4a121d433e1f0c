import type { Contract, Route, RouteAnswer, RouteBody } from '../contract/index.js'

/** What the API description says about a route beyond its declaration: a sentence or two, and examples that match its schemas. */
export type Operation<K extends Route> = {
  readonly description: string
} & Request<K> &
  (Contract[K] extends { readonly answers: unknown } ? { readonly answer: RouteAnswer<K> } : unknown) &
  (Contract[K] extends { readonly raw: { readonly 200: `text/${string}` } } ? { readonly text: string } : unknown) &
  (Contract[K] extends { readonly raw: { readonly 200: 'application/json' } } ? { readonly answer: object } : unknown)

/** Hooks declare no body, because the handler checks it by hand. */
type Request<K extends Route> = Contract[K] extends { readonly body: unknown }
  ? { readonly request: RouteBody<K> }
  : Contract[K] extends { readonly access: { readonly actor: 'hook' } }
    ? { readonly request: Readonly<Record<string, unknown>> }
    : unknown

export type Operations<K extends Route = Route> = { readonly [R in K]: Operation<R> }
