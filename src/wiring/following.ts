import { transcriptAt } from '../adapters/transcripts/files/discover.js'
import { watchTranscripts } from '../adapters/transcripts/watch/watch.js'
import type { Companions } from '../commands/ingest/companions.js'
import type { TranscriptParts } from '../commands/ingest/transcript.js'
import type { TranscriptWatch } from '../commands/ports/transcript-watch.js'
import type { TranscriptRoots } from '../commands/ports/transcripts.js'
import { TranscriptFollower } from '../commands/reactors/transcript-follow.js'

interface FollowingParts extends TranscriptParts {
  readonly companions: Companions
  readonly roots: TranscriptRoots
  readonly complain: (line: string) => void
}

/** Follows transcripts as they are written. It starts after the import of the history, so that no file is read by both. */
export const openFollowing = (
  { roots, complain, companions, ...parts }: FollowingParts,
  imported: Promise<unknown>,
) => {
  let watch: TranscriptWatch | null = null
  const follower = new TranscriptFollower({
    ...parts,
    transcriptAt: (path) => transcriptAt(roots, path),
    onError: (error, path) => {
      complain(`${path} could not be read: ${String(error)}`)
      watch?.missed(path)
    },
  })
  const watching = imported.then(
    () => {
      watch = watchTranscripts({
        roots,
        known: () => parts.cursors.stamps(),
        onChanged: (file) => follower.changed(file),
        onCompanion: (file) => companions.changed(file),
        isKnown: (file) => follower.isKnown(file),
        onDegraded: (reason) => complain(`file notifications are exhausted, polling instead: ${reason}`),
        complain,
      })
    },
    () => undefined,
  )
  return {
    idle: async (): Promise<void> => {
      await follower.idle()
      await companions.idle()
    },
    close: async (): Promise<void> => {
      await watching
      await watch?.close()
      await follower.close()
      await companions.close()
    },
  }
}
