import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { failureKindOf, resetOf } from '../../domain/inbox/failure.js'
import { readUntil } from '../../domain/inbox/decide.js'
import { reject } from '../../domain/rejection.js'
import { dayIn, startOfCivilDay, type Zone } from '../../domain/reports/zone.js'
import { projectName } from '../../domain/session/project.js'
import { firstLine } from '../../domain/text.js'
import { type Instant, iso } from '../../domain/time.js'
import { type ToolId, toolOf } from '../../domain/tools/catalog.js'
import { ownerOf } from '../../projections/ownership.js'
import { type AskShape, openAsks } from '../../projections/queries/asks.js'
import {
  newestAlertOf,
  postponedBy,
  type RestingLane,
  restingLanes,
  type StoppedSession,
  stoppedSessions,
  waitingTime,
} from '../../projections/queries/inbox.js'
import { laneFinder } from '../../projections/queries/lane-sessions.js'
import { laneNames } from '../../projections/queries/lanes.js'
import { queueOfLane } from '../../projections/queries/queue.js'
import { ownerNamer } from '../../projections/queries/row-owners.js'
import type { Reader } from '../../projections/sql.js'
import type { BudgetCommands } from '../budgets/budgets.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Clock } from '../ports/clock.js'
import { postponement } from './decider.js'
import type { LaneOutcome, LaneOutcomes } from './outcomes.js'

interface InboxParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly clock: Pick<Clock, 'now'>
  /** When the service started. */
  readonly started: Instant
  readonly budgets: Pick<BudgetCommands, 'list'>
  readonly outcomes: LaneOutcomes
}

/** A budget asks for a decision from this share of its amount on. */
const BUDGET_SHARE = 0.8
const LAST_SHARE = 1
const MAX_TEXT = 300

interface InLane {
  readonly id: number
  readonly title: string
  readonly slot: number | null
}

/** What a decision of any kind has; the rest is null or empty unless its kind says so. */
interface Item {
  readonly id: string
  readonly kind: 'ask' | 'failed' | 'conflict' | 'budget' | 'review' | 'land'
  readonly at: Instant
  readonly title: string
  readonly text: string
  readonly lane: InLane | null
  readonly session: string | null
  readonly tool: ToolId | null
  readonly ask: AskShape | null
  readonly error: {
    readonly kind: ReturnType<typeof failureKindOf>
    readonly text: string
    readonly resets: Instant | null
  } | null
  readonly outcome: LaneOutcome | null
  readonly budget: Awaited<ReturnType<BudgetCommands['list']>>[number] | null
  readonly owner: string | null
}

/** The titles of lanes, by id. */
type LaneNames = ReadonlyMap<number, string>

const NONE = {
  lane: null,
  session: null,
  tool: null,
  ask: null,
  error: null,
  outcome: null,
  budget: null,
  owner: null,
} as const

/** Returns the reads and commands of what waits for the user's decision. */
export const inboxCommands = ({ run, db, clock, started, budgets, outcomes }: InboxParts) => {
  const asksOf = (asks: readonly AskShape[], names: LaneNames): readonly Item[] =>
    asks.map((ask) => ({
      ...NONE,
      id: `ask-${ask.id}`,
      kind: 'ask',
      at: Date.parse(ask.at),
      title: names.get(ask.lane_id) ?? '',
      text: firstLine(ask.text, MAX_TEXT),
      lane: { id: ask.lane_id, title: names.get(ask.lane_id) ?? '', slot: ask.slot },
      session: ask.session_id,
      tool: ask.tool,
      ask,
    }))

  /** Sessions that wait where their screen is not read, and failed ones. */
  const stoppedOf = (reads: Visibility, asks: readonly AskShape[], names: LaneNames, zone: Zone): readonly Item[] => {
    const laneOf = laneFinder(db, reads)
    const asked = new Set(asks.map(({ session_id: session }) => session))
    const inLane = (session: StoppedSession): InLane | null => {
      const id = session.lane ?? laneOf(session)
      const title = id === null ? undefined : names.get(id)
      return id === null || title === undefined ? null : { id, title, slot: session.slot }
    }
    const itemOf = (session: StoppedSession): Item => {
      const { id, since, headline, situation, provider, owner } = session
      const text = headline?.text ?? ''
      const lane = inLane(session)
      const shared = { ...NONE, at: since, session: id, tool: toolOf(provider).id, lane, owner }
      const said = { title: lane?.title ?? session.name, text: firstLine(text, MAX_TEXT) }
      if (situation === 'needs_you') return { ...shared, ...said, id: `ask-${id}-${since}`, kind: 'ask' }
      const kind = failureKindOf(text)
      const error = { kind, text, resets: kind === 'limit' ? resetOf(text, since, zone) : null }
      return { ...shared, ...said, id: `failed-${id}-${since}`, kind: 'failed', error }
    }
    return stoppedSessions(db, reads, { now: clock.now(), started })
      .filter(({ id, situation }) => situation === 'failed' || !asked.has(id))
      .map(itemOf)
  }

  const budgetsOf = (reads: Visibility) =>
    Effect.map(
      // If budgets cannot be read, the rest of the list is still shown.
      Effect.orElseSucceed(
        Effect.tryPromise(() => budgets.list(reads)),
        () => [],
      ),
      (all): readonly Item[] =>
        all
          .filter(({ enabled, share }) => enabled && share >= BUDGET_SHARE)
          .map((budget) => ({
            ...NONE,
            id: `budget-${budget.id}-${budget.period_start}-${budget.share >= LAST_SHARE ? 'over' : 'near'}`,
            kind: 'budget',
            at: newestAlertOf(db, reads, budget.id) ?? Date.parse(budget.updated_at),
            title: budget.name,
            text: '',
            budget,
          })),
    )

  const lanesOf = (lanes: readonly RestingLane[]) =>
    Effect.map(outcomes.of(lanes), ({ outcomes: known, unread }) => ({
      unread,
      items: lanes.flatMap((lane): readonly Item[] => {
        const outcome = known.get(lane.id) ?? null
        if (outcome === null || (outcome.files === 0 && outcome.conflicts.length === 0)) return []
        const { conflicts, accepted } = outcome
        const kind = conflicts.length > 0 ? ('conflict' as const) : accepted ? ('land' as const) : ('review' as const)
        const title = lane.title ?? projectName(lane.cwd)
        return [
          {
            ...NONE,
            id: `${kind}-${lane.id}-${lane.since}`,
            kind,
            at: lane.since,
            title,
            text: firstLine(lane.headline?.text ?? '', MAX_TEXT),
            lane: { id: lane.id, title, slot: null },
            session: lane.session,
            outcome,
            owner: lane.owner,
          },
        ]
      }),
    }))

  /** Returns when an agent continues after a failed turn; null if nobody asked for it. */
  const retryIn = (reads: Visibility, lane: InLane | null) => {
    const waiting = lane === null ? [] : queueOfLane(db, reads, lane.id)
    const found = waiting.find(({ slot, retry_at: at }) => at !== null && slot === lane?.slot)
    return found === undefined ? null : { at: found.retry_at ?? '', message: found.id }
  }

  const itemsOf = (reads: Visibility, zone: Zone) =>
    Effect.gen(function* () {
      const names = new Map(laneNames(db, reads).map(({ id, title, cwd }) => [id, title ?? projectName(cwd)]))
      const asks = openAsks(db, reads)
      const asking = new Set(asks.map(({ lane_id: lane }) => lane))
      const resting = restingLanes(db, reads).filter(({ id }) => !asking.has(id))
      const [spent, lanes] = yield* Effect.all([budgetsOf(reads), lanesOf(resting)], { concurrency: 2 })
      const items = [...asksOf(asks, names), ...stoppedOf(reads, asks, names, zone), ...spent, ...lanes.items]
      return { items: items.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)), unread: lanes.unread }
    })

  return {
    /** Returns what waits for a decision, the oldest first, and what the account of the caller decides later. */
    list: ({ reads, own, author }: Caller, zone: Zone) =>
      Effect.gen(function* () {
        const now = clock.now()
        const { items, unread } = yield* itemsOf(reads, zone)
        const later = postponedBy(db, own, ownerOf(author), now)
        const nameOf = ownerNamer(db)
        const shown = items.map(({ owner, at, error, session, outcome, ...item }) => ({
          ...item,
          at: iso(at),
          session_id: session,
          error:
            error === null
              ? null
              : {
                  kind: error.kind,
                  text: error.text,
                  resets_at: iso(error.resets),
                  retry: retryIn(reads, item.lane),
                },
          changes: outcome === null ? null : changesOf(outcome),
          conflicts: outcome?.conflicts ?? [],
          repository: outcome?.repository ?? null,
          later_until: iso(later.get(item.id) ?? null),
          ...(owner === null ? { owner_id: null } : ownerFields(nameOf(owner))),
        }))
        const today = startOfCivilDay(zone, dayIn(zone, now))
        const { total, median, answered } = waitingTime(db, reads, today, now)
        return {
          at: iso(now),
          decisions: shown.filter(({ later_until: until }) => until === null),
          later: shown.filter(({ later_until: until }) => until !== null),
          unread,
          waiting: { today_ms: Math.round(total), median_ms: median === null ? null : Math.round(median), answered },
        }
      }),

    /** Postpones a decision, or shows it again. */
    later: (id: string, given: unknown, { reads, author }: Caller, zone: Zone) =>
      Effect.gen(function* () {
        const until = yield* readUntil(given, clock.now())
        const account = ownerOf(author)
        // What is over can still be shown again: that is the same as nothing.
        if (until !== null) {
          const { items } = yield* itemsOf(reads, zone)
          if (!items.some((item) => item.id === id))
            return yield* Effect.fail(reject('NOT_FOUND', 'decision not found: it was decided, or something changed'))
        }
        yield* run(postponement, { account, decision: id }, 'postpone', { account, decision: id, until }, author)
        return { id, until: iso(until) }
      }),
  }
}

export type InboxCommands = ReturnType<typeof inboxCommands>

const changesOf = ({ files, added, deleted, uncommitted }: LaneOutcome) => ({ files, added, deleted, uncommitted })

const ownerFields = ({ owner_id, owner_username }: ReturnType<ReturnType<typeof ownerNamer>>) => ({
  owner_id,
  ...(owner_username === undefined ? {} : { owner_username }),
})
