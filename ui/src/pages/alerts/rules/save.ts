import { call } from '../../../api/call.js'
import type { Webhook } from '../../../api/types.js'
import { ownZone } from './budget-preview.js'
import { conditionOf, cooldownOf, type Draft, isBudget, numberIn } from './draft.js'
import { isFixed } from './send-to.js'

/** Saves a rule or a budget, and which webhooks get its alerts. */
export async function save(draft: Draft, webhooks: readonly Webhook[], targets: ReadonlySet<string>): Promise<void> {
  const id = isBudget(draft) ? await saveBudget(draft) : await saveRule(draft)
  for (const webhook of webhooks) {
    const { rule_ids: rules } = webhook
    if (rules === null || isFixed(webhook, draft.id) || rules.includes(id) === targets.has(webhook.id)) continue
    const rule_ids = targets.has(webhook.id) ? [...rules, id] : rules.filter((rule) => rule !== id)
    await call('PATCH /api/webhooks/:id', { params: { id: webhook.id }, body: { rule_ids } })
  }
}

async function saveRule(draft: Draft): Promise<string> {
  const { rule_type, config } = conditionOf(draft)
  const body = {
    name: draft.name.trim(),
    config: config as never,
    cooldown_seconds: cooldownOf(draft),
    scope: draft.scope,
  }
  const { rule } =
    draft.id === null
      ? await call('POST /api/alerts/rules', { body: { ...body, rule_type } })
      : await call('PATCH /api/alerts/rules/:id', { params: { id: draft.id }, body })
  return rule.id
}

async function saveBudget(draft: Draft): Promise<string> {
  const body = {
    name: draft.name.trim(),
    period: draft.per === 'session' ? ('day' as const) : draft.per,
    cwd: draft.projects[0] ?? null,
    amount_usd: numberIn(draft.usd),
    alert_at: draft.alertAt,
    pauses_starts: draft.pausesStarts,
  }
  const { budget } =
    draft.id === null
      ? await call('POST /api/budgets', { body: { ...body, timezone: ownZone() } })
      : await call('PATCH /api/budgets/:id', { params: { id: draft.id }, body })
  return budget.id
}
