import * as Effect from 'effect/Effect'
import { messageIn, questionFor } from '../../domain/git/suggestion.js'
import { reject } from '../../domain/rejection.js'
import { TOOLS } from '../../domain/tools/catalog.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import { AgentAnswers } from '../ports/agent-answers.js'
import { GitReads } from '../ports/git-reads.js'
import { type Target, targetFinder } from './target.js'

type SuggestTarget = Target & { readonly lane: Pick<LaneShape, 'id' | 'cwd' | 'tool'> }

/** Returns the command that suggests the message of a commit. */
export const suggestCommands = (db: Reader) => {
  const { directoryOf } = targetFinder(db)
  return {
    /** Returns a message for what is staged, written by the agent CLI of the lane. */
    message: (target: SuggestTarget) =>
      Effect.gen(function* () {
        const dir = yield* directoryOf(target)
        const staged = yield* (yield* GitReads).staged(dir)
        if (staged === null) return yield* Effect.fail(reject('EGIT', `git cannot read ${dir}`))
        if (staged.files.length === 0)
          return yield* Effect.fail(reject('ENOSTAGED', 'nothing is staged: stage the changes first'))
        const tool = TOOLS[target.lane.tool]
        const answer = yield* Effect.mapError((yield* AgentAnswers).answer(tool, questionFor(staged)), (error) =>
          reject(error._tag === 'AgentMissing' ? 'ENOTOOL' : 'EAI', error.message),
        )
        return messageIn(answer) ?? (yield* Effect.fail(reject('EAI', `${tool.binary} gave an empty answer`)))
      }),
  }
}

export type SuggestCommands = ReturnType<typeof suggestCommands>
