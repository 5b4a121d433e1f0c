import { withoutEscapes } from '../../../../../../src/domain/text.js'
import { isRecord } from '../../../../kit/tool-argument.js'
import type { ToolCall } from '../items.js'

/** Returns a text input of a call; empty if there is none. */
export function textAt(call: ToolCall, name: string): string {
  const value = isRecord(call.input) ? call.input[name] : undefined
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Returns a list input of a call, without members that are not objects. */
export function recordsAt(call: ToolCall, name: string): readonly Readonly<Record<string, unknown>>[] {
  const value = isRecord(call.input) ? call.input[name] : undefined
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Returns the name of the skill or command that a call uses. */
export const skillOf = (call: ToolCall): string => textAt(call, 'skill') || textAt(call, 'command')

/** Returns the output of a call as plain text, without terminal escapes. */
export const outputOf = (call: ToolCall): string => plainOutput(call.result?.output ?? '')

export const hasFailed = (call: ToolCall): boolean => call.result?.is_error === true

// oxlint-disable-next-line no-control-regex -- removing control characters is the point; tab and line breaks stay
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Returns terminal output without escapes. Of an overwritten line, the last text stays. */
export const plainOutput = (text: string): string =>
  withoutEscapes(text)
    .replace(CONTROL, '')
    .replace(/\r\n/g, '\n')
    .replace(/^.*\r(?!$)/gm, '')
    .replace(/\r/g, '')

/** Returns the lines of a text; none for an empty text. */
export const linesOf = (text: string): readonly string[] => {
  const trimmed = text.replace(/\s+$/, '')
  return trimmed === '' ? [] : trimmed.split('\n')
}
