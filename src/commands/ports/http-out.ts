export interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Signs the body: who knows the secret can tell whom it comes from, and when it was sent. */
  readonly secret: string | null
  readonly signal: AbortSignal
}

/** What a server answered, with the beginning of its words; or why there is no answer, in words without the address. */
export type Answered =
  | { readonly status: number; readonly body: string }
  | { readonly error: string; readonly retryable: boolean }

/** Requests into the network: bounded in time and size, no redirect followed. Never throws. */
export interface HttpOut {
  readonly post: (request: OutgoingRequest) => Promise<Answered>
}
