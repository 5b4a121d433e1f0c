import { outputIn, callIn } from '../transcript/facts/codex/tools.js'
import { openedLine } from '../transcript/codex-line.js'
import { type Fields, fields, idOf, isFields, listOf } from '../transcript/json.js'
import { hasFailed, isCall, isResult, resultText } from '../transcript/view/results.js'
import { parseInstant } from '../time.js'
import type { Provider } from '../tools/catalog.js'

/** A tool call in a transcript line. */
export interface LineCall {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  readonly at: number | null
}

/** The result of a call in a transcript line. */
export interface LineResult {
  readonly id: string
  readonly ok: boolean
  readonly text: string
  /** What Claude Code records besides the text. */
  readonly structured: unknown
}

/**
 * Whether a line may contain a call that changes files; a cheap test of the line's text, before it is parsed.
 * @param latin1 the bytes of the line, each as one character
 */
export const mayEdit = (provider: Provider, latin1: string): boolean =>
  provider === 'claude'
    ? /"(?:Edit|MultiEdit|Write|NotebookEdit)"/.test(latin1) && latin1.includes('tool_use')
    : latin1.includes('apply_patch') && latin1.includes('call')

/** Whether a line may contain the result of a call. */
export const mayHaveResult = (provider: Provider, latin1: string): boolean =>
  latin1.includes(provider === 'claude' ? 'tool_result' : 'call_output')

/** Returns the tool calls of a line. */
export function callsIn(provider: Provider, line: Fields): readonly LineCall[] {
  const at = parseInstant(line['timestamp']) ?? null
  if (provider === 'codex') {
    const { kind, payload } = openedLine(line)
    if (kind !== 'response_item' || !isCodexCall(payload['type'])) return []
    const { id, name, input } = callIn(payload)
    return callOf(id, name, input, at)
  }
  if (line['type'] !== 'assistant') return []
  return listOf(fields(line['message'])['content'])
    .filter(isFields)
    .filter((block) => isCall(block['type']))
    .flatMap((block) => callOf(block['id'], block['name'], block['input'], at))
}

const isCodexCall = (type: unknown): boolean =>
  type === 'function_call' || type === 'custom_tool_call' || type === 'local_shell_call'

function callOf(id: unknown, name: unknown, input: unknown, at: number | null): readonly LineCall[] {
  const [known, tool] = [idOf(id), idOf(name)]
  return known === null || tool === null ? [] : [{ id: known, tool, input, at }]
}

/** Returns the results of calls in a line. */
export function resultsIn(provider: Provider, line: Fields): readonly LineResult[] {
  if (provider === 'codex') {
    const { payload } = openedLine(line)
    if (payload['type'] !== 'function_call_output' && payload['type'] !== 'custom_tool_call_output') return []
    const { id, text, ok } = outputIn(payload)
    return id === null ? [] : [{ id, ok, text, structured: null }]
  }
  if (line['type'] !== 'user') return []
  const structured = line['toolUseResult']
  return listOf(fields(line['message'])['content'])
    .filter(isFields)
    .filter((block) => isResult(block['type']))
    .flatMap((block) => {
      const id = idOf(block['tool_use_id'])
      return id === null ? [] : [{ id, ok: !hasFailed(block), text: resultText(block['content']).trim(), structured }]
    })
}
