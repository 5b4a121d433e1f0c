import type { Instant } from '../../domain/time.js'

/** What a bearer token proves: an access token of a user, or the pane of a run. It is known by its digest only. */
export type TokenKind = 'access' | 'pane'

export interface TokenStore {
  /** Stores a token under the id of what it proves. */
  readonly add: (kind: TokenKind, id: string, digest: string) => void
  /** Returns what a token proves. */
  readonly find: (kind: TokenKind, digest: string) => string | undefined
  readonly touch: (kind: TokenKind, id: string, at: Instant) => void
  readonly usedAt: (kind: TokenKind, id: string) => Instant | null
  readonly remove: (kind: TokenKind, id: string) => void
  readonly ids: (kind: TokenKind) => readonly string[]
}
