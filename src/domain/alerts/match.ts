import { short } from '../text.js'
import type { EventPattern } from './rule.js'

/** The fields of a hook that event patterns are matched against. */
export interface SeenEvent {
  readonly type: string
  readonly tool: string | null
  readonly summary: string | null
}

/** Whether a hook matches a pattern. Every field that the pattern sets must match. */
export const matches = (pattern: EventPattern, { type, tool, summary }: SeenEvent): boolean =>
  (pattern.event_type === undefined || pattern.event_type === type) &&
  (pattern.tool_name === undefined || isTool(pattern.tool_name, tool)) &&
  (pattern.summary_contains === undefined ||
    (summary ?? '').toLowerCase().includes(pattern.summary_contains.toLowerCase()))

/** Whether a pattern matches the name of a tool, in any case. `*` matches any characters. */
const isTool = (name: string, tool: string | null): boolean => {
  const [first = '', ...parts] = name.split('*')
  if (tool === null) return false
  if (parts.length === 0) return name.toLowerCase() === tool.toLowerCase()
  const text = tool.toLowerCase()
  if (!text.startsWith(first.toLowerCase())) return false
  const last = parts.pop()?.toLowerCase() ?? ''
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part.toLowerCase(), at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

// Hooks after which the token count of an agent may have grown.
const TOKEN_BEARING = new Set(['PostToolUse', 'Stop', 'SubagentStop', 'SessionEnd'])
export const bearsTokens = (kind: string): boolean => TOKEN_BEARING.has(kind)

const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',')
const usd = (amount: number): string => `$${amount.toFixed(2)}`
const said = (rule: string, what: string): string => short(`${rule}: ${what}`, 500)

/** Builds the one-line message of an alert, the name of the rule first. */
export const alertMessage = {
  event: (rule: string, { type, tool }: SeenEvent): string => said(rule, tool === null ? type : `${type} · ${tool}`),
  events: (rule: string, seen: number, { count, window_minutes }: EventPattern): string =>
    said(rule, `${seen} matching events within ${window_minutes} min, threshold ${count}`),
  tokens: (rule: string, total: number, threshold: number): string =>
    said(rule, `${grouped(total)} tokens used, threshold ${grouped(threshold)}`),
  cost: (rule: string, amount: number, threshold: number): string =>
    said(rule, `${usd(amount)} spent, threshold ${usd(threshold)}`),
  waiting: (rule: string, session: string, minutes: number): string =>
    said(rule, `"${session}" has waited for you for ${minutes} min`),
  context: (rule: string, session: string, percent: number): string =>
    said(rule, `"${session}" has used ${Math.floor(percent)}% of its context`),
  limit: (rule: string, plan: string, window: string, percent: number): string =>
    said(rule, `${plan} has used ${Math.floor(percent)}% of its ${window} limit`),
  inactivity: (rule: string, session: string, minutes: number): string =>
    said(rule, `no activity in "${session}" for ${minutes} min`),
  status: (rule: string, agent: string, status: string, minutes: number): string =>
    said(rule, `"${agent}" has been ${status} for ${minutes} min`),
}
