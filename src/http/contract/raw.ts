import { Schema } from '../../domain/schema.js'
import type { AnySchema } from './endpoint.js'

/** The part of a multipart form that contains files. */
export interface FormFiles {
  readonly field: string
}

/**
 * A body that mount does not decode. As `text` the handler gets it read, up to the limit of the route; as `stream` the handler
 * reads it, whatever its size.
 */
export interface RawBody {
  readonly as: 'text' | 'stream'
  /** The accepted media types with what they contain. */
  readonly content: Readonly<Record<string, AnySchema | FormFiles>>
}

export const textBody = <const C extends RawBody['content']>(content: C) => ({ as: 'text', content }) as const
export const streamBody = <const C extends RawBody['content']>(content: C) => ({ as: 'stream', content }) as const

/** A response that is not JSON from a schema: text, a file, or a stream. */
export interface RawAnswer {
  /** The content type; null for a response without a body. `*` in it is set by the handler. */
  readonly type: string | null
  /** What the content is, if it is JSON that is written by hand. */
  readonly content?: AnySchema
}

export const rawAnswer = <const T extends string>(type: T) => ({ type }) as const
export const rawJson = <const C extends AnySchema>(content: C) =>
  ({ type: 'application/json; charset=utf-8', content }) as const
export const noContent = { type: null } as const

export const isRawBody = (body: AnySchema | RawBody | undefined): body is RawBody =>
  body !== undefined && !Schema.isSchema(body)

export const isRawAnswer = (answer: AnySchema | RawAnswer): answer is RawAnswer => !Schema.isSchema(answer)
