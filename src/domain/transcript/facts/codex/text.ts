import { OMITTED_IMAGE, withoutWrappers } from '../../codex-images.js'
import type { CodexState, Said } from './state.js'
import { isHarnessText, textIn } from '../../content.js'
import type { Fact } from '../facts.js'
import { cut, type Fields, fields, idOf, listOf, tail } from '../../json.js'
import { factOf, type Origin } from '../reducer.js'

const PROMPT_MAX = 500
const EXCERPT_MAX = 300

/** Whether a line of another kind just contained the same text. The same kind twice is two messages. */
const isTwin = (last: Said | null, text: string, kind: string): boolean =>
  last !== null && last.text === text && last.kind !== kind

/** Placeholder text for a prompt that consists only of pictures. */
const PICTURE = '[image]'
const PICTURES: ReadonlySet<unknown> = new Set(['image', 'input_image', 'local_image', OMITTED_IMAGE])

/** Returns the text that the user wrote in a message; a placeholder for pictures without text. */
export function promptIn(content: unknown, pictures: readonly unknown[] = []): string {
  const told = withoutWrappers(content)
  const text = textIn(told).trim()
  if (text !== '') return text
  return pictures.length > 0 || listOf(told).some((block) => PICTURES.has(fields(block)['type'])) ? PICTURE : ''
}

/** Returns the fact of a user prompt. Instructions and environment that Codex writes under the user's role are not prompts. */
export function promptFacts(state: CodexState, words: string, kind: string, origin: Origin): Fact[] {
  const text = cut(words.trim(), PROMPT_MAX)
  if (text === '' || isHarnessText(text)) return []
  if (isTwin(state.prompt, text, kind)) {
    state.prompt = null
    return []
  }
  state.prompt = { text, kind }
  return [factOf('prompt-recorded', origin, 0, { text, typed: true, promptId: null })]
}

function replyFact(state: CodexState, message: string, excerpt: string | null, ends: boolean, origin: Origin): Fact {
  return factOf('reply-recorded', origin, 0, {
    message,
    model: state.context.model,
    usage: null,
    speed: state.speed,
    geo: 'global',
    tier: state.tier,
    tool: null,
    excerpt,
    ends,
    embedded: false,
    ...(ends && state.exec === true ? { over: true as const } : {}),
  })
}

export function wordsFacts(state: CodexState, words: string, kind: string, id: unknown, origin: Origin): Fact[] {
  const text = tail(words.trim(), EXCERPT_MAX)
  if (text === '') return []
  if (isTwin(state.reply, text, kind)) {
    state.reply = null
    return []
  }
  state.reply = { text, kind }
  return [replyFact(state, idOf(id) ?? origin.id, text, false, origin)]
}

export function messageFacts(state: CodexState, item: Fields, origin: Origin): Fact[] {
  const { role, content } = item
  if (role === 'user') return promptFacts(state, promptIn(content), 'item', origin)
  return role === 'assistant' ? wordsFacts(state, textIn(content), 'item', item['id'], origin) : []
}

/** Returns the facts of the end of a turn, with its last text and, in newer releases, its duration. */
export function turnEndFacts(state: CodexState, payload: Fields, origin: Origin): Fact[] {
  const told = payload['duration_ms']
  const since = state.turnStartedAt
  const durationMs =
    typeof told === 'number' && told >= 0 ? told : since === null || since > origin.at ? null : origin.at - since
  state.turnStartedAt = null
  const last = payload['last_agent_message']
  const excerpt = typeof last === 'string' && last.trim() !== '' ? tail(last.trim(), EXCERPT_MAX) : null
  const end = replyFact(state, idOf(payload['turn_id']) ?? origin.id, excerpt, true, origin)
  return durationMs === null ? [end] : [end, factOf('turn-completed', origin, 0, { durationMs })]
}
