import { Effect, Exit, Scope } from 'effect'
import { Subject, type Subscription } from 'rxjs'
import { readLog } from '../../../src/adapters/sqlite/log.js'
import { readingMark } from '../../../src/adapters/sqlite/reading-mark.js'
import { type AlertCommands, alertCommands } from '../../../src/commands/alerts/alerts.js'
import { commandRunner } from '../../../src/commands/kernel/run.js'
import { Serial } from '../../../src/commands/kernel/serial.js'
import { AlertWatch } from '../../../src/commands/reactors/alerts.js'
import { systemVisibility } from '../../../src/domain/access/system-visibility.js'
import type { CreateAlertRule } from '../../../src/domain/alerts/decide.js'
import type { StatusReading } from '../../../src/domain/statusline/reading.js'
import { MINUTE } from '../../../src/domain/time.js'
import type { Committed } from '../../../src/events/commit.js'
import type { New } from '../../../src/events/envelope.js'
import { bookInForce } from '../../../src/projections/pricing/price-book.js'
import { type AlertShape, listAlerts } from '../../../src/projections/queries/alerts.js'
import { USER } from '../kernel/authors.js'
import { type Kernel, openKernel } from '../kernel/kernel.js'
import { outcomeOf } from '../kernel/outcome.js'

const NOON = Date.parse('2026-11-20T12:00:00Z')

/** A kernel with an alert watcher and a manual clock. */
export interface Watched extends Kernel {
  readonly rules: AlertCommands
  readonly complaints: readonly string[]
  readonly now: () => number
  readonly pass: (minutes: number) => void
  /** Creates a rule, by default without a cooldown. */
  readonly rule: (command: Partial<CreateAlertRule>) => Promise<string>
  readonly hook: (session: string, kind: string, payload?: Record<string, unknown>) => Promise<void>
  /** Reports how full the context of a session is. */
  readonly context: (session: string, usedPercent: number) => void
  /** Sets the limits that the newest status line reports. */
  readonly limits: (session: string, windows: Pick<StatusReading, 'fiveHour' | 'sevenDay'>) => void
  readonly sweep: () => Promise<void>
  /** Returns the messages of the alerts, oldest first. */
  readonly said: () => Promise<readonly string[]>
  readonly alerts: () => Promise<readonly AlertShape[]>
  /** Stops the watcher from receiving commits, as a crash does. */
  readonly crash: () => void
  readonly watchAnew: () => Promise<void>
}

export const openWatched = async (): Promise<Watched> => {
  const kernel = openKernel()
  const { committer, connection, projector } = kernel
  const { db } = projector
  const complaints: string[] = []
  let now = NOON
  let ids = 0
  const clock = { now: () => now, monotonic: () => now / 1000 }
  const rules = alertCommands(commandRunner({ committer, clock, db }), () => `rule-${(ids += 1)}`)
  const readings: StatusReading[] = []
  let hears: Subscription
  let scope: Scope.CloseableScope
  const watch = async (): Promise<AlertWatch> => {
    const committed = new Subject<Committed>()
    hears = committer.committed.subscribe(committed)
    const watching = new AlertWatch({
      committer: { committed, submit: (unit, options) => committer.submit(unit, options) },
      clock,
      db,
      book: () => bookInForce(db),
      readings: () => readings,
      reachOf: () => systemVisibility,
      log: readLog(connection),
      mark: readingMark(db, 'alerts'),
      serial: new Serial(),
      fork: (work) => void Effect.runFork(work as Effect.Effect<unknown>),
      importing: () => false,
      onFired: () => undefined,
      onError: (error, rule) => complaints.push(`${rule}: ${String(error)}`),
    })
    scope = await Effect.runPromise(Scope.make())
    await Effect.runPromise(Scope.extend(watching.start, scope))
    return watching
  }
  let watching = await watch()

  const alerts = async (): Promise<readonly AlertShape[]> => {
    await committer.idle()
    await Effect.runPromise(watching.idle)
    const all = { sources: [], providers: [], unacked: false, limit: 200, offset: 0 }
    return listAlerts(db, systemVisibility, all).alerts.toReversed()
  }
  const append: Kernel['append'] = async (session, events, together) => {
    await kernel.append(session, events, together)
    await Effect.runPromise(watching.idle)
  }
  return {
    ...kernel,
    append,
    rules,
    complaints,
    now: () => now,
    pass: (minutes) => {
      now += minutes * MINUTE
    },
    rule: async (command) => {
      const made = { name: 'R', rule_type: 'event_pattern', config: {}, cooldown_seconds: 0, ...command } as const
      const id = await outcomeOf(rules.create(made, USER, systemVisibility))
      if (typeof id !== 'string') throw new Error(id.message)
      return id
    },
    hook: (session, kind, payload = {}) => append(session, [hookOf(kind, payload, now)]),
    context: (session, usedPercent) => {
      const rest = { model: null, fiveHour: null, sevenDay: null }
      readings.push({ session, at: now, context: { usedPercent, size: 200_000, over200k: false }, ...rest })
    },
    limits: (session, windows) => {
      const context = { usedPercent: null, size: null, over200k: false }
      readings.unshift({ session, at: now, model: null, context, ...windows })
    },
    sweep: () => Effect.runPromise(watching.sweep),
    alerts,
    said: async () => (await alerts()).map(({ message }) => message),
    crash: () => hears.unsubscribe(),
    watchAnew: async () => {
      watching = await watch()
    },
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await kernel.close()
    },
  }
}

export const hookOf = (kind: string, payload: Record<string, unknown>, at: number): New<'hook-received'> => ({
  type: 'hook-received',
  data: { kind, provider: 'claude', payload },
  occurredAt: at,
  by: 'local',
  via: 'hook',
})

/** Returns a reply that used `tokens` tokens. */
export const replyOf = (
  message: string,
  tokens: number,
  at: number,
  agent: string | null = null,
): New<'reply-recorded'> => ({
  type: 'reply-recorded',
  data: {
    provider: 'claude',
    line: 1,
    agent,
    message,
    model: 'claude-sonnet-4-5',
    // biome-ignore format: tokens split equally
    usage: { input: tokens / 4, output: tokens / 4, cacheRead: tokens / 4, cacheWrite: tokens / 4, cacheWrite1h: 0, webSearch: 0, webFetch: 0, codeExecution: 0 },
    speed: 'standard',
    geo: 'global',
    tier: 'standard',
    tool: null,
    excerpt: null,
    ends: true,
    embedded: false,
  },
  occurredAt: at,
  by: 'local',
  via: 'transcript',
})
