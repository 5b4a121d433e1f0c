import { describe, expect, it } from 'vitest'
import { imageOf } from '../../../../../src/domain/transcript/view/image.js'
import type { Message } from '../../../../../src/domain/transcript/view/message.js'
import { messageOf } from '../../../../../src/domain/transcript/view/message-of.js'
import { shownStart } from '../../../../../src/domain/transcript/view/shown.js'
import type { TranscriptMessage } from '../../../../../src/http/contract/session/transcript.js'

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
  it('matches the API contract', () => {
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
  ])('names its sender: %s', (_who, line, agent, sender) => {
    expect(claude(line, agent).map((message) => message.sender)).toEqual([sender])
  })

  it('truncates long text and input, and says so', () => {
    const long = 'x'.repeat(20_000)
    const [text] = claude(user(long))[0]?.content ?? []
    expect(text?.text).toBe(`${'x'.repeat(10_240)}[truncated]`)
    const call = {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 't', name: 'Write', input: { content: long } }] },
    }
    expect(claude(call)[0]?.content[0]?.input).toEqual({ _truncated: expect.stringMatching(/\[truncated\]$/) })
  })

  it('shows images by URL, numbered in order', () => {
    const line = user([png, { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'seen' }, png] }])
    const content = claude(line)[0]?.content
    expect(content?.map((block) => block.src ?? block.output)).toEqual(['/image/0', 'seen', '/image/1'])
    expect(JSON.stringify(content)).not.toContain('iVBORw0K')
    expect(imageOf('claude', line, 1)).toEqual({ base64: 'iVBORw0K', address: null })
    expect(imageOf('claude', line, 2)).toBeNull()
  })

  it('never loads an image from another host', () => {
    const line = user([{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }])
    expect(claude(line)[0]?.content).toEqual([{ type: 'image', alt: 'https://example.org/a.png' }])
  })

  it('shows compactions, interrupts and errors, and a repeated rename once', () => {
    const title = { type: 'custom-title', customTitle: 'Locks' }
    const marks = show('claude', [
      title,
      title,
      { type: 'system', subtype: 'compact_boundary', timestamp: AT, content: 'Conversation compacted' },
      user([{ type: 'text', text: '[Request interrupted by user]' }]),
      { type: 'system', subtype: 'api_error', error: { headers: { secret: 1 }, error: { message: 'Overloaded' } } },
      { type: 'assistant', isApiErrorMessage: true, message: { content: [{ type: 'text', text: 'limit' }] } },
    ])
    expect(marks.map((mark) => [mark.type, mark.title ?? mark.content[0]?.text, mark.line])).toEqual([
      ['session_event', 'Locks', 1],
      ['compaction', 'Conversation compacted', 3],
      ['interrupted', '[Request interrupted by user]', 4],
      ['error', 'Overloaded', 5],
      ['error', 'limit', 6],
    ])
  })

  it('is a session event only for a rename, because other clients show each as a rename', () => {
    const compacted = codex('event_msg', { type: 'context_compacted' })
    const events = [
      ...show('claude', [
        { type: 'custom-title', customTitle: 'Locks' },
        { type: 'assistant', isApiErrorMessage: true, message: { content: [{ type: 'text', text: 'limit' }] } },
        { type: 'system', subtype: 'compact_boundary' },
        { type: 'attachment', attachment: { type: 'goal_status' } },
      ]),
      ...show('codex', [codex('event_msg', { type: 'turn_aborted' }), compacted]),
    ]
    expect(events.map(({ type, event_kind: kind, content }) => [type, kind, content[0]?.text])).toEqual([
      ['session_event', 'rename', undefined],
      ['error', undefined, 'limit'],
      ['compaction', undefined, 'Conversation compacted'],
      ['note', undefined, 'Goal status'],
      ['interrupted', undefined, 'Interrupted by the user'],
      ['compaction', undefined, 'Conversation compacted'],
    ])
  })

  it('shows a slash command as it was typed', () => {
    const line = user(
      '<command-message>plan</command-message>\n<command-name>/plan</command-name>\n<command-args>it</command-args>',
    )
    expect(claude(line)[0]?.content).toEqual([{ type: 'text', text: '/plan it' }])
  })

  it('shows the output of a local command unless it is empty', () => {
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

  it('leaves out what only tells the model that a local command follows', () => {
    const meta = { isMeta: true }
    const messages = show('claude', [
      user('<local-command-caveat>The command below was run directly in Claude Code.</local-command-caveat>', meta),
      user('Caveat: The messages below were generated by the user while running local commands.', meta),
      user('Caveat: The messages below were what I meant'),
    ])
    expect(messages.map(({ content }) => content[0]?.text)).toEqual(['Caveat: The messages below were what I meant'])
  })

  it('shows empty and redacted thinking without text', () => {
    const content = [
      { type: 'thinking', thinking: '', signature: 'x' },
      { type: 'redacted_thinking', data: 'sealed' },
    ]
    expect(claude({ type: 'assistant', message: { content } })[0]?.content).toEqual([
      { type: 'thinking' },
      { type: 'thinking' },
    ])
  })

  it('shows server-side tools like any other tool', () => {
    const content = [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'locks' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 's',
        content: [{ type: 'web_search_result', title: 'Locks', url: 'https://example.org', encrypted_content: 'x' }],
      },
      {
        type: 'web_fetch_tool_result',
        tool_use_id: 'f',
        content: { type: 'web_fetch_tool_result_error', error_code: 'gone' },
      },
      { type: 'mcp_tool_use', id: 'm', server_name: 'linear', name: 'get_issue', input: { id: 'A-1' } },
    ]
    expect(claude({ type: 'assistant', message: { content } })[0]?.content).toEqual([
      { type: 'tool_use', id: 's', name: 'web_search', input: { query: 'locks' } },
      { type: 'tool_result', id: 's', output: 'Locks\nhttps://example.org', is_error: false },
      { type: 'tool_result', id: 'f', output: 'gone', is_error: true },
      { type: 'tool_use', id: 'm', name: 'mcp__linear__get_issue', input: { id: 'A-1' } },
    ])
  })

  it('shows a block of unknown type as JSON with long values shortened', () => {
    const [block] = claude(user([{ type: 'hologram', data: 'x'.repeat(9000) }]))[0]?.content ?? []
    expect(block).toMatchObject({ type: 'other', name: 'hologram' })
    expect(JSON.parse(block?.text ?? '')).toEqual({ type: 'hologram', data: `${'x'.repeat(200)}… (9000 characters)` })
  })

  it('shows tool results that are neither text nor images', () => {
    const content = [
      { type: 'tool_reference', tool_name: 'Grep' },
      { type: 'resource', uri: 'a://b' },
    ]
    const line = user([{ type: 'tool_result', tool_use_id: 't', content }])
    expect(claude(line)[0]?.content[0]?.output).toBe('Grep\n{"type":"resource","uri":"a://b"}')
  })

  it('shows attachments, system lines and links as notes', () => {
    const file = { type: 'file', filename: '/a/b.ts', content: { type: 'text', file: { content: 'let b' } } }
    const notes = show('claude', [
      { type: 'attachment', attachment: file },
      { type: 'attachment', attachment: { type: 'task_reminder', content: [{ subject: 'ship' }], itemCount: 1 } },
      { type: 'system', subtype: 'away_summary', content: 'Goal: locks', uuid: 'u' },
      { type: 'system', subtype: 'stop_hook_summary', hookErrors: ['no'], uuid: 'v', sessionId: 's' },
      { type: 'pr-link', prUrl: 'https://example.org/1', prNumber: 1 },
    ])
    expect(notes.map(({ type, title, content }) => [type, title, content[0]?.text])).toEqual([
      ['note', 'File: /a/b.ts', 'let b'],
      ['note', 'Task reminder', '{\n  "content": [\n    {\n      "subject": "ship"\n    }\n  ],\n  "itemCount": 1\n}'],
      ['note', 'Away summary', 'Goal: locks'],
      ['note', 'Stop hook summary', '{\n  "hookErrors": [\n    "no"\n  ]\n}'],
      ['note', 'Pr link: https://example.org/1', '{\n  "prUrl": "https://example.org/1",\n  "prNumber": 1\n}'],
    ])
  })

  it('shows shell mode of the CLI as a user command and its output', () => {
    const messages = show('claude', [
      user('<bash-input>ls</bash-input>'),
      user('<bash-stdout>a.ts</bash-stdout><bash-stderr></bash-stderr>'),
      user('<bash-stdout></bash-stdout><bash-stderr>no such file</bash-stderr>'),
    ])
    expect(messages.map(({ sender, content }) => [sender, content])).toEqual([
      ['user', [{ type: 'tool_use', name: 'Bash', input: { command: 'ls' } }]],
      ['system', [{ type: 'tool_result', output: 'a.ts', is_error: false }]],
      ['system', [{ type: 'tool_result', output: 'no such file', is_error: true }]],
    ])
  })

  it('titles the summary of a compaction, and shows the retry count of a failed request', () => {
    const [summary] = claude(user('We did this', { isCompactSummary: true }))
    expect(summary?.title).toBe('Summary of the conversation so far')
    const error = { status: 529, error: { error: { message: 'Overloaded' } } }
    const [failed] = claude({ type: 'system', subtype: 'api_error', error, retryAttempt: 2, maxRetries: 10 })
    expect(failed?.content[0]?.text).toBe('Overloaded (status 529, try 2 of 10)')
  })

  it('names the subagent that returned a result', () => {
    const line = user([{ type: 'tool_result', tool_use_id: 't', content: 'ok' }], { toolUseResult: { agentId: 'a1' } })
    expect(claude(line)[0]?.content[0]).toMatchObject({ type: 'tool_result', agent_id: 'a1' })
  })

  it('omits internal lines of the CLI and lines without text', () => {
    const kept = ['progress', 'file-history-snapshot', 'permission-mode', 'queue-operation', 'last-prompt', 'ai-title']
    const dull = [...kept.map((type) => ({ type })), { type: 'system', subtype: 'turn_duration' }, {}, user('')]
    expect(show('claude', dull)).toEqual([])
  })
})

describe('a line of a Codex conversation', () => {
  it('has the same shapes for text, thinking, tool calls and results', () => {
    const messages = show('codex', [
      codex('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'fix it' }] }),
      codex('event_msg', { type: 'user_message', message: 'fix it' }),
      codex('response_item', { type: 'reasoning', summary: [{ type: 'summary_text', text: 'look first' }] }),
      codex('response_item', { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}', call_id: 'c' }),
      codex('response_item', { type: 'function_call_output', call_id: 'c', output: 'Process exited with code 2\nno' }),
      codex('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] }),
      codex('event_msg', { type: 'turn_aborted', reason: 'interrupted' }),
    ])
    expect(messages.map(({ sender, content }) => [sender, content[0]])).toEqual([
      ['user', { type: 'text', text: 'fix it' }],
      ['assistant', { type: 'thinking', text: 'look first' }],
      ['assistant', { type: 'tool_use', name: 'Bash', id: 'c', input: { cmd: 'ls' } }],
      ['tool', { type: 'tool_result', id: 'c', output: 'Process exited with code 2\nno', is_error: true }],
      ['assistant', { type: 'text', text: 'done' }],
      ['system', { type: 'text', text: 'Interrupted by the user' }],
    ])
  })

  it('shows a patch as an edit of its files, whatever applied it', () => {
    const patch = '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** End Patch'
    const cmd = `apply_patch <<'EOF'\n${patch}\nEOF`
    const two = `*** Begin Patch\n*** Delete File: a.ts\n*** Add File: b.ts\n+${'y'.repeat(20_000)}\n*** End Patch`
    const inputs = show('codex', [
      codex('response_item', { type: 'custom_tool_call', name: 'apply_patch', input: patch, call_id: 'c' }),
      codex('response_item', { type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }) }),
      codex('response_item', { type: 'custom_tool_call', name: 'apply_patch', input: two }),
    ]).map(({ content }) => content[0])
    const edit = { type: 'tool_use', name: 'Edit', input: { file_path: 'a.ts', patch } }
    expect(inputs.slice(0, 2)).toEqual([{ ...edit, id: 'c' }, edit])
    const cut = expect.stringMatching(/^\*\*\* Begin Patch[^]{1,10300}\[truncated\]$/)
    expect(inputs[2]?.input).toEqual({ files: ['a.ts', 'b.ts'], patch: cut })
  })

  it('shows images without their tags, and says which were omitted', () => {
    const input = (text: string): object => ({ type: 'input_text', text })
    const picture = { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0K' }
    const content = [
      input('<image name=[Image #1] path="/a.png">'),
      picture,
      input('</image>'),
      input('<image name=[Image #2] path="/b.png">'),
      input('image content omitted'),
      input('</image>'),
      input('compare'),
    ]
    const line = codex('response_item', { type: 'message', role: 'user', content })
    expect(show('codex', [line])[0]?.content).toEqual([
      { type: 'image', src: '/image/0', alt: 'image' },
      { type: 'image', alt: 'image content omitted' },
      { type: 'text', text: 'compare' },
    ])
    expect(imageOf('codex', line, 0)).toEqual({ base64: 'iVBORw0K', address: null })
  })

  it('shows event messages of a rollout that has no message items', () => {
    const messages = show('codex', [
      codex('event_msg', { type: 'user_message', message: 'hi' }),
      codex('event_msg', { type: 'agent_message', message: 'ho' }),
    ])
    expect(messages.map((message) => message.sender)).toEqual(['user', 'assistant'])
  })

  it('shows encrypted reasoning without text, and instructions and unknown types as notes', () => {
    const messages = show('codex', [
      codex('response_item', {
        type: 'message',
        role: 'developer',
        content: [{ type: 'input_text', text: 'Be kind' }],
      }),
      codex('response_item', { type: 'reasoning', summary: [], encrypted_content: 'x' }),
      codex('response_item', { type: 'dream', about: 'sheep' }),
      codex('event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
      codex('mystery', { answer: 42 }),
    ])
    expect(messages.map(({ type, title, content }) => [type, title, content[0]?.text])).toEqual([
      ['note', 'Instructions', 'Be kind'],
      ['assistant', undefined, undefined],
      ['note', 'Dream', '{\n  "about": "sheep"\n}'],
      ['note', 'Turn taken back', 'The turn before this line no longer counts for the agent.'],
      ['note', 'Mystery', '{\n  "answer": 42\n}'],
    ])
  })

  it('shows reasoning events only until the first message item', () => {
    const said = [
      codex('event_msg', { type: 'agent_reasoning', text: 'hm' }),
      codex('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }),
      codex('event_msg', { type: 'agent_reasoning', text: 'hm' }),
    ]
    expect(show('codex', said).map(({ content }) => content[0]?.type)).toEqual(['thinking', 'text'])
  })

  it('omits duplicate and bookkeeping lines', () => {
    const kinds = [
      'token_count',
      'task_started',
      'exec_command_end',
      'item_completed',
      'web_search_end',
      'agent_reasoning_section_break',
    ]
    const lines = [
      codex('session_meta', { id: 's' }),
      codex('turn_context', { model: 'm' }),
      codex('response_item', { type: 'ghost_snapshot' }),
      ...kinds.map((type) => codex('event_msg', { type })),
    ]
    expect(show('codex', lines)).toEqual([])
  })

  it('shows an attached image by URL', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0K' }
    const line = codex('response_item', { type: 'message', role: 'user', content: [image] })
    expect(show('codex', [line])[0]?.content).toEqual([{ type: 'image', src: '/image/0', alt: 'image' }])
    expect(imageOf('codex', line, 0)?.base64).toBe('iVBORw0K')
  })
})
