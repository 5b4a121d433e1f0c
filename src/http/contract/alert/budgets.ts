import { BUDGET_PERIODS, BUDGET_SHARES } from '../../../domain/budget/budget.js'
import { BUDGET_USD } from '../../../domain/budget/decide.js'
import { Schema as S } from '../../../domain/schema.js'
import { CivilDate, Count, DateTime, Nullable, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { Name } from '../name.js'

const optional = <A, I>(schema: S.Schema<A, I>) => S.optional(S.NullOr(schema))

const Period = S.Literal(...BUDGET_PERIODS)
const Shares = S.Array(S.Literal(...BUDGET_SHARES)).pipe(S.maxItems(BUDGET_SHARES.length))
const Directory = S.String.pipe(S.minLength(1), S.maxLength(4096))
const Amount = S.Number.pipe(S.between(BUDGET_USD.least, BUDGET_USD.most)).annotations({
  message: () => ({ message: `must be a number from ${BUDGET_USD.least} to ${BUDGET_USD.most}`, override: true }),
})
const TimeZone = S.String.pipe(S.minLength(1), S.maxLength(100))

/** What is spent in the current period, from the same sums as `GET /api/usage`. */
const status = {
  spent_usd: Usd,
  /** What will be spent at the end of the period; null with less than six hours of history. */
  forecast_usd: Nullable(Usd),
  /** `spent_usd` as a share of the amount; above 1 when it is exceeded. */
  share: S.Number,
  /** First and last day of the period, in its time zone. */
  period_start: CivilDate,
  period_end: CivilDate,
  resets_at: DateTime,
}

export const Budget = S.Struct({
  id: S.String,
  name: S.String,
  period: Period,
  /** The working directory of the sessions that count; null for all. */
  cwd: Nullable(S.String),
  amount_usd: Usd,
  /** Days, weeks (from Monday) and months start at midnight in this zone. */
  timezone: S.String,
  enabled: S.Boolean,
  /** Percentages at which it raises an alert, each once per period. */
  alert_at: Shares,
  /** Whether no agent starts in a lane whose sessions it counts, while all of it is spent (`EBUDGET`). */
  pauses_starts: S.Boolean,
  created_at: DateTime,
  updated_at: DateTime,
  ...status,
})

const about = { kind: 'budget', param: 'id' } as const
const Answer = S.Struct({ budget: Budget })
const errors = ['EUNAVAILABLE'] as const

export const budgets = {
  'GET /api/budgets': endpoint({
    summary: 'List budgets with their status, newest first',
    tag: 'budgets',
    access: 'alert:read',
    answers: { 200: S.Struct({ budgets: S.Array(Budget) }) },
    errors,
  }),
  'POST /api/budgets': endpoint({
    summary: 'Create a budget',
    tag: 'budgets',
    access: 'alert:write',
    body: S.Struct({
      name: optional(Name),
      period: Period,
      cwd: optional(Directory),
      amount_usd: Amount,
      timezone: TimeZone,
      enabled: optional(S.Boolean),
      alert_at: optional(Shares),
      pauses_starts: optional(S.Boolean),
    }),
    answers: { 201: Answer },
    errors,
  }),
  'POST /api/budgets/preview': endpoint({
    summary: 'Preview a budget without creating it',
    tag: 'budgets',
    access: 'alert:read',
    body: S.Struct({ period: Period, cwd: optional(Directory), amount_usd: Amount, timezone: TimeZone }),
    answers: {
      200: S.Struct({
        ...status,
        /** Of the complete periods in the last four weeks, how many cost more than the amount. */
        exceeded: Count,
        periods: Count,
      }),
    },
    errors,
  }),
  'PATCH /api/budgets/:id': endpoint({
    summary: 'Update a budget',
    tag: 'budgets',
    access: 'alert:write',
    about,
    body: S.Struct({
      name: optional(Name),
      period: optional(Period),
      cwd: optional(Directory),
      amount_usd: optional(Amount),
      timezone: optional(TimeZone),
      enabled: optional(S.Boolean),
      alert_at: optional(Shares),
      pauses_starts: optional(S.Boolean),
    }),
    answers: { 200: Answer },
    errors,
  }),
  'DELETE /api/budgets/:id': endpoint({
    summary: 'Delete a budget and its alerts',
    tag: 'budgets',
    access: 'alert:write',
    about,
    answers: { 200: S.Struct({ ok: S.Boolean }) },
  }),
} as const
