import type { Geo, Speed, Tier, Usage } from './facts.js'
import { countOf, fields, type Fields, isFields } from '../json.js'

/** The tokens that one API response is billed for, and under which terms. */
export interface Billed {
  readonly usage: Usage
  readonly speed: Speed
  readonly geo: Geo
  readonly tier: Tier
}

/**
 * Returns the usage in the `usage` object of an Anthropic message. `iterations` repeats the outer numbers and is not added, except
 * for those of other models (`isOfOtherModel`). The
 * total of cache writes is the outer count, or the sum of its breakdown if that is missing. Without a breakdown all writes are
 * five-minute ones.
 */
export function billedOf(usage: Fields): Billed {
  const creation = fields(usage['cache_creation'])
  const fiveMinutes = countOf(creation['ephemeral_5m_input_tokens'])
  const oneHour = countOf(creation['ephemeral_1h_input_tokens'])
  const total = usage['cache_creation_input_tokens']
  const cacheWrite = typeof total === 'number' ? countOf(total) : fiveMinutes + oneHour
  const server = fields(usage['server_tool_use'])
  const tier = usage['service_tier']
  return {
    usage: {
      input: countOf(usage['input_tokens']),
      output: countOf(usage['output_tokens']),
      cacheRead: countOf(usage['cache_read_input_tokens']),
      cacheWrite,
      cacheWrite1h: Math.min(oneHour, cacheWrite),
      webSearch: countOf(server['web_search_requests']),
      webFetch: countOf(server['web_fetch_requests']),
      codeExecution: countOf(server['code_execution_requests']),
    },
    speed: usage['speed'] === 'fast' ? 'fast' : 'standard',
    geo: usage['inference_geo'] === 'us' ? 'us' : 'global',
    tier: tier === 'batch' || tier === 'priority' ? tier : 'standard',
  }
}

/** Whether an entry of `iterations` is a request to another model, an advisor: the outer numbers do not include it. */
export const isOfOtherModel = (iteration: unknown): iteration is Fields =>
  isFields(iteration) && iteration['type'] === 'advisor_message'
