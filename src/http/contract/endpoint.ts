import type { Schema } from '../../domain/schema.js'
import type { Query } from './param.js'

/**
 * Who may call a route. Local mode has one all-seeing principal, so these are declarations that the policy reads;
 * a route without one does not compile.
 */
export type Access =
  /** No token is asked: health, the description, the documentation, hook ingestion. */
  | { readonly actor: 'public' }
  | { readonly actor: 'hook' }
  | { readonly actor: 'user'; readonly verb: 'read' | 'write' }
  | { readonly actor: 'admin'; readonly verb: 'read' | 'write' }

/** In the words of the refusal. */
export type RowKind = 'session' | 'agent' | 'alert rule' | 'alert' | 'source' | 'webhook' | 'pricing rule'

/**
 * The row a route is about: its owner decides who sees it. One that is not seen, or out of the scope that is asked for,
 * is answered 404 like an absent one, before anybody looks at the body.
 */
export interface About {
  readonly kind: RowKind
  readonly param: string
}

// biome-ignore format: one line per alternative
export type AnySchema = Schema.Schema.AnyNoContext

/** One declaration per route: validation, access, OpenAPI, the documentation page and the dashboard's client read it. */
export interface Endpoint {
  readonly summary: string
  readonly tag: string
  readonly access: Access
  readonly about?: About
  readonly query?: Query
  /** The JSON body; decoding it leniently is the schema's business, refusing it is answered 400. */
  readonly body?: AnySchema
  /** JSON answers by status. */
  readonly answers?: Readonly<Record<number, AnySchema>>
  /** Answers that are not JSON: media type by status; null for an answer without a body. */
  readonly raw?: Readonly<Record<number, string | null>>
  /** Codes the route itself may answer, beside those of the guards. */
  readonly errors?: readonly string[]
  /** The body is a multipart form of any size, which the handler reads as it comes: the fields that hold files. */
  readonly upload?: string
  /** Largest body taken, in bytes; 1 MiB unless told. */
  readonly bodyLimit?: number
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type Words<P extends string> = P extends `${string}:${infer W}/${infer Rest}`
  ? W | Words<Rest>
  : P extends `${string}:${infer W}`
    ? W
    : never
/** The path parameters of a route, read off its key. */
export type Params<K extends string> = { readonly [W in Words<K>]: string }
