import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { readPrefs } from '../../domain/account/prefs.js'
import { ownerOf } from '../../projections/ownership.js'
import type { CommandRunner } from '../kernel/run.js'
import { account, prefs } from './decider.js'

/** Returns the commands with which accounts set what is their own. */
export const accountCommands = ({ run }: Pick<CommandRunner, 'run'>) => ({
  /** Changes preferences; null removes one. */
  setPrefs: (given: unknown, author: Author) =>
    Effect.flatMap(readPrefs(given), (changes) => {
      const id = ownerOf(author)
      return run(prefs, id, 'set', { account: id, changes }, author)
    }),

  /** Marks the first-run setup as done. */
  onboard: (author: Author) => {
    const id = ownerOf(author)
    return run(account, id, 'onboard', { account: id }, author)
  },
})

export type AccountCommands = ReturnType<typeof accountCommands>
