/** The conversation with one kind of worker thread, as types. */
export interface Protocol {
  /** Questions with one answer: a function for each. */
  readonly asks: object
  /** Questions whose answer comes in items: for each, a function that yields them. */
  readonly streams: object
  /** Messages to the thread that have no answer. */
  readonly news: unknown
  /** Messages from the thread that answer no question. */
  readonly reports: unknown
}

export type Item<F> = F extends (...args: never[]) => Iterator<infer I, void, undefined> ? I : never
export type Args<F> = F extends (...args: infer A) => unknown ? A : never
export type Answer<F> = F extends (...args: never[]) => infer A ? Awaited<A> : never

export type ToThread =
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  /** An item of a stream was consumed. */
  | { readonly kind: 'more'; readonly id: number }
  /** Nothing waits for the rest of a stream. */
  | { readonly kind: 'stop'; readonly id: number }
  | { readonly kind: 'news'; readonly news: unknown }

export type FromThread =
  | { readonly kind: 'item'; readonly id: number; readonly value: unknown; readonly last: boolean }
  /** A stream without items. */
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'report'; readonly report: unknown }

/** `workerData` of every worker thread. */
export interface ThreadData {
  readonly data: unknown
  /** The question that the thread works on; 0 for none. In shared memory, because a crashed thread sends no message. */
  readonly at: Int32Array
}
