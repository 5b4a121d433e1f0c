import type { Provider } from '../../tools/catalog.js'
import { isFields } from '../json.js'
import { claudeMessage } from './claude-message.js'
import { codexMessage } from './codex-message.js'
import type { Message, ShownPlace } from './message.js'
import type { ShownState } from './shown.js'

/**
 * Returns the message that a conversation shows for one line; null if it shows nothing. Updates `state`. Accepts every JSON
 * value.
 */
export function messageOf(provider: Provider, state: ShownState, value: unknown, place: ShownPlace): Message | null {
  if (!isFields(value)) return null
  return provider === 'claude' ? claudeMessage(state, value, place) : codexMessage(state, value, place)
}
