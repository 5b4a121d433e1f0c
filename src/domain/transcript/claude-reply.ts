import { type ClaudeState, remember, type RecentMessage } from './claude-state.js'
import { textIn } from './content.js'
import type { Fact, ToolUse } from './facts.js'
import { type Fields, fields, idOf, isFields, listOf, tail } from './json.js'
import { factOf, type Origin, type Place } from './reducer.js'
import { toolUseOf } from './tool-use.js'
import { type Billed, billedOf } from './usage.js'

export const SYNTHETIC = '<synthetic>'
const EXCERPT_MAX = 300

/** Why the model stopped when it waits for the user now; `tool_use`, `pause_turn` and `max_tokens` go on. */
const ENDS: ReadonlySet<unknown> = new Set(['end_turn', 'stop_sequence', 'refusal'])

const UNBILLED: Omit<Billed, 'usage'> = { speed: 'standard', geo: 'global', tier: 'standard' }

export interface ReplyPlace extends Place {
  readonly requestId: unknown
  readonly embedded: boolean
  /** A subagent's line inside its parent's file: its end is not the end of the parent's turn. */
  readonly sidechain: boolean
}

/** One response is one message on several lines; the id counts it once over all lines, files and sessions. */
function keyOf(message: Fields, origin: Origin, place: ReplyPlace): string {
  const known = idOf(message['id']) ?? idOf(place.requestId)
  if (known !== null) return known
  return origin.id.startsWith('line ') ? `${place.session}/${origin.agent ?? 'main'}/${origin.id}` : origin.id
}

const comparable = (billed: Billed, model: string | null): string =>
  `${Object.values(billed.usage).join(' ')} ${billed.speed} ${billed.geo} ${billed.tier} ${model ?? ''}`

const toolsIn = (content: unknown): ToolUse[] =>
  listOf(content)
    .filter((block) => isFields(block) && block['type'] === 'tool_use')
    .map((block) => {
      const { id, name, input } = fields(block)
      return toolUseOf(id, name, input)
    })

/** True when this line says what no earlier line of its message said; remembers what it said. */
function tellsMore(seen: RecentMessage, billed: string | null, excerpt: string | null, at: number): boolean {
  const more = (billed !== null && billed !== seen.billed) || (excerpt !== null && !seen.excerpted) || at < seen.at
  if (billed !== null) seen.billed = billed
  if (excerpt !== null) seen.excerpted = true
  seen.at = Math.min(seen.at, at)
  return more
}

/** A line of a message: its usage, its tool calls, the end of its text. A repeat that adds nothing tells nothing. */
export function replyFacts(state: ClaudeState, message: Fields, origin: Origin, place: ReplyPlace): Fact[] {
  const model = idOf(message['model'])
  if (model === SYNTHETIC) return []
  const key = keyOf(message, origin, place)
  const billed = isFields(message['usage']) ? billedOf(message['usage']) : null
  const signature = billed && comparable(billed, model)
  const tools = toolsIn(message['content'])
  const text = textIn(message['content']).trimEnd()
  const excerpt = text === '' ? null : tail(text, EXCERPT_MAX).trimStart()
  const ends = ENDS.has(message['stop_reason']) && !place.sidechain

  const seen = state.recent.find((recent) => recent.key === key)
  if (seen === undefined) remember(state, { key, billed: signature, at: origin.at, excerpted: excerpt !== null })
  else if (!tellsMore(seen, signature, excerpt, origin.at) && tools.length === 0 && !ends) return []

  const terms = billed ?? UNBILLED
  const shared = { message: key, model, speed: terms.speed, geo: terms.geo, tier: terms.tier, embedded: place.embedded }
  const first = { ...shared, usage: billed?.usage ?? null, tool: tools[0] ?? null, excerpt, ends }
  return [
    factOf('reply-recorded', origin, 0, first),
    ...tools
      .slice(1)
      .map((tool, index) =>
        factOf('reply-recorded', origin, index + 1, { ...shared, usage: null, tool, excerpt: null, ends: false }),
      ),
  ]
}
