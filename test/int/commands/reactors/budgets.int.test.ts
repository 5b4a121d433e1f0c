import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { budgetCommands } from '../../../../src/commands/budgets/budgets.js'
import { commandRunner } from '../../../../src/commands/kernel/run.js'
import type { DailyCosts } from '../../../../src/commands/ports/daily-costs.js'
import { BudgetWatch } from '../../../../src/commands/reactors/budgets.js'
import { requestDeliveries } from '../../../../src/commands/reactors/request-deliveries.js'
import { systemVisibility } from '../../../../src/domain/access/system-visibility.js'
import type { CreateBudget } from '../../../../src/domain/budget/decide.js'
import { isRejection } from '../../../../src/domain/rejection.js'
import { DAY } from '../../../../src/domain/time.js'
import { PRICING_STREAM, webhookStream } from '../../../../src/events/streams.js'
import { bookInForce } from '../../../../src/projections/pricing/price-book.js'
import { listAlerts } from '../../../../src/projections/queries/alerts.js'
import { dailyCosts } from '../../../../src/projections/queries/reports/daily-costs.js'
import { dueTo } from '../../../../src/projections/queries/webhooks.js'
import { replyOf } from '../../../support/alerts/watched.js'
import { USER } from '../../../support/kernel/authors.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'
import { outcomeOf } from '../../../support/kernel/outcome.js'

const NOON = Date.parse('2026-11-20T12:00:00Z')
/** Tokens that cost one dollar with the prices of this test. */
const DOLLAR = 100_000

let kernel: Kernel
let now: number
let messages: number
beforeEach(async () => {
  kernel = openKernel()
  ;[now, messages] = [NOON, 0]
  await setPrice(10)
})
afterEach(() => kernel.close())

const db = () => kernel.projector.db
const clock = { now: () => now, monotonic: () => now / 1000 }
const costs: DailyCosts = (visibility, query) => Promise.resolve(dailyCosts(db(), visibility, bookInForce(db()), query))
const reachOf = () => systemVisibility
const commands = () => {
  const { committer } = kernel
  return budgetCommands({
    ...commandRunner({ committer, clock, db: db() }),
    db: db(),
    clock,
    costs,
    reachOf,
    newId: () => 'b',
  })
}

const setPrice = (perMillion: number) => {
  const rates = {
    input: perMillion,
    output: perMillion,
    cacheRead: perMillion,
    cacheWrite: perMillion,
    cacheWrite1h: perMillion,
  }
  return kernel.committer.submit((tx) => {
    tx.append(PRICING_STREAM, {
      type: 'pricing-rule-set',
      data: {
        pattern: 'claude-sonnet-4-5%',
        displayName: 'Sonnet',
        provider: 'claude',
        standard: rates,
        fast: { input: 0, output: 0 },
        long: rates,
        introUntil: null,
        intro: rates,
      },
      occurredAt: now,
      ...USER,
    })
  })
}

const budget = async (settings: Partial<CreateBudget> = {}) => {
  const made = await outcomeOf(commands().create({ period: 'day', amount_usd: 10, timezone: 'UTC', ...settings }, USER))
  if (isRejection(made)) throw new Error(made.message)
}
const spend = (usd: number, session = 's') =>
  kernel.append(session, [replyOf(`m-${(messages += 1)}`, usd * DOLLAR, now)])
/** Checks with a new watch, as after a restart. */
const check = () => {
  const { committer } = kernel
  const parts = { committer, clock, db: db(), costs, reachOf, importing: () => false }
  const watch = new BudgetWatch({
    ...parts,
    onFired: requestDeliveries(db(), clock, reachOf),
    onError: (error) => {
      throw error
    },
  })
  return Effect.runPromise(watch.check)
}
const alerts = (unacked?: boolean) =>
  listAlerts(db(), systemVisibility, { sources: [], providers: [], unacked, limit: 99, offset: 0 })
    .alerts.toReversed()
    .map(({ message }) => message)

describe('the watch of budgets', () => {
  it('raises an alert at each share of a budget, once, also after a restart', async () => {
    await budget()
    for (const usd of [4, 1, 1, 2, 1, 1, 20]) {
      await spend(usd)
      await check()
      await check()
    }
    expect(alerts()).toEqual([
      'Daily budget: $5.00 of $10.00 spent, 50% reached',
      'Daily budget: $8.00 of $10.00 spent, 80% reached',
      'Daily budget: $10.00 of $10.00 spent, 100% reached',
    ])
    // A higher share replaces the lower ones.
    expect(alerts(true)).toEqual(['Daily budget: $10.00 of $10.00 spent, 100% reached'])
  })

  it('raises it again on the next day', async () => {
    await budget({ alert_at: [100] })
    await spend(11)
    await check()
    now += DAY
    await check()
    await spend(12)
    await check()
    expect(alerts()).toHaveLength(2)
  })

  it('raises no alert for what is spent when the budget is created or changed', async () => {
    await spend(9)
    await budget()
    await check()
    await outcomeOf(commands().update('b', { amount_usd: 5 }, USER))
    await check()
    expect(alerts()).toEqual([])
    await outcomeOf(commands().update('b', { amount_usd: 20 }, USER))
    await spend(1)
    await check()
    expect(alerts()).toEqual(['Daily budget: $10.00 of $20.00 spent, 50% reached'])
  })

  it('raises no alert again when a price is changed, unless the share is reached again', async () => {
    await budget({ alert_at: [80] })
    await spend(8)
    await check()
    await setPrice(11)
    await check()
    expect(alerts()).toHaveLength(1)
    await setPrice(5)
    await check()
    expect(alerts()).toHaveLength(1)
    await spend(8.4)
    await check()
    expect(alerts()).toEqual([
      'Daily budget: $8.00 of $10.00 spent, 80% reached',
      'Daily budget: $8.20 of $10.00 spent, 80% reached',
    ])
  })

  it('counts the sessions of a project only', async () => {
    const at = (session: string, cwd: string) =>
      kernel.append(session, [
        {
          type: 'hook-received',
          data: { kind: 'SessionStart', provider: 'claude', payload: { session_id: session, cwd } },
          occurredAt: now,
          by: 'local',
          via: 'hook',
        },
      ])
    await at('own', '/repo')
    await at('other', '/elsewhere')
    await budget({ cwd: '/repo', alert_at: [50] })
    await spend(9, 'other')
    await check()
    expect(alerts()).toEqual([])
    await spend(6, 'own')
    await check()
    expect(alerts()).toEqual(['Daily budget: $6.00 of $10.00 spent, 50% reached'])
  })

  it('requests the delivery of its alerts, which end with the budget', async () => {
    await kernel.committer.submit((tx) => {
      tx.append(webhookStream('w'), {
        type: 'webhook-target-set',
        data: {
          target: 'w',
          name: 'W',
          targetType: 'generic',
          enabled: true,
          urlPreview: null,
          hasSecret: false,
          headerNames: [],
          config: {},
          secretFields: [],
          ruleIds: ['b'],
        },
        occurredAt: now,
        ...USER,
      })
    })
    await budget()
    await spend(10)
    await check()
    expect(dueTo(db(), systemVisibility, 'w', 9)).toHaveLength(1)
    await outcomeOf(commands().remove('b', USER))
    await kernel.committer.submit((tx) => tx.project())
    expect([dueTo(db(), systemVisibility, 'w', 9), alerts()]).toEqual([[], []])
  })

  it('does nothing while a budget is off', async () => {
    await budget({ enabled: false })
    await spend(20)
    await check()
    expect(alerts()).toEqual([])
  })
})
