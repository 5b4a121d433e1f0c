import type * as Effect from 'effect/Effect'
import type { Rejection } from '../../domain/rejection.js'

/** Hashes passwords. Few at once, because each takes much memory; ETOOMANY if too many wait. */
export interface Passwords {
  /** Returns a text that contains the salt and the parameters. */
  readonly hash: (password: string) => Effect.Effect<string, Rejection<'ETOOMANY'>>
  /**
   * Compares a password with a stored text. Without one it takes the same time and fails, so that nobody learns which names exist.
   */
  readonly verify: (password: string, stored: string | null) => Effect.Effect<boolean, Rejection<'ETOOMANY'>>
  /** Whether a stored text was made with other parameters than new ones are. */
  readonly isOutdated: (stored: string) => boolean
}
