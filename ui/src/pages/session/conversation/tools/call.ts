import { withoutEscapes } from '../../../../../../src/domain/text.js'
import { isRecord } from '../../../../kit/tool-argument.js'
import type { ToolCall } from '../items.js'

/** A text of a call's input; empty when it has none of this name. */
export function textAt(call: ToolCall, name: string): string {
  const value = isRecord(call.input) ? call.input[name] : undefined
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** A list of a call's input, of named parts only. */
export function recordsAt(call: ToolCall, name: string): readonly Readonly<Record<string, unknown>>[] {
  const value = isRecord(call.input) ? call.input[name] : undefined
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The skill or the command of a call that takes one up. */
export const skillOf = (call: ToolCall): string => textAt(call, 'skill') || textAt(call, 'command')

/** What came back, as text to read: without the colours and the cursor movements of a terminal. */
export const outputOf = (call: ToolCall): string => plainOutput(call.result?.output ?? '')

export const hasFailed = (call: ToolCall): boolean => call.result?.is_error === true

// oxlint-disable-next-line no-control-regex -- removing control characters is the point; tab and line breaks stay
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** A terminal's output without what steered the terminal; a line that was written over keeps its last writing. */
export const plainOutput = (text: string): string =>
  withoutEscapes(text)
    .replace(CONTROL, '')
    .replace(/\r\n/g, '\n')
    .replace(/^.*\r(?!$)/gm, '')
    .replace(/\r/g, '')

/** The lines of a text that has any; the end of a last line is no line. */
export const linesOf = (text: string): readonly string[] => {
  const trimmed = text.replace(/\s+$/, '')
  return trimmed === '' ? [] : trimmed.split('\n')
}
