import * as Effect from 'effect/Effect'
import { SYSTEM } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { type Instant, iso } from '../../domain/time.js'
import { type ConflictingPair, fewestConflictsFirst } from '../../domain/train/order.js'
import { readTrain, type TrainInput } from '../../domain/train/request.js'
import { conflictMessage, lanesLeft, type Train, type TrainStep } from '../../domain/train/train.js'
import { laneById, type LaneShape } from '../../projections/queries/lanes.js'
import { landingOf } from '../../projections/queries/landings.js'
import { knownTrain, runningTrains, trainById } from '../../projections/queries/trains.js'
import type { Reader } from '../../projections/sql.js'
import { reporting } from '../kernel/reporting.js'
import type { CommandRunner } from '../kernel/run.js'
import { onceStored } from '../kernel/stored.js'
import type { LandCommands } from '../land/land.js'
import type { LandPreflight } from '../land/preflight.js'
import { GitWrites } from '../ports/git-writes.js'
import type { Fork } from '../ports/machine.js'
import type { MessageCommands } from '../runs/messages.js'
import { train } from './decider.js'

interface TrainParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly newId: () => string
  readonly preflight: Pick<LandPreflight, 'of'>
  readonly land: LandCommands['land']
  readonly send: MessageCommands['send']
  readonly fork: Fork
  readonly complain: (line: string) => void
  /** When the service started. */
  readonly openedAt: Instant
}

const badLanes = (message: string, lanes: readonly number[]) =>
  reject('EBADFIELD', `lanes: ${message}`, { fields: { field: 'lanes', lanes } })

/** Returns the commands that land several lanes, one after the other. */
export const trainCommands = ({ run, db, newId, preflight, land, send, fork, complain, openedAt }: TrainParts) => {
  /** Returns what is checked before a lane may join: its base, and which of the others it conflicts with. */
  const ticketOf = (id: number, caller: Caller) =>
    Effect.gen(function* () {
      const lane = laneById(db, caller.own, id)
      if (lane === undefined) return yield* Effect.fail(badLanes(`lane ${id} was not found`, [id]))
      const { commonDir } = yield* (yield* GitWrites).place(lane.cwd)
      const { place, facts } = yield* preflight.of(lane, caller)
      return {
        lane: id,
        repository: commonDir,
        base: place.base.name,
        accepted: facts.accepted === 'current',
        conflicts: (facts.lanes ?? []).map(({ lane: other }): ConflictingPair => [id, other]),
      }
    })

  /** Tells an agent of a lane to resolve its conflicts, unless none is ready for a prompt. */
  const tell = (lane: LaneShape, base: string, files: readonly string[], caller: Caller) =>
    Effect.match(send(lane, { text: conflictMessage(base, files) }, caller), {
      onFailure: () => false,
      onSuccess: () => true,
    })

  /** Gives a lane its turn: what is checked is what the land page checks, and nothing is confirmed for the user. */
  const turn = (id: number, { base, how }: Train, caller: Caller) =>
    Effect.gen(function* () {
      const ended = (outcome: TrainStep['outcome'], more: Partial<TrainStep> = {}): TrainStep => ({
        lane: id,
        outcome,
        commit: null,
        details: [],
        told: false,
        ...more,
      })
      const lane = laneById(db, caller.writes, id)
      if (lane === undefined) return ended('gone')
      const landing = Effect.gen(function* () {
        const { place, facts, rows, expect } = yield* preflight.of(lane, caller)
        if (place.base.name !== base) return ended('refused', { details: ['base'] })
        if (facts.conflicts !== null && facts.conflicts.length > 0) {
          const told = yield* tell(lane, base, facts.conflicts, caller)
          return ended('conflicts', { details: facts.conflicts, told })
        }
        const open = rows.filter(({ state }) => state === 'refused' || state === 'ask').map((row) => row.id)
        if (open.length > 0) return ended('refused', { details: open })
        const { commit } = yield* land(lane, { how, expect }, caller)
        return ended('landed', { commit })
      })
      return yield* Effect.catchAll(landing, (refusal) =>
        Effect.succeed(ended('refused', { details: [isRejection(refusal) ? refusal.code : 'STORAGE_FAILED'] })),
      )
    })

  /** Gives all lanes their turns. A lane that cannot land does not keep the others from it. */
  const drive = (id: string, caller: Caller) =>
    Effect.gen(function* () {
      for (;;) {
        const now = knownTrain(db, systemVisibility, id)
        if (now === null || now.end !== null) return
        const [next] = lanesLeft(now)
        if (next === undefined) return yield* onceStored(run(train, now, 'end', { reason: 'done' }, caller.author))
        // What git has done is recorded, whatever stops the service.
        yield* Effect.uninterruptible(
          Effect.flatMap(turn(next, now, caller), (step) => onceStored(run(train, now, 'step', step, caller.author))),
        )
      }
    })

  return {
    /** Starts a train and returns it. It continues in the background. */
    start: (input: TrainInput, caller: Caller) =>
      Effect.gen(function* () {
        const { lanes, how, order } = yield* readTrain(input)
        const tickets = yield* Effect.forEach(lanes, (lane) => ticketOf(lane, caller))
        const [first] = tickets
        const { repository = '', base = '' } = first ?? {}
        const elsewhere = tickets.filter((one) => one.repository !== repository || one.base !== base)
        if (elsewhere.length > 0) {
          const ids = elsewhere.map(({ lane }) => lane)
          return yield* Effect.fail(badLanes(`not all land on ${base} of one repository: ${ids.join(', ')}`, ids))
        }
        const unread = tickets.filter(({ accepted }) => !accepted).map(({ lane }) => lane)
        if (unread.length > 0) {
          const fields = { lanes: unread, rows: ['accepted'] }
          const message = `accept their changes first: ${unread.join(', ')}`
          return yield* Effect.fail(reject('ENOTLANDABLE', message, { fields }))
        }
        const pairs = tickets.flatMap(({ conflicts }) => conflicts)
        const sorted = order === 'given' ? lanes : fewestConflictsFirst(lanes, pairs)
        const key = { id: newId(), repository, base }
        yield* run(train, key, 'start', { ...key, how, lanes: sorted }, caller.author)
        const onError = (error: unknown): void => complain(`the train ${key.id} stopped: ${String(error)}`)
        fork(reporting(onError)(drive(key.id, caller)))
        return trainById(db, caller.reads, key.id) ?? (yield* Effect.dieMessage(`the train ${key.id} is missing`))
      }),

    /** Stops a train after the lane whose turn it is. */
    stop: (id: string, { author }: Caller) =>
      Effect.gen(function* () {
        const now = knownTrain(db, systemVisibility, id)
        if (now !== null) yield* run(train, now, 'end', { reason: 'stopped' }, author)
      }),

    /**
     * Ends the trains that ran when the service stopped. They do not continue: nobody may be looking, and who started them may no longer
     * be allowed to.
     */
    interrupted: Effect.suspend(() =>
      Effect.forEach(
        runningTrains(db, systemVisibility),
        (id) =>
          Effect.gen(function* () {
            const now = knownTrain(db, systemVisibility, id)
            const { started_at = '' } = trainById(db, systemVisibility, id) ?? {}
            if (now === null || started_at >= iso(openedAt)) return
            const [last] = lanesLeft(now)
            const landed = last === undefined ? null : landingOf(db, systemVisibility, last)
            // Its landing was recorded, and its turn was not.
            if (last !== undefined && landed !== null && landed.base === now.base && landed.at >= started_at) {
              const step: TrainStep = { lane: last, outcome: 'landed', commit: landed.commit, details: [], told: false }
              yield* run(train, now, 'step', step, SYSTEM)
            }
            yield* run(train, now, 'end', { reason: 'interrupted' }, SYSTEM)
          }),
        { discard: true },
      ),
    ),
  }
}

export type TrainCommands = ReturnType<typeof trainCommands>
