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
