import { parseBounded } from '../../../json/depth.js'
import { planChangeOfCall } from '../../../plan/change.js'
import type { CodexState } from './state.js'
import { textIn } from '../../content.js'
import type { Fact } from '../facts.js'
import { amountOf, type Fields, fields, idOf, isFields, textOf } from '../../json.js'
import { factOf, type Origin } from '../reducer.js'
import { toolUseOf } from '../tool-use.js'

const ERROR_MAX = 300
/** The exit code is in the first lines of an output; the rest is the output of the command. */
const HEAD = 500
/** A turn runs a handful of calls at once; older ones without a result will not get one. */
const OPEN_MAX = 200

/** Codex's own hooks call a shell command Bash, whatever name the model uses. */
const SHELL: ReadonlySet<unknown> = new Set(['exec_command', 'shell', 'shell_command', 'local_shell', 'container.exec'])

const toolName = (name: unknown): unknown => (SHELL.has(name) ? 'Bash' : name)

/** Parses arguments: JSON text, or the plain text of a custom tool. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    const parsed = parseBounded(value)
    return isFields(parsed) ? parsed : value
  } catch {
    return value
  }
}

/** Returns the call in an item of the model's response. */
export function callIn(item: Fields): { readonly id: unknown; readonly name: unknown; readonly input: unknown } {
  const known = item['type'] === 'local_shell_call' ? 'Bash' : item['type'] === 'web_search_call' ? 'WebSearch' : null
  const input = parsed(item['arguments'] ?? item['input'] ?? item['action'])
  return { id: item['call_id'], name: known ?? toolName(item['name']), input }
}

export function callFacts(state: CodexState, item: Fields, origin: Origin): Fact[] {
  const { id, name, input } = callIn(item)
  const tool = toolUseOf(id, name, input)
  if (tool.id !== null) {
    state.open.push(tool.id)
    if (state.open.length > OPEN_MAX) state.open.shift()
  }
  const data = {
    message: tool.id ?? idOf(item['id']) ?? origin.id,
    model: state.context.model,
    usage: null,
    speed: state.speed,
    geo: 'global',
    tier: state.tier,
    tool,
    excerpt: null,
    ends: false,
    embedded: false,
  } as const
  const change = planChangeOfCall(name, input)
  const facts: Fact[] = [factOf('reply-recorded', origin, 0, data)]
  return change === null ? facts : [...facts, factOf('plan-recorded', origin, 0, change)]
}

/**
 * Removes a call from the open ones; whether it was open. A call has one result: the end event comes before the output and has
 * more details.
 */
function closed(state: CodexState, id: string | null): id is string {
  const at = id === null ? -1 : state.open.indexOf(id)
  if (at < 0) return false
  state.open.splice(at, 1)
  return true
}

const seconds = (duration: unknown): number | null => {
  const { secs, nanos } = fields(duration)
  const whole = amountOf(secs)
  return whole === null ? null : Math.round(whole * 1000 + (amountOf(nanos) ?? 0) / 1e6)
}

/**
 * Returns the result in `exec_command_end`, `patch_apply_end`, `mcp_tool_call_end`, and in the completed items that replaced
 * them.
 */
export function endFacts(state: CodexState, end: Fields, callId: unknown, origin: Origin): Fact[] {
  const id = idOf(callId)
  if (!closed(state, id)) return []
  const code = end['exit_code']
  const failed = end['success'] === false || end['status'] === 'failed' || 'Err' in fields(end['result'])
  const ok = typeof code === 'number' ? code === 0 : !failed
  const error = textOf(end['aggregated_output'], ERROR_MAX) ?? textOf(end['stderr'], ERROR_MAX)
  return [
    factOf('tool-result-recorded', origin, 0, {
      id,
      ok,
      error: ok ? null : (error ?? (typeof code === 'number' ? `exit code ${code}` : null)),
      durationMs: seconds(end['duration']),
      startedAgent: null,
    }),
  ]
}

/** Returns the exit code of an output: from its JSON envelope (older), or from a line of its head; null if it has none. */
function exitCode(output: string): number | null {
  const metadata = output.startsWith('{') ? fields(fields(parsed(output))['metadata']) : {}
  if (typeof metadata['exit_code'] === 'number') return metadata['exit_code']
  const told = /^(?:Exit code: |Process exited with code )(-?\d+)/m.exec(output.slice(0, HEAD))?.[1]
  return told === undefined ? null : Number(told)
}

/**
 * Parses an output: a text, or an object or list of blocks in newer releases. Without an exit code or an error it is a success.
 */
export function outputIn(item: Fields): {
  readonly id: string | null
  readonly text: string
  readonly content: unknown
  readonly ok: boolean
} {
  const raw = item['output']
  const content = isFields(raw) ? raw['content'] : raw
  const text = textIn(content)
  const code = exitCode(text)
  const refused = isFields(raw) ? raw['success'] === false : text.startsWith('execution error')
  return { id: idOf(item['call_id']), text, content, ok: code === null ? !refused : code === 0 }
}

export function outputFacts(state: CodexState, item: Fields, origin: Origin): Fact[] {
  const { id, text, ok } = outputIn(item)
  if (!closed(state, id)) return []
  const error = ok ? null : textOf(text, ERROR_MAX)
  return [factOf('tool-result-recorded', origin, 0, { id, ok, error, durationMs: null, startedAgent: null })]
}
