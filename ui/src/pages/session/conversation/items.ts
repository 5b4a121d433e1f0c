import type { Block, Message } from '../../../api/types.js'

/** A tool call together with its result, which stands some lines further down in the file. */
export interface ToolCall {
  readonly type: 'call'
  readonly name: string
  readonly input: unknown
  /** Undefined while the tool runs, or when the result lies outside what was read. */
  readonly result: Block | undefined
}

export type Part = ToolCall | (Omit<Block, 'type'> & { readonly type: Exclude<Block['type'], 'tool_use'> })

export interface Item {
  /** The line in the file: it stays when messages are put in front. */
  readonly key: string
  readonly message: Message
  readonly parts: readonly Part[]
  /** Whether someone else speaks than in the item before. */
  readonly opens: boolean
}

/** What the conversation shows: results joined to their calls, empty messages left out, speakers named once. */
export function itemsOf(messages: readonly Message[]): readonly Item[] {
  const results = new Map<string, Block>()
  const called = new Set<string>()
  for (const block of messages.flatMap((message) => message.content)) {
    if (block.id === undefined) continue
    if (block.type === 'tool_result') results.set(block.id, block)
    if (block.type === 'tool_use') called.add(block.id)
  }
  const items: Item[] = []
  for (const message of messages) {
    const parts = message.content.flatMap((block) => partOf(block, results, called))
    if (parts.length === 0 && message.type !== 'session_event') continue
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

function partOf(block: Block, results: ReadonlyMap<string, Block>, called: ReadonlySet<string>): readonly Part[] {
  const { id, type } = block
  if (type === 'tool_use') {
    const result = id === undefined ? undefined : results.get(id)
    return [{ type: 'call', name: block.name ?? 'Tool', input: block.input, result }]
  }
  // A result whose call was not read yet stands for itself until it is.
  if (type === 'tool_result') return id !== undefined && called.has(id) ? [] : [{ ...block, type }]
  if (type === 'image') return [{ ...block, type }]
  return block.text === undefined || block.text.trim() === '' ? [] : [{ ...block, type }]
}

/** Whether two items show the same: messages never change, but a result can join its call and a speaker can change. */
export const sameItem = (a: Item, b: Item): boolean =>
  a.message === b.message &&
  a.opens === b.opens &&
  a.parts.length === b.parts.length &&
  a.parts.every((part, index) => samePart(part, b.parts[index]))

const samePart = (a: Part, b: Part | undefined): boolean =>
  a.type === b?.type && (a.type !== 'call' || b.type !== 'call' || a.result === b.result)
