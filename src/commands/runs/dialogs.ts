import * as Effect from 'effect/Effect'
import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { dialogOn } from '../../domain/run/dialog.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import { Panes } from '../ports/panes.js'
import type { CommandRunner } from '../run.js'
import { laneRuns } from './decider.js'

interface DialogParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
}

/**
 * Records the dialogs that agents show before their sessions start, such as whether to trust a directory. No hook runs before they
 * are answered, so the screen is read.
 */
export const runDialogs = ({ run, db }: DialogParts) => {
  let last = ''

  /** Returns the agent without a session whose turn it is, in the order of their starts. */
  const next = () => {
    const agents = liveRuns(db, systemVisibility)
      .filter(({ tool, status, session }) => tool !== null && status === 'running' && session === null)
      .toSorted((a, b) => (a.run < b.run ? -1 : 1))
    return agents.find((one) => one.run > last) ?? agents[0]
  }

  return {
    /** Reads the screen of one agent, so that many of them cost no more. Each call reads the next one. */
    read: Effect.gen(function* () {
      const agent = next()
      if (agent === undefined) return
      last = agent.run
      const screen = yield* (yield* Panes).screen(agent, agent.run)
      if (screen === null) return
      const shown = { run: agent.run, dialog: dialogOn(screen) }
      yield* Effect.promise(() => run(laneRuns, { lane: agent.lane }, 'show', shown, SYSTEM))
    }),
  }
}

export type RunDialogs = ReturnType<typeof runDialogs>
