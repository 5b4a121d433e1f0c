import * as Effect from 'effect/Effect'
import { SYSTEM } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { isAtRest, retryOf, whyHeld } from '../../domain/queue/rest.js'
import { isRejection, reject } from '../../domain/rejection.js'
import {
  type QueuedInput,
  readQueued,
  readQueuedText,
  readRetryAt,
  type RetryInput,
} from '../../domain/queue/request.js'
import type { Instant } from '../../domain/time.js'
import { ownerOf } from '../../projections/ownership.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { agentSituations, lanesWithQueue, queueOfLane } from '../../projections/queries/queue.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import { untilStored } from '../kernel/stored.js'
import type { Clock } from '../ports/clock.js'
import { agentIn } from '../runs/agents.js'
import type { Typing } from '../runs/typing.js'
import { queue } from './decider.js'

interface QueueParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly clock: Pick<Clock, 'now'>
  readonly serial: Serial
  readonly newId: () => string
  readonly typing: Pick<Typing, 'prompt'>
}

type Lane = Pick<LaneShape, 'id'>
type Waiting = ReturnType<typeof queueOfLane>[number]
type Agent = ReturnType<typeof agentSituations>[number]

/** Milliseconds until an agent that could not be sent a message is tried again. */
const AGAIN_MS = 5000

/** Returns the commands that keep messages of users until an agent has ended its turn, and send them then. */
export const queueCommands = ({ run, db, clock, serial, newId, typing }: QueueParts) => {
  /** When each agent was last sent a message: its session reports the new turn a moment later. */
  const sentTo = new Map<string, Instant>()
  /** Until when a message that could not be sent is left alone. */
  const later = new Map<string, Instant>()
  /** Messages that were typed, until that is stored: they are never typed again. */
  const typed = new Map<string, { readonly run: string; readonly slot: number }>()

  // An edit waits for a message that is being sent, so that nobody edits what an agent already has.
  const alone = <A, E, R>(lane: number, work: Effect.Effect<A, E, R>) =>
    serial.hold({ kind: 'lane', name: String(lane) }, work)

  const waitingIn = (lane: number, id: string, visibility: Visibility) => {
    const found = queueOfLane(db, visibility, lane).find((message) => message.id === id)
    return found === undefined
      ? Effect.fail(reject('ENOTFOUND', 'message not found: it was sent or removed'))
      : Effect.succeed(found)
  }

  /** Types a message that waits. The lane is held. Returns who got it; null if no agent is alive. */
  const type = (lane: number, { id, slot, text }: Waiting) =>
    Effect.gen(function* () {
      if (!typed.has(id)) {
        const agent = yield* agentIn(db, lane, slot ?? undefined, systemVisibility)
        if (agent === null || !(yield* typing.prompt(agent, text))) return null
        sentTo.set(agent.run, clock.now())
        typed.set(id, { run: agent.run, slot: agent.slot })
      }
      const sent = typed.get(id)
      if (sent === undefined) return null
      yield* untilStored(run(queue, lane, 'send', { message: id, ...sent }, SYSTEM))
      typed.delete(id)
      later.delete(id)
      return sent
    }).pipe(Effect.uninterruptible)

  const hold = (lane: number, { id, held }: Waiting, reason: string) =>
    held === reason ? Effect.void : Effect.asVoid(run(queue, lane, 'hold', { message: id, reason }, SYSTEM))

  /** Continues a failed turn once its time has come. What waits behind it waits for the end of that turn. */
  const offerRetry = (lane: number, agent: Agent, message: Waiting, now: Instant) =>
    Effect.gen(function* () {
      const step = retryOf(Date.parse(message.retry_at ?? ''), agent, Date.parse(message.at), now)
      if (step === 'drop') return yield* Effect.asVoid(run(queue, lane, 'remove', { message: message.id }, SYSTEM))
      if (step === 'wait' || (later.get(message.id) ?? 0) > now) return
      later.set(message.id, now + AGAIN_MS)
      yield* Effect.catchIf(type(lane, message), isRejection, ({ message: reason }) => hold(lane, message, reason))
    })

  /** Sends an agent the first message that waits for it, if its turn has ended. */
  const offer = (lane: number, agent: Agent, isLowest: boolean) =>
    Effect.gen(function* () {
      const now = clock.now()
      const own = queueOfLane(db, systemVisibility, lane).filter(
        ({ slot }) => slot === agent.slot || (slot === null && isLowest),
      )
      const retry = own.find((message) => message.retry_at !== null)
      if (retry !== undefined) return yield* offerRetry(lane, agent, retry, now)
      const [first] = own
      if (first === undefined || (later.get(first.id) ?? 0) > now) return
      const reason = whyHeld(agent.situation)
      if (reason !== null) return yield* hold(lane, first, reason)
      if (!isAtRest(agent, sentTo.get(agent.run), now)) return
      later.set(first.id, now + AGAIN_MS)
      yield* Effect.catchIf(type(lane, first), isRejection, ({ message }) => hold(lane, first, message))
    })

  return {
    /** Adds a message for an agent of a lane and returns its id. */
    add: (lane: Lane, input: QueuedInput, { author, writes }: Caller) =>
      Effect.gen(function* () {
        const { text, slot, command } = yield* readQueued(input)
        if ((yield* agentIn(db, lane.id, slot, writes)) === null)
          return yield* Effect.fail(
            reject('ENOPANE', slot === undefined ? 'no agent runs in the lane' : `no agent runs in slot ${slot}`),
          )
        const id = `message_${newId()}`
        const message = { message: id, account: ownerOf(author), slot: slot ?? null, text, command }
        yield* run(queue, lane.id, 'add', message, author)
        return id
      }),

    /** Lets an agent whose turn failed continue at a time. Returns the id of the message, and who gets it; an earlier one is replaced. */
    retry: (lane: Lane, input: RetryInput, { author, writes }: Caller) =>
      Effect.gen(function* () {
        const { text, slot, at } = yield* readRetryAt(input, clock.now())
        const agent = yield* agentIn(db, lane.id, slot, writes)
        if (agent === null) return yield* Effect.fail(reject('ENOPANE', 'no agent runs in the lane'))
        const now = agentSituations(db, writes, lane.id).find((one) => one.run === agent.run)
        if (now?.situation !== 'failed')
          return yield* Effect.fail(reject('ENOTREADY', 'the last turn of the agent did not fail'))
        const earlier = queueOfLane(db, writes, lane.id).filter(
          (message) => message.retry_at !== null && message.slot === agent.slot,
        )
        for (const { id } of earlier) yield* run(queue, lane.id, 'remove', { message: id }, author)
        const message = `message_${newId()}`
        const added = { message, account: ownerOf(author), slot: agent.slot, text, command: false, retryAt: at }
        yield* run(queue, lane.id, 'add', added, author)
        return { id: message, run: agent.run, slot: agent.slot }
      }),

    /** Changes the text of a message that waits. */
    edit: (lane: Lane, id: string, input: Pick<QueuedInput, 'text'>, { author, writes }: Caller) =>
      Effect.gen(function* () {
        const { command } = yield* waitingIn(lane.id, id, writes)
        const text = yield* readQueuedText(input.text, command)
        yield* alone(lane.id, run(queue, lane.id, 'edit', { message: id, text }, author))
        later.delete(id)
        return yield* waitingIn(lane.id, id, writes)
      }),

    /** Removes a message that waits. */
    remove: (lane: Lane, id: string, { author }: Caller) =>
      alone(
        lane.id,
        Effect.map(run(queue, lane.id, 'remove', { message: id }, author), () => void later.delete(id)),
      ),

    /** Sends a message that waits at once, whatever its agent does. */
    sendNow: (lane: Lane, id: string, { writes }: Caller) =>
      alone(
        lane.id,
        Effect.gen(function* () {
          const sent = yield* type(lane.id, yield* waitingIn(lane.id, id, writes))
          return sent ?? (yield* Effect.fail(reject('ENOPANE', 'no agent runs for this message')))
        }),
      ),

    /**
     * Sends each agent at rest the first message that waits for it. Returns whether messages waited. It fails with the first failure of a
     * lane, after the other lanes had their turn.
     */
    deliver: Effect.gen(function* () {
      const lanes = lanesWithQueue(db, systemVisibility)
      const offered = yield* Effect.forEach(
        lanes,
        (lane) =>
          Effect.exit(
            alone(
              lane,
              Effect.forEach(agentSituations(db, systemVisibility, lane), (agent, i) => offer(lane, agent, i === 0)),
            ),
          ),
        { concurrency: 8 },
      )
      for (const exit of offered) yield* exit
      return lanes.length > 0
    }),
  }
}

export type QueueCommands = ReturnType<typeof queueCommands>
