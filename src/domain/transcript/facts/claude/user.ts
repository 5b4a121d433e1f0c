import { withoutPromptFile } from '../../../prompt-file.js'
import { planChangeOfAnswer } from '../../../plan/change.js'
import type { ClaudeState } from './state.js'
import {
  commandIn,
  hasImage,
  isByProgram,
  isContinuation,
  isFromPeer,
  isHarnessText,
  isInterrupt,
  isLocalOutput,
  spoken,
  textIn,
  withoutErrorTags,
} from '../../content.js'
import type { Fact } from '../facts.js'
import { amountOf, cut, type Fields, fields, idOf, isFields, listOf, textOf } from '../../json.js'
import { factOf, NO_FACTS, type Origin, uuidOf } from '../reducer.js'

const PROMPT_MAX = 500
const ERROR_MAX = 300

const isResult = (block: unknown): block is Fields =>
  isFields(block) && block['type'] === 'tool_result' && idOf(block['tool_use_id']) !== null

/** Returns the results of tool calls. `toolUseResult` has more details, but only applies if the line has exactly one result. */
export function resultFacts(line: Fields, message: Fields, origin: Origin): readonly Fact[] {
  const results = listOf(message['content']).filter(isResult)
  if (results.length === 0) return NO_FACTS
  const detail = results.length === 1 ? fields(line['toolUseResult']) : {}
  const facts: Fact[] = results.map((block, index) => {
    const ok = block['is_error'] !== true
    return factOf('tool-result-recorded', origin, index, {
      id: idOf(block['tool_use_id']) ?? '',
      ok,
      error: ok ? null : textOf(withoutErrorTags(textIn(block['content'])), ERROR_MAX),
      durationMs: amountOf(detail['totalDurationMs']) ?? amountOf(detail['durationMs']),
      startedAgent: idOf(detail['agentId']),
    })
  })
  const change = planChangeOfAnswer(detail)
  return change === null ? facts : [...facts, factOf('plan-recorded', origin, 0, change)]
}

const promptFact = (origin: Origin, text: string, typed: boolean, promptId: string | null): Fact =>
  factOf('prompt-recorded', origin, 0, { text: cut(withoutPromptFile(text), PROMPT_MAX), typed, promptId })

/**
 * Whether the user typed a prompt. A harness identifies itself in `origin`; the prompt of a subagent is from the agent that
 * started it.
 */
function isTyped(line: Fields, text: string, origin: Origin): boolean {
  return !isByProgram(line) && origin.agent === null && line['isSidechain'] !== true && !isHarnessText(text)
}

/**
 * Returns the prompt of a pending slash command. A command is a prompt only if the CLI expands it, on the hidden line after it;
 * the CLI alone handles `/clear` and the like, which start no turn.
 */
function expandedCommand(state: ClaudeState, text: string): readonly Fact[] {
  const command = state.command
  state.command = null
  if (command === null || text.startsWith('<local-command-') || text.startsWith('Caveat:')) return NO_FACTS
  const { id, at, line } = command
  return [promptFact({ id, at, line, agent: null }, command.text, true, command.promptId)]
}

/** Returns the facts of a line under the user's role: text, tool results, an interrupt, or text from a program. */
export function userFacts(state: ClaudeState, line: Fields, origin: Origin): readonly Fact[] {
  const message = fields(line['message'])
  const results = resultFacts(line, message, origin)
  const text = spoken(textIn(message['content']).trim())
  if (isInterrupt(text) || idOf(line['interruptedMessageId']) !== null)
    return [...results, factOf('interrupt-recorded', origin, 0, uuidOf(line))]
  if (results.length > 0) return results
  if (line['isMeta'] === true && !isFromPeer(line)) return expandedCommand(state, text)
  // A command can print something before its expansion.
  if (isLocalOutput(text)) return NO_FACTS
  state.command = null
  if (line['isCompactSummary'] === true || line['isVisibleInTranscriptOnly'] === true || isContinuation(text))
    return NO_FACTS

  const promptId = idOf(line['promptId'])
  const command = origin.agent === null ? commandIn(text) : null
  if (command !== null) {
    const { id, at, line: number } = origin
    state.command = { text: cut(command, PROMPT_MAX), id, at, line: number, promptId }
    return NO_FACTS
  }
  if (text === '' && !hasImage(message['content'])) return NO_FACTS
  return [promptFact(origin, text === '' ? '[image]' : text, isTyped(line, text, origin), promptId)]
}

/** Returns the prompt that the user typed while the agent worked. Notices that the harness queued mid-turn are ignored. */
export function queuedFacts(line: Fields, attachment: Fields, origin: Origin): readonly Fact[] {
  const text = textIn(attachment['prompt']).trim()
  const mode = attachment['commandMode']
  const program = isByProgram(attachment) || (typeof mode === 'string' && mode !== 'prompt')
  if (text === '' || program || isHarnessText(text)) return NO_FACTS
  return [promptFact(origin, text, origin.agent === null, idOf(line['promptId']))]
}
