import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { reject } from '../../domain/rejection.js'
import type { Dialog } from '../../domain/run/dialog.js'
import {
  type Cell,
  type InputLine,
  inputLineOf,
  isAgentView,
  showsText,
  typedLine,
} from '../../domain/run/input-line.js'
import { promptOn } from '../../domain/run/prompt.js'
import { TOOLS, type ToolId } from '../../domain/tools/catalog.js'
import type { CliState, CliStateReader } from '../ports/cli-status.js'
import { type PaneKey, type PaneLook, type PanePlace, type PaneSeen, Panes } from '../ports/panes.js'
import { refusalOf } from './refusal.js'

/** An agent whose pane is alive. */
export interface TypedAgent extends PanePlace {
  readonly run: string
  readonly tool: ToolId
  readonly pid: number
  readonly session: string | null
  /** What it was seen to ask before its session. */
  readonly dialog: Dialog | null
}

/** Milliseconds that a starting agent gets to show its input line, and one that is in a session. */
const STARTS_MS = 10_000
const READY_MS = 2000
const POLL_MS = 100
/** Milliseconds that an agent gets to show a paste. */
const SHOWN_MS = 3000
/** An Enter that arrives while an agent still reads a paste would be a part of it. */
const LEAST_MS = 300

const PARKED = 'the session moved to the background: open it in its pane'
const ASKS = 'the agent asks a question: answer it in its pane'
const DRAFT = 'the input line of the agent has a text that was not sent: send it or delete it first'
const NO_LINE = 'the agent does not show its input line'
const STARTS = 'the agent has not started yet'

type Readiness =
  | { readonly is: 'ready'; readonly look: PaneLook; readonly input: InputLine }
  /** It reads no prompt. `isSettled`: waiting does not help. */
  | { readonly is: 'unready'; readonly why: string; readonly isSettled: boolean }
  | { readonly is: 'ended' }

const cursorOf = ({ cursor }: PaneLook): Cell => {
  const [column = 0, row = 0] = cursor.split(' ').map(Number)
  return { column, row }
}

/** Decides whether a prompt may be typed: the input line is there, and nothing asks. */
const readinessOf = (agent: TypedAgent, look: PaneLook | null, state: CliState | null): Readiness => {
  if (look === null) return { is: 'ended' }
  const { screen } = look
  const { provider } = TOOLS[agent.tool]
  if (state?.isParked === true || isAgentView(screen)) return { is: 'unready', why: PARKED, isSettled: true }
  if (state?.status === 'waiting' || promptOn(screen, provider) !== null)
    return { is: 'unready', why: ASKS, isSettled: true }
  const input = inputLineOf(screen, provider)
  if (input !== null) return { is: 'ready', look, input }
  const isBlank = screen.lines.every((line) => line.trim() === '')
  if (agent.dialog !== null && !isBlank) return { is: 'unready', why: ASKS, isSettled: true }
  return { is: 'unready', why: isBlank ? STARTS : NO_LINE, isSettled: false }
}

/** Repeats a look until it is as wanted, for a limited time. Returns the last one. */
export const polled = <A, E, R>(look: Effect.Effect<A, E, R>, isWanted: (seen: A) => boolean, milliseconds: number) =>
  Effect.gen(function* () {
    const end = (yield* Clock.currentTimeMillis) + milliseconds
    let seen = yield* look
    while (!isWanted(seen) && (yield* Clock.currentTimeMillis) < end) {
      yield* Effect.sleep(POLL_MS)
      seen = yield* look
    }
    return seen
  })

const notReady = (message: string) => Effect.fail(reject('ENOTREADY', message))

/**
 * Returns the only functions that type into panes. Nothing is typed unless the screen, and what the CLI says about itself, show that
 * the agent reads it as meant; a key is pressed only if the screen has not changed since.
 */
export const typing = (cliState: CliStateReader) => {
  const look = (agent: TypedAgent) =>
    Effect.flatMap(Panes, (panes) => Effect.mapError(panes.look(agent, agent.run), refusalOf))

  /** @param from where the text starts, if it was typed into a terminal that edits the line */
  const readiness = (agent: TypedAgent, from?: Cell): Effect.Effect<Readiness, ReturnType<typeof refusalOf>, Panes> =>
    Effect.gen(function* () {
      const seen = yield* look(agent)
      const now = readinessOf(agent, seen, stateOf(agent))
      if (seen === null || now.is !== 'unready' || now.why !== NO_LINE) return now
      const readsLines = yield* Effect.flatMap(Panes, (panes) => Effect.mapError(panes.readsLines(agent), refusalOf))
      if (!readsLines) return now
      const cursor = cursorOf(seen)
      return { is: 'ready', look: seen, input: typedLine(seen.screen, from ?? cursor, cursor) }
    })

  const stateOf = ({ tool, pid }: TypedAgent): CliState | null =>
    TOOLS[tool].provider === 'claude' ? cliState(pid) : null

  const press = (agent: TypedAgent, key: PaneKey, seen: PaneSeen) =>
    Effect.flatMap(Panes, (panes) => Effect.mapError(panes.press(agent, key, seen), refusalOf))

  const paste = (agent: TypedAgent, text: string) =>
    Effect.flatMap(Panes, (panes) => Effect.mapError(panes.paste(agent, text), refusalOf))

  /** Presses Enter once the input line shows the text. An agent that works moves its lines, so that is tried again. */
  const enter = (agent: TypedAgent, text: string, from: Cell) =>
    Effect.gen(function* () {
      yield* Effect.sleep(LEAST_MS)
      const tried = yield* polled(
        Effect.gen(function* () {
          const now = yield* readiness(agent, from)
          if (now.is !== 'ready') return now
          if (!showsText(now.input, text)) return { is: 'unready', why: 'the agent has not read the paste' } as const
          const isPressed = yield* press(agent, 'Enter', { look: now.look, rows: [now.input.row] })
          return isPressed ? ({ is: 'sent' } as const) : ({ is: 'unready', why: NO_LINE } as const)
        }),
        ({ is }) => is === 'sent' || is === 'ended',
        SHOWN_MS,
      )
      if (tried.is === 'sent') return true
      if (tried.is !== 'unready') return false
      return yield* notReady(`${tried.why}. The text may be left in its pane, and was not sent`)
    })

  return {
    look,
    stateOf,
    press,
    paste,

    /** Sends a prompt. Returns false if the agent has ended. */
    prompt: (agent: TypedAgent, text: string) =>
      Effect.gen(function* () {
        const wait = agent.session === null ? STARTS_MS : READY_MS
        const isDone = (now: Readiness): boolean => now.is !== 'unready' || now.isSettled
        const now = yield* polled(readiness(agent), isDone, wait)
        if (now.is === 'ended') return false
        if (now.is === 'unready') return yield* notReady(now.why)
        if (now.input.text !== '') return yield* notReady(DRAFT)
        return (yield* paste(agent, text)) && (yield* enter(agent, text, cursorOf(now.look)))
      }).pipe(Effect.uninterruptible),
  }
}

export type Typing = ReturnType<typeof typing>
