import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'
import { dialogOn } from '../../domain/run/dialog.js'
import {
  type AgentMessage,
  type MessageInput,
  readMessage,
  readReview,
  type ReviewInput,
} from '../../domain/run/message.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import { type PanePlace, Panes } from '../ports/panes.js'
import type { Serial } from '../serial.js'
import { refusalOf } from './refusal.js'
import type { RunCommands } from './runs.js'

interface MessageParts {
  readonly db: Reader
  readonly serial: Serial
  readonly start: RunCommands['start']
}

interface Caller {
  readonly author: Author
  readonly visibility: Visibility
}

type Lane = Pick<LaneShape, 'id' | 'cwd' | 'tool'>

/** Milliseconds that an agent gets to show its interface. */
const READY_MS = 10_000
const POLL_MS = 100

/** Milliseconds that an agent gets to show a paste. One that shows nothing gets Enter after that. */
const SHOWN_MS = 1500
/** An agent that works changes its screen all the time, so a change alone does not mean that it has read the paste. */
const LEAST_MS = 300

/** Waits until the screen of a pane is as wanted, for a limited time. Returns the last screen. */
const polled = <E>(
  screen: Effect.Effect<string | null, E>,
  isWanted: (shown: string | null) => boolean,
  milliseconds: number,
): Effect.Effect<string | null, E> =>
  Effect.gen(function* () {
    const end = (yield* Clock.currentTimeMillis) + milliseconds
    let shown = yield* screen
    while (!isWanted(shown) && (yield* Clock.currentTimeMillis) < end) {
      yield* Effect.sleep(POLL_MS)
      shown = yield* screen
    }
    return shown
  })

/**
 * Pastes a text and presses Enter. An Enter that arrives while an agent still reads the paste would be a part of it. Returns false
 * if the agent has ended.
 */
const pasted = (place: PanePlace, run: string, before: string, text: string) =>
  Effect.gen(function* () {
    const panes = yield* Panes
    if (!(yield* panes.paste(place, text))) return false
    yield* Effect.sleep(LEAST_MS)
    yield* polled(panes.screen(place, run), (now) => now !== before, SHOWN_MS)
    yield* panes.enter(place)
    return true
  }).pipe(Effect.mapError(refusalOf), Effect.uninterruptible)

const notReady = (message: string) => Effect.fail(reject('ENOTREADY', message))

/** Returns the commands that send texts to the agents of lanes. */
export const messageCommands = ({ db, serial, start }: MessageParts) => {
  /** Pastes a text into the pane of an agent. Returns null if no agent is alive. A shell never gets it. */
  const deliver = ({ id }: Lane, { text, slot }: AgentMessage, visibility: Visibility) =>
    serial.hold(
      { kind: 'lane', name: String(id) },
      Effect.gen(function* () {
        const panes = yield* Panes
        const alive = new Set(
          (yield* Effect.mapError(panes.list, refusalOf)).flatMap(({ run, end }) => (end === null ? [run] : [])),
        )
        const live = liveRuns(db, visibility, id).filter(({ run }) => alive.has(run))
        const held = live.find((one) => one.slot === slot)
        if (held?.tool === null)
          return yield* Effect.fail(
            reject('ERUNLIVE', `a shell runs in slot ${held.slot}`, { fields: { run_id: held.run } }),
          )
        const [agent] = live
          .filter((one) => one.tool !== null && (slot === undefined || one.slot === slot))
          .toSorted((a, b) => a.slot - b.slot)
        if (agent === undefined) return null
        const screen = Effect.mapError(panes.screen({ lane: id, slot: agent.slot }, agent.run), refusalOf)
        // Before that, nobody reads what is typed, or a line break would send a part of it.
        const shown = yield* polled(screen, (now) => now?.trim() !== '', READY_MS)
        if (shown === null) return null
        if (shown.trim() === '') return yield* notReady('the agent has not started yet')
        // Enter would answer it.
        if (dialogOn(shown) !== null) return yield* notReady('the agent asks a question: answer it in its pane')
        const isSent = yield* pasted({ lane: id, slot: agent.slot }, agent.run, shown, text)
        if (!isSent) return null
        return { run: agent.run, slot: agent.slot, started: false }
      }),
    )

  return {
    /** Sends a text to a live agent. */
    send: (lane: Lane, input: MessageInput, { visibility }: Caller) =>
      Effect.gen(function* () {
        const message = yield* readMessage(input)
        const where = message.slot === undefined ? 'the lane' : `slot ${message.slot}`
        const sent = yield* deliver(lane, message, visibility)
        return sent ?? (yield* Effect.fail(reject('ENOPANE', `no agent runs in ${where}`)))
      }),

    /** Sends the comments of a review to a live agent, or starts one with them. */
    review: (lane: Lane, input: ReviewInput, caller: Caller) =>
      Effect.gen(function* () {
        const message = yield* readReview(input)
        const sent = yield* deliver(lane, message, caller.visibility)
        if (sent !== null) return sent
        const isTaken = liveRuns(db, caller.visibility, lane.id).some(({ slot }) => slot === 0)
        const slot = message.slot ?? (isTaken ? 'auto' : 0)
        const { run, slot: used } = yield* start(lane, { prompt: message.text, slot }, caller)
        return { run, slot: used, started: true }
      }),
  }
}

export type MessageCommands = ReturnType<typeof messageCommands>
