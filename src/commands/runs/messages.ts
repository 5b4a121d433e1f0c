import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'
import {
  type AgentMessage,
  type MessageInput,
  readMessage,
  readRetry,
  readReview,
  type ReviewInput,
} from '../../domain/run/message.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { newestRunIn } from '../../projections/queries/run-history.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import type { Serial } from '../kernel/serial.js'
import { agentIn } from './agents.js'
import { inputOf } from './resume.js'
import type { RunCommands } from './runs.js'
import type { Typing } from './typing.js'

interface MessageParts {
  readonly db: Reader
  readonly serial: Serial
  readonly start: RunCommands['start']
  readonly typing: Typing
}

type Lane = Pick<LaneShape, 'id' | 'cwd' | 'tool' | 'owner_id' | 'router_profile' | 'source_repo'>

/** Returns the commands that send texts to the agents of lanes. */
export const messageCommands = ({ db, serial, start, typing }: MessageParts) => {
  /** Sends a text to an agent. Returns null if none is alive. A shell never gets it. */
  const deliver = ({ id }: Lane, { text, slot }: AgentMessage, visibility: Visibility) =>
    serial.hold(
      { kind: 'lane', name: String(id) },
      Effect.gen(function* () {
        const agent = yield* agentIn(db, id, slot, visibility)
        if (agent === null || !(yield* typing.prompt(agent, text))) return null
        return { run: agent.run, slot: agent.slot, started: false }
      }),
    )

  return {
    /** Sends a text to a live agent. */
    send: (lane: Lane, input: MessageInput, { writes }: Caller) =>
      Effect.gen(function* () {
        const message = yield* readMessage(input)
        const where = message.slot === undefined ? 'the lane' : `slot ${message.slot}`
        const sent = yield* deliver(lane, message, writes)
        return sent ?? (yield* Effect.fail(reject('ENOPANE', `no agent runs in ${where}`)))
      }),

    /** Tells an agent whose turn failed to continue. If it has ended, its session is resumed with that. */
    retry: (lane: Lane, input: Pick<MessageInput, 'slot'>, caller: Caller) =>
      Effect.gen(function* () {
        const message = yield* readRetry(input)
        const sent = yield* deliver(lane, message, caller.writes)
        if (sent !== null) return sent
        const last = newestRunIn(db, caller.writes, lane.id, message.slot)
        if (last?.session_id === null || last === undefined)
          return yield* Effect.fail(reject('ENOPANE', 'no agent of the lane has a session to continue'))
        const { run, slot } = yield* start(lane, { ...inputOf(last), prompt: message.text }, caller)
        return { run, slot, started: true }
      }),

    /** Sends the comments of a review to a live agent, or starts one with them. */
    review: (lane: Lane, input: ReviewInput, caller: Caller) =>
      Effect.gen(function* () {
        const message = yield* readReview(input)
        const sent = yield* deliver(lane, message, caller.writes)
        if (sent !== null) return sent
        const isTaken = liveRuns(db, caller.writes, lane.id).some(({ slot }) => slot === 0)
        const slot = message.slot ?? (isTaken ? 'auto' : 0)
        const { run, slot: used } = yield* start(lane, { prompt: message.text, slot }, caller)
        return { run, slot: used, started: true }
      }),
  }
}

export type MessageCommands = ReturnType<typeof messageCommands>
