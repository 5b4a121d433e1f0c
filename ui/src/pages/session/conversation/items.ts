import type { Block, Message } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import { markerKind } from './marker-kind.js'

/** A tool call with its result, which is some lines further down in the transcript. */
export interface ToolCall {
  readonly type: 'call'
  /** Pairs it with its result; undefined for a shell command of the user. */
  readonly id: string | undefined
  readonly name: string
  readonly input: unknown
  /** Undefined while the tool runs, or if the result is not loaded. */
  readonly result: Block | undefined
  /** The lines of the call and of its result. */
  readonly line: number
  readonly resultLine: number | undefined
}

export type Part = ToolCall | (Omit<Block, 'type'> & { readonly type: Exclude<Block['type'], 'tool_use'> })

export interface Item {
  /** The line in the transcript: it stays the same when older messages are added. */
  readonly key: string
  readonly message: Message
  readonly parts: readonly Part[]
  /** Whether the sender differs from that of the item before. */
  readonly opens: boolean
}

/** Returns what the conversation shows: results joined to their calls, no empty messages, each sender named once. */
export function itemsOf(messages: readonly Message[]): readonly Item[] {
  const results = new Map<string, Result>()
  const called = new Set<string>()
  for (const { content, line } of messages) {
    for (const block of content) {
      if (block.id === undefined) continue
      if (block.type === 'tool_result') results.set(block.id, { block, line })
      if (block.type === 'tool_use') called.add(block.id)
    }
  }
  const items: Item[] = []
  for (const message of messages) {
    const parts = message.content.flatMap((block) => partOf(block, message.line, results, called))
    if (parts.length === 0 && markerKind(message) === null) continue
    const before = items.at(-1)?.message
    items.push({
      key: String(message.line),
      message,
      parts,
      opens: before === undefined || before.sender !== message.sender || before.type !== message.type,
    })
  }
  return items
}

interface Result {
  readonly block: Block
  readonly line: number
}

function partOf(
  block: Block,
  line: number,
  results: ReadonlyMap<string, Result>,
  called: ReadonlySet<string>,
): readonly Part[] {
  const { id, type } = block
  if (type === 'tool_use') {
    const result = id === undefined ? undefined : results.get(id)
    const { input, name = t('sender.tool') } = block
    return [{ type: 'call', id, name, input, result: result?.block, line, resultLine: result?.line }]
  }
  // A result is shown on its own until its call is loaded.
  if (type === 'tool_result') return id !== undefined && called.has(id) ? [] : [{ ...block, type }]
  // A thought without a text is shown too.
  if (type === 'image' || type === 'thinking') return [{ ...block, type }]
  return block.text === undefined || block.text.trim() === '' ? [] : [{ ...block, type }]
}

/** Returns the index of the item that shows a line: its message, or the call whose result is in the line. */
export function placeOfLine(items: readonly Item[], line: number): number {
  const answered = items.findIndex(({ parts }) =>
    parts.some((part) => part.type === 'call' && part.resultLine === line),
  )
  return answered >= 0 ? answered : items.findLastIndex(({ message }) => message.line <= line)
}

/**
 * Returns whether two items show the same: messages never change, but a result can join its call, and the sender before can
 * change.
 */
export const sameItem = (a: Item, b: Item): boolean =>
  a.message === b.message &&
  a.opens === b.opens &&
  a.parts.length === b.parts.length &&
  a.parts.every((part, index) => samePart(part, b.parts[index]))

const samePart = (a: Part, b: Part | undefined): boolean =>
  a.type === b?.type && (a.type !== 'call' || b.type !== 'call' || a.result === b.result)
