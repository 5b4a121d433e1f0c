import { describe, expect, it } from 'vitest'
import { occurrences, wordsIn } from '../../../../../src/domain/transcript/view/find-text.js'
import type { Message } from '../../../../../src/domain/transcript/view/message.js'

const message = (content: Message['content'], title?: string): Message => ({
  type: 'assistant',
  sender: 'assistant',
  timestamp: null,
  line: 1,
  content,
  ...(title === undefined ? {} : { title }),
})

const times = (content: Message['content'], sought: string, title?: string): number =>
  occurrences(wordsIn(message(content, title)), sought)

describe('a search in a message', () => {
  it('counts matches in text, thinking, tool calls, tool results and the title', () => {
    const content: Message['content'] = [
      { type: 'text', text: 'The Lock' },
      { type: 'thinking', text: 'a lock?' },
      { type: 'tool_use', name: 'Lock', input: { paths: ['lock.ts'], depth: { at: 'unlock' } } },
      { type: 'tool_result', output: 'locked, locked' },
    ]
    expect(times(content, 'lock')).toBe(7)
    expect(times([], 'named', 'Named anew')).toBe(1)
  })

  it('does not match across parts', () =>
    expect(
      times(
        [
          { type: 'text', text: 'ab' },
          { type: 'text', text: 'cd' },
        ],
        'bc',
      ),
    ).toBe(0))
})
