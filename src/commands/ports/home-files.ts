import type * as Effect from 'effect/Effect'
import type { ConfigText } from './config-files.js'
import type { FileChange, WriteOutcome } from './config-writes.js'

/**
 * Files of agents in lanes and in the homes of users, which the account of the folder reads and writes. All paths are relative to a
 * root, and lead out of it through no link.
 */
export interface HomeFiles {
  /** Returns the text of a file; null without one. */
  readonly text: (root: string, path: string, most?: number) => Effect.Effect<ConfigText | null>
  readonly replace: (change: FileChange, text: string) => Effect.Effect<WriteOutcome>
  readonly remove: (change: FileChange) => Effect.Effect<WriteOutcome>
}
