import * as Effect from 'effect/Effect'
import { SYSTEM } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { type Dialog, dialogOf } from '../../domain/run/dialog.js'
import { inputLineOf, isAgentView } from '../../domain/run/input-line.js'
import { promptOn } from '../../domain/run/prompt.js'
import { lastLines, type Screen } from '../../domain/run/screen.js'
import { type Provider, TOOLS } from '../../domain/tools/catalog.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Clock } from '../ports/clock.js'
import { Panes } from '../ports/panes.js'
import { laneRuns } from './decider.js'

interface DialogParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly clock: Clock
}

/** Milliseconds after which a screen that does not change is a question. */
const STILL_MS = 3000

/**
 * Records the dialogs that agents show before their sessions start, such as whether to trust a directory. No hook runs before they
 * are answered, so the screen is read.
 */
export const runDialogs = ({ run, db, clock }: DialogParts) => {
  let last = ''
  /** What the screens of agents show since when. */
  const seen = new Map<string, { readonly text: string; readonly since: number }>()

  /** Returns the dialog on a screen; undefined while it is too early to say. */
  const dialogOn = (id: string, screen: Screen, provider: Provider): Dialog | null | undefined => {
    const prompt = promptOn(screen, provider)
    if (prompt !== null) return dialogOf(prompt)
    const text = screen.lines.join('\n').trim()
    const isReady = inputLineOf(screen, provider) !== null || isAgentView(screen)
    const known = seen.get(id)
    const now = clock.now()
    seen.set(id, known?.text === text ? known : { text, since: now })
    if (text === '' || isReady) return null
    // A question in a form that is not known. What changes is a program that still starts.
    if (known?.text !== text) return null
    return now - known.since < STILL_MS ? undefined : dialogOf({ kind: 'other', text: lastLines(screen).join('\n') })
  }

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
      if (agent === undefined) return seen.clear()
      last = agent.run
      const look = yield* (yield* Panes).look(agent, agent.run)
      if (look === null || agent.tool === null) return
      const dialog = dialogOn(agent.run, look.screen, TOOLS[agent.tool].provider)
      if (dialog === undefined) return
      const shown = { run: agent.run, dialog }
      yield* run(laneRuns, { lane: agent.lane }, 'show', shown, SYSTEM)
    }),
  }
}

export type RunDialogs = ReturnType<typeof runDialogs>
