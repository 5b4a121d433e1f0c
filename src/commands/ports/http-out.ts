import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'

/**
 * Which addresses a request may go to: those of the internet, also those of the local network, or also this machine. Link-local
 * addresses and metadata services are never allowed.
 */
export type AddressReach = 'internet' | 'network' | 'machine'

export interface OutgoingRequest {
  readonly url: string
  readonly reach: AddressReach
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Key that signs the body: a receiver who knows it can verify the sender and the time. */
  readonly secret: string | null
  /** Milliseconds; the default is 10,000. */
  readonly timeoutMs?: number
  /** Bytes of the answer that are read; the default is 4096. */
  readonly mostAnswer?: number
}

/** The server's status and the start of its response body, or the reason for no response, without the address. */
export type Answered =
  | { readonly status: number; readonly body: string }
  | { readonly error: string; readonly retryable: boolean }

/** Outgoing HTTP requests, limited in time and size, without redirects. An interruption closes the connection. */
export interface HttpOutPort {
  readonly post: (request: OutgoingRequest) => Effect.Effect<Answered>
  readonly get: (request: Omit<OutgoingRequest, 'body' | 'secret'>) => Effect.Effect<Answered>
}

export class HttpOut extends Context.Tag('HttpOut')<HttpOut, HttpOutPort>() {}
