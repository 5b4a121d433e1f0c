import * as Effect from 'effect/Effect'
import type { ConfigFilesPort } from '../../commands/ports/config-files.js'
import type { ConfigWritesPort } from '../../commands/ports/config-writes.js'
import type { HomeFiles } from '../../commands/ports/home-files.js'

/** Returns the files of agents that this account can change. */
export const homeFiles = (
  files: Pick<ConfigFilesPort, 'text'>,
  writes: Pick<ConfigWritesPort, 'replace' | 'remove'>,
): HomeFiles => ({
  text: (root, path, most) => Effect.sync(() => files.text(root, path, most)),
  replace: (change, text) => Effect.sync(() => writes.replace(change, text)),
  remove: (change) => Effect.sync(() => writes.remove(change)),
})
