import { describe, expect, it } from 'vitest'
import { MarkdownWriter } from '../../../../../src/domain/transcript/view/markdown.js'
import type { Block, Message } from '../../../../../src/domain/transcript/view/message.js'

const message = (sender: Message['sender'], content: readonly Block[], more: Partial<Message> = {}): Message => ({
  type: sender === 'assistant' ? 'assistant' : 'user',
  sender,
  timestamp: '2026-11-20T09:14:05.000Z',
  content,
  line: 1,
  ...more,
})
const CALL: Block = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test\necho done' } }
const RESULT: Block = { type: 'tool_result', id: 't1', output: 'all ```passed```\n' }
const written = (toolOutput: boolean, messages: readonly Message[]): string => {
  const writer = new MarkdownWriter({ toolOutput })
  return messages.map((one) => writer.message(one)).join('')
}

describe('a conversation as Markdown', () => {
  const talk = [
    message('user', [{ type: 'text', text: 'Fix it' }]),
    message('assistant', [{ type: 'text', text: 'On it' }, CALL]),
    message('tool', [RESULT]),
    message('assistant', [{ type: 'text', text: 'Done' }]),
  ]

  it('has a heading where the speaker changes, and one line for each tool call', () => {
    expect(written(false, talk)).toBe(
      [
        '## User (2026-11-20 09:14 UTC)\n\nFix it\n\n',
        '## Assistant (2026-11-20 09:14 UTC)\n\nOn it\n\n**Bash** `npm test`\n\n',
        'Done\n\n',
      ].join(''),
    )
  })

  it('has the input and the output of calls if requested, fenced so that backticks in them do not end the block', () => {
    const text = written(true, talk)
    expect(text).toContain('```sh\nnpm test\necho done\n```')
    expect(text).toContain('````\nall ```passed```\n````')
  })

  it('shows an edit as a diff', () => {
    const edit: Block = {
      type: 'tool_use',
      name: 'Edit',
      input: { file_path: 'a.ts', old_string: 'x', new_string: 'y' },
    }
    expect(written(true, [message('assistant', [edit])])).toContain('**Edit** `a.ts`\n\n```diff\n-x\n+y\n```')
  })

  it('says that a call failed, also without the output', () => {
    const failed: Block = { type: 'tool_result', output: 'exit 1\nmore', is_error: true }
    expect(written(false, [message('tool', [failed])])).toContain('*Failed: exit 1*')
  })

  it('has errors, interrupts and renames, but no notes', () => {
    const text: Block = { type: 'text', text: 'Overloaded' }
    expect(written(false, [message('system', [text], { type: 'error' })])).toContain('> **Error:** Overloaded')
    expect(written(false, [message('system', [], { type: 'session_event', title: 'New' })])).toContain(
      '*Renamed to New*',
    )
    expect(written(false, [message('system', [text], { type: 'note' })])).toBe('')
  })
})
