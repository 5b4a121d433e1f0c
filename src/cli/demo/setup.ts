import type { Client } from './client.js'
import type { Labels } from './history.js'
import { shop } from './projects/shop.js'

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

const BUDGETS = [
  { name: 'All agents', period: 'month', amount_usd: 100 },
  { name: 'Daily limit', period: 'day', amount_usd: 12 },
  { name: 'Shop', period: 'week', amount_usd: 20, cwd: shop.cwd },
] as const

const RULES = [
  { name: 'Waiting for 3 minutes', rule_type: 'waiting', config: { minutes: 3 } },
  {
    name: 'Force push requested',
    rule_type: 'event_pattern',
    config: { event_type: 'PermissionRequest', tool_name: 'Bash', summary_contains: 'force' },
  },
  { name: 'API errors', rule_type: 'event_pattern', config: { event_type: 'StopFailure' } },
  { name: 'Session over $5', rule_type: 'cost', config: { usd: 5 } },
  { name: 'Context nearly full', rule_type: 'context', config: { percent: 85 } },
] as const

/** Creates the budgets and alert rules of the demo, and pins and tags sessions. */
export const setUp = async (client: Client, labelled: readonly Labels[]): Promise<void> => {
  for (const budget of BUDGETS) await client.send('POST', '/api/budgets', { ...budget, timezone })
  for (const rule of RULES) await client.send('POST', '/api/alerts/rules', rule)
  for (const { session, ...labels } of labelled) await client.send('PATCH', `/api/sessions/${session}`, labels)
}
