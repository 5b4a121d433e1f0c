import { freeExecutionsOf } from '../../domain/pricing/code-execution.js'
import { type ContextSize, contextSizeOf, isKeyOfSum } from '../../domain/pricing/context.js'
import type { Geo, Speed, Tier, Usage } from '../../domain/transcript/facts/facts.js'
import type { Recorded } from '../../events/envelope.js'
import type { SessionOwners } from './owners.js'

/** The columns of the counts, in the order of `countsOf`. */
export const COUNTS = [
  'input',
  'output',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'web_search',
  'web_fetch',
  'code_execution',
  'free_execution',
] as const

/** What is known of a message: whose it is, and the field-wise maximum of what its lines report. */
export interface Message extends Usage {
  readonly message: string
  readonly stream: number
  /** The owner of its session. */
  readonly owner: string
  readonly agent: string | null
  readonly embedded: boolean
  /** Whether the session is known to have copied it from another one. */
  readonly copied: boolean
  readonly at: number
  readonly source: string
  readonly provider: string
  readonly model: string
  readonly speed: Speed
  readonly geo: Geo
  readonly tier: Tier
  readonly context: ContextSize
  readonly freeExecution: number
}

/** Whether a usage fact of an older release counts the growth of totals, and the rollout has been counted by requests since. */
export const isSuperseded = (event: Recorded, recounted: { has(stream: number): boolean }): boolean =>
  event.type === 'usage-recorded' &&
  event.data.basis === undefined &&
  !isKeyOfSum(event.data.message) &&
  recounted.has(event.stream)

// Members are spelled out here and below: this runs for every line of a history, and spreading costs more than parsing.
export const reported = (event: Recorded, owners: SessionOwners): Message | null => {
  if (event.type !== 'reply-recorded' && event.type !== 'usage-recorded') return null
  const { data } = event
  const { usage } = data
  if (usage === null) return null
  const { context: stated } = data
  const isReply = event.type === 'reply-recorded'
  return {
    message: data.message,
    stream: event.stream,
    owner: owners.of(event.stream),
    agent: data.agent,
    embedded: isReply && event.data.embedded,
    copied: data.copied === true || event.occurredAt < owners.forkedAt(event.stream),
    at: event.occurredAt,
    source: event.source,
    provider: data.provider,
    model: data.model ?? 'unknown',
    speed: data.speed,
    geo: isReply ? event.data.geo : 'global',
    tier: data.tier,
    context: stated === undefined ? sizeOf(data.message, usage) : stated === 'long' ? 2 : 0,
    input: usage.input,
    output: usage.output,
    cacheRead: usage.cacheRead,
    cacheWrite: usage.cacheWrite,
    cacheWrite1h: usage.cacheWrite1h,
    webSearch: usage.webSearch,
    webFetch: usage.webFetch,
    codeExecution: usage.codeExecution,
    freeExecution: freeExecutionsOf(usage),
  }
}

/** Returns the size class of a request. A sum of requests that does not state one is treated as short. */
const sizeOf = (message: string, usage: Usage): ContextSize => (isKeyOfSum(message) ? 0 : contextSizeOf(usage))

const maxOf = (a: ContextSize, b: ContextSize): ContextSize => (a > b ? a : b)

export const merged = (a: Message, b: Message): Message => {
  const first = ownsBefore(a, b) ? a : b
  const usage = {
    input: Math.max(a.input, b.input),
    output: Math.max(a.output, b.output),
    cacheRead: Math.max(a.cacheRead, b.cacheRead),
    cacheWrite: Math.max(a.cacheWrite, b.cacheWrite),
    cacheWrite1h: Math.max(a.cacheWrite1h, b.cacheWrite1h),
    webSearch: Math.max(a.webSearch, b.webSearch),
    webFetch: Math.max(a.webFetch, b.webFetch),
    codeExecution: Math.max(a.codeExecution, b.codeExecution),
  }
  return {
    message: first.message,
    stream: first.stream,
    owner: first.owner,
    agent: first.agent,
    embedded: first.embedded,
    copied: first.copied,
    at: first.at,
    source: first.source,
    provider: first.provider,
    model: first.model,
    speed: a.speed === 'fast' || b.speed === 'fast' ? 'fast' : 'standard',
    geo: first.geo,
    tier: first.tier,
    context: isKeyOfSum(first.message) ? maxOf(a.context, b.context) : contextSizeOf(usage),
    input: usage.input,
    output: usage.output,
    cacheRead: usage.cacheRead,
    cacheWrite: usage.cacheWrite,
    cacheWrite1h: usage.cacheWrite1h,
    webSearch: usage.webSearch,
    webFetch: usage.webFetch,
    codeExecution: usage.codeExecution,
    freeExecution: freeExecutionsOf(usage),
  }
}

/**
 * Whether `a` owns the message rather than `b`: a line in a real file before one embedded in another's progress, then a session
 * that is not known to be a fork, the earliest line, the main conversation before a subagent, the session seen first. (A fork
 * copies its parent's lines with their times: the parent was seen first.)
 */
const ownsBefore = (a: Message, b: Message): boolean => {
  if (a.embedded !== b.embedded) return !a.embedded
  if (a.copied !== b.copied) return !a.copied
  if (a.at !== b.at) return a.at < b.at
  if ((a.agent === null) !== (b.agent === null)) return a.agent === null
  // Terms are compared before sessions: the total must not depend on the order of arrival.
  const [left, right] = [termsOf(a), termsOf(b)]
  if (left !== right) return left < right
  if (a.stream !== b.stream) return a.stream < b.stream
  return (a.agent ?? '') <= (b.agent ?? '')
}

const termsOf = ({ model, geo, tier }: Message): string => `${model}\u0000${geo}\u0000${tier}`

const FIELDS = [
  'stream',
  'owner',
  'agent',
  'embedded',
  'copied',
  'at',
  'model',
  'speed',
  'geo',
  'tier',
  'input',
  'output',
  'cacheRead',
  'cacheWrite',
  'cacheWrite1h',
  'webSearch',
  'webFetch',
  'codeExecution',
  'context',
] as const
export const same = (a: Message, b: Message): boolean => FIELDS.every((field) => a[field] === b[field])

export const countsOf = (m: Message): readonly number[] => [
  m.input,
  m.output,
  m.cacheRead,
  m.cacheWrite,
  m.cacheWrite1h,
  m.webSearch,
  m.webFetch,
  m.codeExecution,
  m.freeExecution,
]
