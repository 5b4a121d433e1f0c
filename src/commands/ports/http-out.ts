export interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Key that signs the body: a receiver who knows it can verify the sender and the time. */
  readonly secret: string | null
  readonly signal: AbortSignal
}

/** The server's status and the start of its response body, or the reason for no response, without the address. */
export type Answered =
  | { readonly status: number; readonly body: string }
  | { readonly error: string; readonly retryable: boolean }

/** Outgoing HTTP requests, limited in time and size, without redirects. Never throws. */
export interface HttpOut {
  readonly post: (request: OutgoingRequest) => Promise<Answered>
}
