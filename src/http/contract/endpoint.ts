import type { Schema } from '../../domain/schema.js'
import type { Query } from './param.js'

/**
 * Who may call a route. Local mode has one principal who sees everything, so the policy only reads these declarations. A route
 * without one does not compile.
 */
export type Access =
  /** No token is required: health, the API description, the documentation, hook ingestion. */
  | { readonly actor: 'public' }
  | { readonly actor: 'hook' }
  | { readonly actor: 'user'; readonly verb: 'read' | 'write' }
  | { readonly actor: 'admin'; readonly verb: 'read' | 'write' }

/** The kind, as error messages name it. */
export type RowKind = 'session' | 'agent' | 'alert rule' | 'alert' | 'source' | 'webhook' | 'pricing rule'

/**
 * The row that a route is about; its owner decides who may see it. A row that is not visible, or outside the requested scope,
 * is answered 404 like a missing one, before the body is validated.
 */
export interface About {
  readonly kind: RowKind
  readonly param: string
}

// biome-ignore format: one line per alternative
export type AnySchema = Schema.Schema.AnyNoContext

/**
 * The declaration of a route: validation, access, OpenAPI, the documentation page and the dashboard's client are derived from
 * it.
 */
export interface Endpoint {
  readonly summary: string
  readonly tag: string
  readonly access: Access
  readonly about?: About
  readonly query?: Query
  /** The JSON body. The schema may decode leniently; a body it refuses is answered 400. */
  readonly body?: AnySchema
  /** JSON responses by status. */
  readonly answers?: Readonly<Record<number, AnySchema>>
  /** Responses that are not JSON: media type by status; null for a response without a body. */
  readonly raw?: Readonly<Record<number, string | null>>
  /** Error codes of the route itself, in addition to those of the guards. */
  readonly errors?: readonly string[]
  /** The form field with the files, when the body is a multipart form of any size that the handler reads as a stream. */
  readonly upload?: string
  /** Maximum body size in bytes; the default is 1 MiB. */
  readonly bodyLimit?: number
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type Words<P extends string> = P extends `${string}:${infer W}/${infer Rest}`
  ? W | Words<Rest>
  : P extends `${string}:${infer W}`
    ? W
    : never
/** The path parameters of a route, derived from its key. */
export type Params<K extends string> = { readonly [W in Words<K>]: string }
