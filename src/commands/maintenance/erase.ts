import type { Gone } from '../../domain/erasure/decide.js'
import { isRejection } from '../../domain/rejection.js'
import type { ScrubPort, Scrubbed } from '../ports/scrub.js'
import type { Author } from '../../domain/access/author.js'
import type { Erasures } from './erasure.js'

interface EraseParts {
  readonly erasures: Erasures
  readonly scrub: ScrubPort
}

export interface Erased {
  readonly gone: Gone
  readonly erasure: Scrubbed
}

/** Returns the commands that erase sessions permanently: from the tables, the log and the files. */
export const eraseCommands = ({ erasures, scrub }: EraseParts) => ({
  deleteSession: async (session: string, author: Author) => {
    await scrub.settle()
    const gone = await erasures.purge(session, author)
    return isRejection(gone) ? gone : { gone, erasure: await scrub.scrub([session]) }
  },

  /** Erases everything but the pricing rules. A hook, or an import on request, can bring sessions back. */
  clearData: async (author: Author): Promise<Erased> => {
    await scrub.settle()
    const gone = await erasures.clear(author)
    return { gone, erasure: await scrub.scrub('all sessions') }
  },
})

export type EraseCommands = ReturnType<typeof eraseCommands>
