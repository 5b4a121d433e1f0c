import type { Command, Finished } from '../run.js'

/** A command as it can be sent: without functions. */
export type Order = Omit<Command, 'onComplaint'>

/** What the service sends to its fork server. */
export type ToForkServer =
  | { readonly kind: 'run'; readonly id: number; readonly order: Order }
  | { readonly kind: 'interrupt'; readonly id: number }

/** A failure without its class, which the channel does not keep. */
export type SentFailure =
  | { readonly _tag: 'CannotStart'; readonly program: string; readonly notFound: boolean; readonly reason: string }
  | { readonly _tag: 'TimedOut'; readonly program: string; readonly milliseconds: number }
  | { readonly _tag: 'TooMuchOutput'; readonly program: string; readonly limit: number; readonly output: Buffer }

/** What the fork server sends. Each command gets one answer, `interrupted` when the service asked for it. */
export type FromForkServer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'finished'; readonly id: number; readonly finished: Finished }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: SentFailure }
  | { readonly kind: 'interrupted'; readonly id: number }
