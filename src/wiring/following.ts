import { transcriptAt } from '../adapters/transcripts/discover.js'
import { watchTranscripts } from '../adapters/watch/transcripts.js'
import type { TranscriptParts } from '../commands/ingest/transcript.js'
import type { Clock } from '../commands/ports/clock.js'
import type { TranscriptRoots } from '../commands/ports/transcripts.js'
import { TranscriptFollower } from '../commands/reactors/transcript-follow.js'

interface FollowingParts extends TranscriptParts {
  readonly roots: TranscriptRoots
  readonly clock: Clock
  readonly complain: (line: string) => void
}

/** Reads transcripts on while they are written. Begins once the history is in: a file is not read by both. */
export const openFollowing = ({ roots, clock, complain, ...parts }: FollowingParts, imported: Promise<unknown>) => {
  const { parser } = parts
  const find = (path: string) => transcriptAt(roots, path)
  const follower = new TranscriptFollower({
    ...parts,
    transcriptAt: find,
    onError: (error, path) => complain(`${path} could not be read: ${String(error)}`),
  })
  const watching = imported.then(
    () =>
      watchTranscripts({
        roots,
        now: clock.now,
        transcriptAt: find,
        onChanged: (file) => follower.changed(file),
        list: (at) => parser.list(at),
        isKnown: (file) => follower.isKnown(file),
        onDegraded: (reason) => complain(`file notifications are exhausted, polling instead: ${reason}`),
      }),
    () => null,
  )
  return {
    idle: () => follower.idle(),
    close: async (): Promise<void> => {
      await (await watching)?.close()
      await follower.close()
    },
  }
}
