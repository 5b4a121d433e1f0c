import { type Author, SYSTEM, type Via } from '../domain/access/author.js'
import type { Provider } from '../domain/tools/catalog.js'

/**
 * Returns who caused an event that has an actor. Before events had `by` and `via`, this one word said both: `hook`, `system`,
 * `local`, `bundle`, or the provider of a transcript. Rows of the log and bundles from that time have it, and importers of that
 * time require it.
 */
export const authorOfActor = (actor: string, type: string): Author => {
  switch (actor) {
    case 'system':
      return SYSTEM
    case 'hook':
      return { by: 'local', via: 'hook' }
    case 'local':
      return { by: 'local', via: 'http' }
    case 'claude':
    case 'codex':
      return { by: 'local', via: type === 'cli-status-reported' ? 'status' : 'transcript' }
    default:
      // `bundle`, and whatever a bundle stated.
      return { by: 'local', via: 'import' }
  }
}

/** Returns the provider of what the actor read. Only files of Codex had the actor `codex`. */
const providerOfActor = (actor: string | null): Provider => (actor === 'codex' ? 'codex' : 'claude')

/** The second version of an event whose first had no provider. It adds nothing else. */
export const WITH_PROVIDER = {
  version: 2,
  readableAs: 1,
  upcasts: [
    (older: unknown, actor: string | null): object => ({ provider: providerOfActor(actor), ...(older as object) }),
  ],
} as const

const ACTORS: Readonly<Record<Via, string>> = {
  hook: 'hook',
  transcript: 'claude',
  status: 'claude',
  http: 'local',
  cli: 'local',
  import: 'bundle',
  system: 'system',
}

/** Returns the actor of an event for importers of earlier releases; `provider` is that of an event `WITH_PROVIDER`. */
export const actorOf = ({ via }: Author, provider: string | null): string => provider ?? ACTORS[via]
