import { describe, expect, it } from 'vitest'
import { imageOf } from '../../../../src/domain/transcript/image.js'
import { type Message, messageOf } from '../../../../src/domain/transcript/message.js'
import { shownStart } from '../../../../src/domain/transcript/shown.js'
import type { TranscriptMessage } from '../../../../src/http/contract/sessions.js'

const AT = '2026-02-01T10:00:00.000Z'
const address = (index: number): string => `/image/${index}`

function show(provider: 'claude' | 'codex', lines: readonly unknown[], agent: string | null = null): Message[] {
  const state = shownStart()
  return lines.flatMap(
    (line, index) => messageOf(provider, state, line, { line: index + 1, agent, imageAddress: address }) ?? [],
  )
}
const claude = (line: object, agent: string | null = null): Message[] => show('claude', [line], agent)
const user = (content: unknown, more: object = {}): object => ({
  type: 'user',
  timestamp: AT,
  message: { role: 'user', content },
  ...more,
})
const codex = (type: string, payload: object): object => ({ timestamp: AT, type, payload })
const local = (content: string): object => ({ type: 'system', subtype: 'local_command', content })
const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' } }

describe('a line of a Claude conversation', () => {
  it('has the shape of the contract', () => {
    const usage = { input_tokens: 3, output_tokens: 9, cache_read_input_tokens: 5, cache_creation_input_tokens: 7 }
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'hello' },
      { type: 'tool_use', id: 't', name: 'Read', input: { file_path: '/a' } },
    ]
    const line = { type: 'assistant', timestamp: AT, message: { model: 'claude-opus-4-6', content, usage } }
    const [message]: (typeof TranscriptMessage.Type)[] = claude(line)
    expect(message).toEqual({
      type: 'assistant',
      sender: 'assistant',
      timestamp: AT,
      line: 1,
      model: 'claude-opus-4-6',
      usage,
      content: [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'hello' },
        { type: 'tool_use', id: 't', name: 'Read', input: { file_path: '/a' } },
      ],
    })
  })

  it.each([
    ['the user', user('hi'), null, 'user'],
    ['a tool', user([{ type: 'tool_result', tool_use_id: 't', content: 'ok' }]), null, 'tool'],
    ['the harness, hidden from the user', user('context', { isMeta: true }), null, 'system'],
    ['the harness, telling of a background task', user('<task-notification>x'), null, 'system'],
    ['the harness, by its origin', user('x', { origin: { kind: 'task-notification' } }), null, 'system'],
    ['the summary of a compaction', user('summary', { isCompactSummary: true }), null, 'system'],
    ['the agent that started this one', user('look'), 'a1', 'orchestrator'],
    ['the user, speaking to a subagent', user('look', { promptSource: 'typed' }), 'a1', 'user'],
    [
      'a notice queued mid-turn',
      { type: 'attachment', attachment: { type: 'queued_command', prompt: 'x', commandMode: 'task-notification' } },
      null,
      'system',
    ],
    [
      'the user, queued mid-turn',
      { type: 'attachment', attachment: { type: 'queued_command', prompt: 'x', commandMode: 'prompt' } },
      null,
      'user',
    ],
  ])('knows who speaks: %s', (_who, line, agent, sender) => {
    expect(claude(line, agent).map((message) => message.sender)).toEqual([sender])
  })

  it('cuts long texts and inputs, and says so', () => {
    const long = 'x'.repeat(20_000)
    const [text] = claude(user(long))[0]?.content ?? []
    expect(text?.text).toBe(`${'x'.repeat(10_240)}[truncated]`)
    const call = {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 't', name: 'Write', input: { content: long } }] },
    }
    expect(claude(call)[0]?.content[0]?.input).toEqual({ _truncated: expect.stringMatching(/\[truncated\]$/) })
  })

  it('shows images by address, in the order in which they are numbered', () => {
    const line = user([png, { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'seen' }, png] }])
    const content = claude(line)[0]?.content
    expect(content?.map((block) => block.src ?? block.output)).toEqual(['/image/0', 'seen', '/image/1'])
    expect(JSON.stringify(content)).not.toContain('iVBORw0K')
    expect(imageOf('claude', line, 1)).toEqual({ base64: 'iVBORw0K', address: null })
    expect(imageOf('claude', line, 2)).toBeNull()
  })

  it('never fetches an image from elsewhere', () => {
    const line = user([{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }])
    expect(claude(line)[0]?.content).toEqual([{ type: 'image', alt: 'https://example.org/a.png' }])
  })

  it('marks renames once, compactions, interrupts and errors', () => {
    const title = { type: 'custom-title', customTitle: 'Locks' }
    const marks = show('claude', [
      title,
      title,
      { type: 'system', subtype: 'compact_boundary', timestamp: AT, content: 'Conversation compacted' },
      user([{ type: 'text', text: '[Request interrupted by user]' }]),
      { type: 'system', subtype: 'api_error', error: { headers: { secret: 1 }, error: { message: 'Overloaded' } } },
      { type: 'assistant', isApiErrorMessage: true, message: { content: [{ type: 'text', text: 'limit' }] } },
    ])
    expect(marks.map((mark) => [mark.event_kind, mark.title ?? mark.content[0]?.text, mark.line])).toEqual([
      ['rename', 'Locks', 1],
      ['compaction', 'Conversation compacted', 3],
      ['interrupted', '[Request interrupted by user]', 4],
      ['error', 'Overloaded', 5],
      ['error', 'limit', 6],
    ])
  })

  it('shows a slash command as it was typed', () => {
    const line = user(
      '<command-message>plan</command-message>\n<command-name>/plan</command-name>\n<command-args>it</command-args>',
    )
    expect(claude(line)[0]?.content).toEqual([{ type: 'text', text: '/plan it' }])
  })

  it('shows what a local command printed, unless it printed nothing', () => {
    const messages = show('claude', [
      local('<local-command-stdout>\u001b[1mRenamed\u001b[22m</local-command-stdout>'),
      local('<local-command-stdout></local-command-stdout>'),
      local('<command-name>/rename</command-name>'),
    ])
    expect(messages.map(({ sender, content }) => [sender, content[0]?.text])).toEqual([
      ['system', 'Renamed'],
      ['user', '/rename'],
    ])
  })

  it('shows nothing for lines without words', () => {
    const dull = [
      { type: 'progress' },
      { type: 'file-history-snapshot' },
      user(''),
      { type: 'assistant', message: { content: [{ type: 'thinking', thinking: '' }] } },
    ]
    expect(show('claude', dull)).toEqual([])
  })
})

describe('a line of a Codex conversation', () => {
  it('has the same shapes: words, thoughts, calls and their results', () => {
    const messages = show('codex', [
      codex('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'fix it' }] }),
      codex('event_msg', { type: 'user_message', message: 'fix it' }),
      codex('response_item', { type: 'reasoning', summary: [{ type: 'summary_text', text: 'look first' }] }),
      codex('response_item', { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}', call_id: 'c' }),
      codex('response_item', { type: 'function_call_output', call_id: 'c', output: 'Process exited with code 2\nno' }),
      codex('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] }),
      codex('event_msg', { type: 'turn_aborted', reason: 'interrupted' }),
    ])
    expect(messages.map(({ sender, content, event_kind: kind }) => [sender, kind ?? content[0]])).toEqual([
      ['user', { type: 'text', text: 'fix it' }],
      ['assistant', { type: 'thinking', text: 'look first' }],
      ['assistant', { type: 'tool_use', name: 'Bash', id: 'c', input: { cmd: 'ls' } }],
      ['tool', { type: 'tool_result', id: 'c', output: 'Process exited with code 2\nno', is_error: true }],
      ['assistant', { type: 'text', text: 'done' }],
      ['system', 'interrupted'],
    ])
  })

  it('shows the events of a rollout that has no messages as items', () => {
    const messages = show('codex', [
      codex('event_msg', { type: 'user_message', message: 'hi' }),
      codex('event_msg', { type: 'agent_message', message: 'ho' }),
    ])
    expect(messages.map((message) => message.sender)).toEqual(['user', 'assistant'])
  })

  it('shows an attached image by address', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0K' }
    const line = codex('response_item', { type: 'message', role: 'user', content: [image] })
    expect(show('codex', [line])[0]?.content).toEqual([{ type: 'image', src: '/image/0', alt: 'image' }])
    expect(imageOf('codex', line, 0)?.base64).toBe('iVBORw0K')
  })
})
