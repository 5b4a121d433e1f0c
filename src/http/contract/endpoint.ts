import type { PermissionName } from '../../domain/access/permission.js'
import type { RejectionCode } from '../../domain/rejection.js'
import type { Schema } from '../../domain/schema.js'
import type { Query } from './param.js'
import type { RawAnswer, RawBody } from './raw.js'
import type { RowKind } from './row-kinds.js'

/**
 * The row that a route is about; its owner decides who may see it. A row that is not visible, or outside the requested scope,
 * is answered like a missing one, with the code of its kind, before the body is validated.
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
  /** What the caller must be permitted. The row of this name says who is, so a route without one does not compile. */
  readonly access: PermissionName
  /** Whether sandboxed pages that the service shows may embed the response. Browsers call their requests cross-site. */
  readonly embedded?: true
  readonly about?: About
  /** The kind of a row that the body names by its id. Like that of the path, it is absent under one code in server mode. */
  readonly names?: RowKind
  /** Whether server mode asks for the caller's own password again, in the member `currentPassword` of the body. */
  readonly confirmed?: true
  /** Whether `dry_run` in the body or `preview` in the query only counts. That changes nothing, so it needs no password. */
  readonly previewed?: true
  readonly query?: Query
  /** The JSON body, or one that the handler reads. A schema may decode leniently; a body it refuses is answered 400. */
  readonly body?: AnySchema | RawBody
  /** The handler refuses text with lone surrogates. Elsewhere they are replaced, because they do not survive UTF-8. */
  readonly checksText?: true
  /** Responses by status: JSON of a schema, or something else. */
  readonly answers: Readonly<Record<number, AnySchema | RawAnswer>>
  /** Codes of the handler's own rejections. `codes.ts` adds those of the guards, the body and the row. */
  readonly errors?: readonly RejectionCode[]
  /** Statuses of codes that have another one here than usual. */
  readonly statuses?: Readonly<Partial<Record<RejectionCode, number>>>
  /** False if the response needs no table, and is possible while tables are rebuilt. */
  readonly tables?: false
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
