import { plainName } from './model-name.js'
import type { PricingRule } from './rule.js'

/**
 * Whether a glob (`%` matches any characters) matches the whole text. Runs in linear time: the parts between the wildcards are
 * searched from left to right without backtracking, because patterns and model names are untrusted.
 */
export const globMatches = (pattern: string, text: string): boolean => {
  const parts = pattern.split('%')
  const head = parts[0] ?? ''
  if (parts.length === 1) return pattern === text
  const tail = parts[parts.length - 1] ?? ''
  if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false
  let from = head.length
  const end = text.length - tail.length
  for (const part of parts.slice(1, -1)) {
    const at = text.indexOf(part, from)
    if (at < 0 || at + part.length > end) return false
    from = at + part.length
  }
  return from <= end
}

/**
 * Returns the rule for a model: an exact pattern first (custom before default), then the longest glob (custom before default on a
 * tie); null if none matches. A name that no rule matches is tried again without what a provider adds to it.
 */
export const matchRule = (rules: readonly PricingRule[], model: string): PricingRule | null => {
  const matched = bestMatch(rules, model)
  if (matched !== null) return matched
  const plain = plainName(model)
  return plain === null ? null : bestMatch(rules, plain)
}

const bestMatch = (rules: readonly PricingRule[], model: string): PricingRule | null => {
  const rank = (rule: PricingRule): readonly [number, number, number] => [
    rule.pattern === model ? 1 : 0,
    rule.pattern.length,
    rule.custom ? 1 : 0,
  ]
  let best: PricingRule | null = null
  for (const rule of rules) {
    if (!globMatches(rule.pattern, model)) continue
    if (best === null || before(rank(best), rank(rule))) best = rule
  }
  return best
}

const before = (held: readonly number[], other: readonly number[]): boolean => {
  const differs = held.findIndex((value, i) => value !== other[i])
  return differs >= 0 && (other[differs] ?? 0) > (held[differs] ?? 0)
}

/** What a name has after the model: the date of a snapshot, an alias, a provider's version, a larger context. */
const VARIANT =
  /(?:-codex(?:-max)?)?(?:[-@]20\d{6}|-20\d\d-\d\d-\d\d|[-@]latest|-chat-latest)?(?:-v\d+(?::\d+)?)?(?:\[\w+\])?$/

/**
 * Whether the price of a model is that of its family: the pattern of a default rule matches the name, but the name says more than
 * the pattern and a variant, such as `claude-opus-5-9` under `claude-opus-5%`. Such a model may have another price.
 */
export const isAssumed = ({ pattern, custom }: PricingRule, model: string): boolean => {
  const wildcard = pattern.indexOf('%')
  if (custom || wildcard < 0) return false
  const name = globMatches(pattern, model) ? model : (plainName(model) ?? model)
  return name.search(VARIANT) > wildcard
}
