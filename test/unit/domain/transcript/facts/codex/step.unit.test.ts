import { describe, expect, it } from 'vitest'
import { codexStart, codexStep } from '../../../../../../src/domain/transcript/facts/codex/step.js'
import type { Fact } from '../../../../../../src/domain/transcript/facts/facts.js'
import { only } from '../../../../../support/domain/only.js'

const time = (second: number): string => `2026-02-01T10:00:${String(second).padStart(2, '0')}.000Z`
const line = (type: string, payload: object, second = 1): object => ({ timestamp: time(second), type, payload })
const event = (type: string, more: object = {}, second = 1): object => line('event_msg', { type, ...more }, second)
const item = (type: string, more: object = {}, second = 1): object => line('response_item', { type, ...more }, second)
const PATCH = '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** End Patch'
const SHELL_PATCH = `apply_patch <<'EOF'\n${PATCH}\nEOF`

function read(lines: readonly unknown[]): Fact[] {
  const state = codexStart(0)
  return lines.flatMap((value, index) =>
    codexStep(state, value, { line: index + 1, session: 's', agent: null }, () => null),
  )
}

const userWords = (words: string): object => ({ role: 'user', content: [{ type: 'input_text', text: words }] })

describe('a forked Codex rollout', () => {
  it("records its parent as a spawned thread, and ignores the parent's session_meta", () => {
    const spawned = line('session_meta', {
      id: 'child',
      source: { subagent: { thread_spawn: { parent_thread_id: 'p' } } },
    })
    const facts = read([spawned, line('session_meta', { id: 'p', cwd: '/elsewhere' })])
    expect(only(facts, 'transcript-context-recorded')).toMatchObject([{ parentSession: 'p', cwd: null }])
  })
})

describe('a Codex rollout', () => {
  it('reports a prompt once when an item and an event contain it, and no instructions', () => {
    const facts = read([
      item('message', userWords('# AGENTS.md instructions for /project')),
      item('message', userWords('fix it')),
      event('item_completed', { item: { type: 'UserMessage', content: [{ type: 'text', text: 'fix it' }] } }),
      event('user_message', { message: 'and this' }),
    ])
    expect(only(facts, 'prompt-recorded').map((prompt) => prompt.text)).toEqual(['fix it', 'and this'])
  })

  it('reports a reply once when an event and an item contain it', () => {
    const facts = read([
      event('agent_message', { message: 'done' }),
      item('message', { role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: 'done' }] }),
    ])
    expect(only(facts, 'reply-recorded')).toMatchObject([{ excerpt: 'done', usage: null, ends: false }])
  })

  it('names a shell command Bash, as its hook does', () => {
    const call = item('function_call', { name: 'exec_command', arguments: '{"cmd":"rg lock"}', call_id: 'c' })
    const shell = item('local_shell_call', { call_id: 'd', action: { command: ['git', 'commit'] } })
    expect(only(read([call, shell]), 'reply-recorded').map((reply) => reply.tool)).toEqual([
      { id: 'c', name: 'Bash', target: 'rg lock' },
      { id: 'd', name: 'Bash', target: 'git commit' },
    ])
  })

  it.each([
    [
      'the end of the command',
      event('exec_command_end', { call_id: 'c', exit_code: 3, stderr: 'no', duration: { secs: 1, nanos: 5e8 } }),
      { ok: false, error: 'no', durationMs: 1500 },
    ],
    [
      'a completed item',
      event('item_completed', { item: { type: 'CommandExecution', id: 'c', exit_code: 0, status: 'completed' } }),
      { ok: true, error: null },
    ],
    [
      'a line of the output',
      item('function_call_output', { call_id: 'c', output: 'Wall time: 0\nProcess exited with code 2\nOutput:\n' }),
      { ok: false },
    ],
    [
      'the older JSON output',
      item('function_call_output', { call_id: 'c', output: '{"output":"x","metadata":{"exit_code":0}}' }),
      { ok: true },
    ],
    ['an output without a verdict', item('function_call_output', { call_id: 'c', output: 'text' }), { ok: true }],
  ])('reads the result of a call from %s, once', (_source, end, result) => {
    const call = item('function_call', { name: 'exec_command', arguments: '{}', call_id: 'c' })
    const late = item('function_call_output', { call_id: 'c', output: 'late' })
    expect(only(read([call, end, late]), 'tool-result-recorded')).toMatchObject([{ id: 'c', ...result }])
  })

  it('ends a turn with its last message and its reported or measured duration', () => {
    const told = read([event('task_complete', { turn_id: 't', last_agent_message: 'done', duration_ms: 225 })])
    expect(only(told, 'reply-recorded')).toMatchObject([{ ends: true, excerpt: 'done', message: 't' }])
    expect(only(told, 'turn-completed')).toMatchObject([{ durationMs: 225 }])
    const measured = read([event('task_started', {}, 2), event('task_complete', { turn_id: 't' }, 6)])
    expect(only(measured, 'turn-completed')).toMatchObject([{ durationMs: 4000 }])
  })

  it('reports interrupts, titles and errors, and one compaction for its two lines', () => {
    const facts = read([
      event('turn_aborted', { reason: 'interrupted' }),
      event('thread_name_updated', { thread_name: 'Locks' }),
      event('error', { message: 'usage limit' }),
      line('compacted', { message: '' }),
      event('context_compacted'),
    ])
    expect(facts.map((fact) => fact.type)).toEqual([
      'interrupt-recorded',
      'session-renamed-in-transcript',
      'api-error-recorded',
      'compaction-seen',
    ])
  })
})

describe('a Codex process', () => {
  const meta = (originator: string) => line('session_meta', { id: 's', originator })
  const started = (turn_trigger?: string) =>
    event('task_started', turn_trigger === undefined ? {} : { turn_attribution: { turn_trigger } })
  const isOver = (...lines: readonly object[]) =>
    only(read([...lines, event('task_complete')]), 'reply-recorded').map(({ over }) => over === true)

  it('ends with the only turn of codex exec', () => {
    expect(isOver(meta('codex_exec'), started('exec'))).toEqual([true])
    expect(isOver(meta('codex_exec'), started())).toEqual([true])
  })

  it('does not end with a turn in a terminal, even if codex exec started the session', () => {
    expect(isOver(meta('codex-tui'), started())).toEqual([false])
    expect(isOver(meta('codex_exec'), started('user'))).toEqual([false])
    expect(isOver(meta('codex_exec'))).toEqual([false])
  })
})

describe('images in a Codex prompt', () => {
  const input = (text: string): object => ({ type: 'input_text', text })
  const picture = { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0K' }
  const prompts = (...lines: readonly object[]): string[] =>
    only(read(lines), 'prompt-recorded').map(({ text }) => text)
  const marked = [input('<image name=[Image #1] path="/a.png">'), picture, input('</image>')]

  it('are removed from the text with their tags', () => {
    const content = [...marked, input('fix it')]
    expect(prompts(item('message', { role: 'user', content }))).toEqual(['fix it'])
    const twin = event('user_message', { message: 'fix it', images: [] })
    expect(prompts(item('message', { role: 'user', content }), twin)).toEqual(['fix it'])
  })

  it('are one prompt if there is no text', () => {
    const twin = event('user_message', { message: '', local_images: ['/a.png'] })
    expect(prompts(item('message', { role: 'user', content: marked }), twin)).toEqual(['[image]'])
  })
})

describe('apply_patch in a rollout', () => {
  it.each([
    ['a function', 'function_call', { name: 'apply_patch', arguments: JSON.stringify({ input: PATCH }) }],
    ['a tool of its own', 'custom_tool_call', { name: 'apply_patch', input: PATCH }],
    ['a command', 'function_call', { name: 'exec_command', arguments: JSON.stringify({ cmd: SHELL_PATCH }) }],
  ])('as %s is an edit of its files', (_how, type, call) => {
    const [reply] = only(read([item(type, { call_id: 'c', ...call })]), 'reply-recorded')
    expect(reply?.tool).toEqual({ id: 'c', name: 'Edit', target: 'a.ts' })
  })
})
