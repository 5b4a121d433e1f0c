import * as Effect from 'effect/Effect'
import type { Gone } from '../../domain/erasure/decide.js'
import { isRejection } from '../../domain/rejection.js'
import type { ScrubPort, Scrubbed } from '../ports/scrub.js'
import type { Author } from '../../domain/access/author.js'
import type { Serial } from '../serial.js'
import type { Erasures } from './erasure.js'
import { IMPORTS } from './import-turn.js'

interface EraseParts {
  readonly erasures: Erasures
  readonly scrub: ScrubPort
  readonly serial: Serial
}

interface Erased {
  readonly gone: Gone
  readonly erasure: Scrubbed
}

/** Returns the commands that erase sessions permanently: from the tables, the log and the files. */
export const eraseCommands = ({ erasures, scrub, serial }: EraseParts) => ({
  deleteSession: async (session: string, author: Author) => {
    await scrub.settle()
    const gone = await erasures.purge(session, author)
    return isRejection(gone) ? gone : { gone, erasure: await scrub.scrub([session]) }
  },

  /** Returns why each session cannot be deleted; undefined if it can. */
  deletable: (sessions: readonly string[]) => new Map(sessions.map((id) => [id, erasures.refusal(id)])),

  /** Deletes sessions one by one, and cleans the files once. A session that is refused does not keep the others. */
  deleteSessions: async (sessions: readonly string[], author: Author) => {
    await scrub.settle()
    const outcomes = new Map<string, Awaited<ReturnType<typeof erasures.purge>>>()
    for (const id of sessions) outcomes.set(id, await erasures.purge(id, author))
    const gone = sessions.filter((id) => !isRejection(outcomes.get(id)))
    return { outcomes, erasure: gone.length === 0 ? null : await scrub.scrub(gone) }
  },

  /** Deletes finished sessions one by one, and cleans the files once. Returns the ids of those that were deleted. */
  deleteFinished: async (sessions: readonly string[], author: Author): Promise<readonly string[]> => {
    if (sessions.length === 0) return []
    await scrub.settle()
    const gone: string[] = []
    for (const id of sessions) if (!isRejection(await erasures.purgeFinished(id, author))) gone.push(id)
    if (gone.length > 0) await scrub.scrub(gone)
    return gone
  },

  /** Erases everything but the pricing rules. A hook, or an import on request, can bring sessions back. */
  clearData: (author: Author): Effect.Effect<Erased> => {
    const clear = async (): Promise<Erased> => {
      await scrub.settle()
      const gone = await erasures.clear(author)
      return { gone, erasure: await scrub.scrub('all sessions') }
    }
    return serial.hold(IMPORTS, Effect.uninterruptible(Effect.promise(clear)))
  },
})

export type EraseCommands = ReturnType<typeof eraseCommands>
