import * as Effect from 'effect/Effect'
import { type ArchiveParts, archiving } from '../commands/reactors/archive.js'

export interface ArchivingParts extends Omit<ArchiveParts, 'onError'> {
  readonly complain: (line: string) => void
}

/** Archives transcripts periodically once the history is imported. */
export const archivingAfter = (imported: Promise<unknown>, { complain, ...parts }: ArchivingParts) => {
  const onError = (error: unknown, path: string | null): void =>
    complain(
      path === null
        ? `transcripts cannot be archived: ${String(error)}`
        : `${path} could not be archived: ${String(error)}`,
    )
  const isImported = Effect.promise(() =>
    imported.then(
      () => true,
      () => false,
    ),
  )
  return Effect.flatMap(isImported, (done) => (done ? archiving({ ...parts, onError }) : Effect.void))
}
