import { isPlanning, planChangeOfCall } from '../../../plan/change.js'
import { type ClaudeState, remember, type RecentMessage } from './state.js'
import { textIn } from '../../content.js'
import type { Fact, ToolUse } from '../facts.js'
import { type Fields, fields, idOf, isFields, listOf, tail } from '../../json.js'
import { factOf, NO_FACTS, type Origin } from '../reducer.js'
import { toolUseOf } from '../tool-use.js'
import { type Billed, billedOf, isOfOtherModel } from '../usage.js'

export const SYNTHETIC = '<synthetic>'
const EXCERPT_MAX = 300

/** Stop reasons that end a turn. After `tool_use`, `pause_turn` and `max_tokens` the turn continues. */
const ENDS: ReadonlySet<unknown> = new Set(['end_turn', 'stop_sequence', 'refusal'])

const UNBILLED: Terms = { speed: 'standard', geo: 'global', tier: 'standard' }

type Terms = Pick<Billed, 'speed' | 'geo' | 'tier'>

/** What the line around a message says about it. */
interface Envelope {
  readonly requestId: unknown
  readonly embedded: boolean
  /** A subagent's line inside its parent's file: its end is not the end of the parent's turn. */
  readonly sidechain: boolean
}

/**
 * Returns the key of a message. One API response is one message on several lines; its id counts it once over all lines, files and
 * sessions.
 */
function keyOf(message: Fields, origin: Origin, requestId: unknown, session: string): string {
  const known = idOf(message['id']) ?? idOf(requestId)
  if (known !== null) return known
  return origin.id.startsWith('line ') ? `${session}/${origin.agent ?? 'main'}/${origin.id}` : origin.id
}

const comparable = ({ usage, speed, geo, tier }: Billed, model: string | null): string =>
  `${usage.input} ${usage.output} ${usage.cacheRead} ${usage.cacheWrite} ${usage.cacheWrite1h} ${usage.webSearch} ` +
  `${usage.webFetch} ${usage.codeExecution} ${speed} ${geo} ${tier} ${model ?? ''}`

function toolsIn(content: unknown): ToolUse[] {
  const tools: ToolUse[] = []
  for (const block of listOf(content))
    if (isFields(block) && block['type'] === 'tool_use')
      tools.push(toolUseOf(block['id'], block['name'], block['input']))
  return tools
}

/** Returns a recent message by key. Searches from the newest, which almost always matches. */
function recall(state: ClaudeState, key: string): RecentMessage | undefined {
  for (let at = state.recent.length - 1; at >= 0; at--) if (state.recent[at]?.key === key) return state.recent[at]
  return undefined
}

/** Whether a line adds something to its message. Updates what is remembered of the message. */
function tellsMore(seen: RecentMessage, billed: string | null, excerpt: string | null, at: number): boolean {
  const more = (billed !== null && billed !== seen.billed) || (excerpt !== null && !seen.excerpted) || at < seen.at
  if (billed !== null) seen.billed = billed
  if (excerpt !== null) seen.excerpted = true
  seen.at = Math.min(seen.at, at)
  return more
}

function planFacts(content: unknown, origin: Origin): Fact[] {
  const changes = listOf(content).flatMap((block) => {
    const { type, name, input } = fields(block)
    const change = type === 'tool_use' ? planChangeOfCall(name, input) : null
    return change === null ? [] : [change]
  })
  return changes.map((change, part) => factOf('plan-recorded', origin, part, change))
}

/**
 * Returns the usage of the other models that a message asked, such as an advisor's. The message's own usage does not include it.
 * The place in the list identifies each of them on all lines of the message.
 */
function advisorFacts(iterations: unknown, message: string, origin: Origin): Fact[] {
  return listOf(iterations).flatMap((iteration, index) => {
    if (!isOfOtherModel(iteration)) return []
    const { usage, speed, tier } = billedOf(iteration)
    const data = { message: `${message}/iteration ${index}`, model: idOf(iteration['model']), usage, speed, tier }
    return [factOf('usage-recorded', origin, index, data)]
  })
}

/**
 * Returns the facts of a line of a message: its usage, its tool calls, the end of its text. A repeated line without anything new
 * has none.
 */
export function replyFacts(
  state: ClaudeState,
  message: Fields,
  origin: Origin,
  session: string,
  { requestId, embedded, sidechain }: Envelope,
): readonly Fact[] {
  const model = idOf(message['model'])
  if (model === SYNTHETIC) return NO_FACTS
  const key = keyOf(message, origin, requestId, session)
  const billed = isFields(message['usage']) ? billedOf(message['usage']) : null
  const advisors = advisorFacts(fields(message['usage'])['iterations'], key, origin)
  const signature = billed && `${comparable(billed, model)} ${advisors.length}`
  const tools = toolsIn(message['content'])
  const text = textIn(message['content']).trimEnd()
  const excerpt = text === '' ? null : tail(text, EXCERPT_MAX).trimStart()
  const ends = ENDS.has(message['stop_reason']) && !sidechain

  const seen = recall(state, key)
  if (seen === undefined) remember(state, { key, billed: signature, at: origin.at, excerpted: excerpt !== null })
  else if (!tellsMore(seen, signature, excerpt, origin.at) && tools.length === 0 && !ends) return NO_FACTS

  const { speed, geo, tier } = billed ?? UNBILLED
  const usage = billed === null ? null : billed.usage
  const tool = tools[0] ?? null
  // Members are spelled out: spreading an object into a larger one is the slowest step per line here.
  const facts: Fact[] = [
    factOf('reply-recorded', origin, 0, {
      message: key,
      model,
      usage,
      speed,
      geo,
      tier,
      tool,
      excerpt,
      ends,
      embedded,
    }),
  ]
  for (let part = 1; part < tools.length; part++) {
    const more = { usage: null, tool: tools[part] ?? null, excerpt: null, ends: false }
    facts.push(factOf('reply-recorded', origin, part, { message: key, model, speed, geo, tier, embedded, ...more }))
  }
  if (advisors.length > 0) facts.push(...advisors)
  if (tools.some(({ name }) => isPlanning(name))) facts.push(...planFacts(message['content'], origin))
  return facts
}
