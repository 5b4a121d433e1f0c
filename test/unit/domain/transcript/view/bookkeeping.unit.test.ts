import { describe, expect, it } from 'vitest'
import { messageOf } from '../../../../../src/domain/transcript/view/message-of.js'
import { shownStart } from '../../../../../src/domain/transcript/view/shown.js'

const attachment = (type: string, more: object = {}): object => ({
  type: 'attachment',
  attachment: { type, ...more },
  rendered: [{ content: '<system-reminder>hidden words' }],
})
const reminder = attachment('total_tokens_reminder', { text: '<total_tokens>hidden words</total_tokens>' })
const user = (content: unknown): object => ({ type: 'user', message: { role: 'user', content } })
const assistant = (content: readonly object[]): object => ({ type: 'assistant', message: { content } })

/** What Claude Code 2.1.332 writes around one turn with one call. */
const turn = [
  { type: 'queue-operation', operation: 'enqueue', content: 'hidden words' },
  user('run it'),
  ...['environment', 'model', 'session_context', 'date', 'remote_session_change', 'skill_listing'].map((type) =>
    attachment(type, { text: 'hidden words', content: 'hidden words' }),
  ),
  attachment('prompt_snapshot', { systemPrompt: ['hidden words'] }),
  reminder,
  { type: 'atis-latch', atis: '' },
  { type: 'api-request-shape', shape: { system: [{ type: 'text', text: 'hidden words' }] } },
  { type: 'api-request-blob', message: { role: 'user', content: [{ type: 'text', text: 'hidden words' }] } },
  { type: 'api-request', params: { model: 'claude-sonnet-4-5' } },
  { type: 'tools-used', tools: ['Bash'] },
  assistant([{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }]),
  user([{ type: 'tool_result', tool_use_id: 't', content: 'a.ts' }]),
  reminder,
  assistant([{ type: 'text', text: 'done' }]),
  { type: 'system', subtype: 'stop_hook_summary', hookCount: 1, hookErrors: [], preventedContinuation: false },
  { type: 'cost-state', totalCostUSD: 0.01 },
  ...['fork-context-ref', 'derived-from', 'memory-mode', 'from-the-future'].map((type) => ({
    type,
    text: 'hidden words',
  })),
]

const show = (lines: readonly object[]) => {
  const state = shownStart()
  return lines.flatMap((line, index) => {
    const place = { line: index + 1, agent: null, imageAddress: () => '' }
    return messageOf('claude', state, line, place) ?? []
  })
}

describe('the conversation of a Claude Code session', () => {
  it('has no bookkeeping of the CLI', () => {
    const messages = show(turn)
    expect(messages.map(({ sender, content }) => [sender, content[0]?.type])).toEqual([
      ['user', 'text'],
      ['assistant', 'tool_use'],
      ['tool', 'tool_result'],
      ['assistant', 'text'],
    ])
    expect(JSON.stringify(messages)).not.toContain('hidden words')
  })

  it.each([
    ['a file', attachment('edited_text_file', { filename: '/a.ts', snippet: '1 let a' })],
    ['a plan', attachment('plan_file_reference', { planFilePath: '/plan.md' })],
    ['a todo list', attachment('todo', { content: [{ content: 'ship' }] })],
    ['the start of plan mode', attachment('plan_mode', { reminderType: 'full' })],
    ['what a hook answered', attachment('hook_success', { hookName: 'SessionStart', content: 'use tabs' })],
    ['a hook that stopped the agent', attachment('hook_blocking_error', { hookName: 'PreToolUse:Bash' })],
    ['a Stop hook that failed', { type: 'system', subtype: 'stop_hook_summary', hookErrors: ['exit 1'] }],
    ['a system line of a newer release', { type: 'system', subtype: 'from_the_future', content: 'hello' }],
  ])('shows %s', (_what, line) => {
    expect(show([line]).map(({ type }) => type)).toEqual(['note'])
  })

  it.each([
    ['an empty list', attachment('task_reminder', { content: [], itemCount: 0 })],
    ['a repeated notice of plan mode', attachment('plan_mode', { reminderType: 'sparse' })],
    ['a hook that printed nothing', attachment('hook_success', { hookName: 'Stop', content: '', stdout: '' })],
  ])('leaves out %s', (_what, line) => {
    expect(show([line])).toEqual([])
  })

  it('shows an error of a tool without its tags', () => {
    const refused = '<tool_use_error>File has not been read yet.</tool_use_error>'
    const results = ['no tags', refused, [{ type: 'text', text: refused }], `quoted ${refused}`].map((content) =>
      user([{ type: 'tool_result', tool_use_id: 't', is_error: true, content }]),
    )
    expect(show(results).map(({ content }) => content[0]?.output)).toEqual([
      'no tags',
      'File has not been read yet.',
      'File has not been read yet.',
      `quoted ${refused}`,
    ])
  })
})
