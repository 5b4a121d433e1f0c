import { describe, expect, it } from 'vitest'
import { codexStart, codexStep } from '../../../../../../src/domain/transcript/facts/codex/step.js'
import { shownTotals, type TotalsOf } from '../../../../../../src/domain/transcript/facts/codex/usage.js'
import type { Fact } from '../../../../../../src/domain/transcript/facts/facts.js'
import { only } from '../../../../../support/domain/only.js'

const time = (second: number): string => `2026-02-01T10:00:${String(second).padStart(2, '0')}.000Z`
const line = (type: string, payload: object, second = 1): object => ({ timestamp: time(second), type, payload })
const event = (type: string, more: object = {}, second = 1): object => line('event_msg', { type, ...more }, second)
const item = (type: string, more: object = {}, second = 1): object => line('response_item', { type, ...more }, second)
const tokens = (input: number, cached: number, output: number): object => ({
  input_tokens: input,
  cached_input_tokens: cached,
  output_tokens: output,
  total_tokens: input + output,
})
const counted = (total: object | null, last: object | null = null, second = 1): object =>
  event('token_count', { info: { total_token_usage: total, last_token_usage: last } }, second)
const PATCH = '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** End Patch'
const SHELL_PATCH = `apply_patch <<'EOF'\n${PATCH}\nEOF`
const model = line('turn_context', { model: 'gpt-5.2', cwd: '/project' })

function read(lines: readonly unknown[], totalsOf: TotalsOf = () => null): Fact[] {
  const state = codexStart(0)
  return lines.flatMap((value, index) =>
    codexStep(state, value, { line: index + 1, session: 's', agent: null }, totalsOf),
  )
}
const outputs = (facts: readonly Fact[]): number[] => only(facts, 'usage-recorded').map((fact) => fact.usage.output)

const userWords = (words: string): object => ({ role: 'user', content: [{ type: 'input_text', text: words }] })

describe('the token usage of a Codex rollout', () => {
  it('counts the growth of the totals, with cached input separate', () => {
    const facts = read([model, counted(tokens(1000, 100, 200)), counted(tokens(1600, 300, 450))])
    expect(only(facts, 'usage-recorded')).toMatchObject([
      { model: 'gpt-5.2', usage: { input: 900, cacheRead: 100, output: 200 } },
      { model: 'gpt-5.2', usage: { input: 400, cacheRead: 200, output: 250 } },
    ])
  })

  it('counts a repeated total once, whatever the last usage', () => {
    expect(outputs(read([counted(tokens(10, 0, 5)), counted(tokens(10, 0, 5), tokens(10, 0, 5))]))).toEqual([5])
  })

  it('counts nothing for rate limits alone', () => {
    expect(read([event('token_count', { info: null, rate_limits: {} })])).toEqual([])
  })

  it('counts the last usage when a total shrinks, then the growth from the new total', () => {
    const facts = read([
      counted(tokens(100, 0, 50)),
      counted(tokens(60, 0, 20), tokens(30, 0, 7)),
      counted(tokens(70, 0, 25)),
    ])
    expect(outputs(facts)).toEqual([50, 7, 5])
    expect(outputs(read([counted(tokens(100, 0, 50)), counted(tokens(60, 0, 20))]))).toEqual([50, 20])
  })

  it('counts the last usage when there is no total', () => {
    expect(outputs(read([counted(null, tokens(10, 0, 5)), counted(null, tokens(10, 0, 6))]))).toEqual([5, 6])
  })

  it('prefers the model of the event and applies changed settings', () => {
    const own = event('token_count', { info: { model: 'gpt-6', total_token_usage: tokens(10, 0, 5) } })
    const settings = event('thread_settings_applied', {
      thread_settings: { model: 'gpt-5.5', service_tier: 'priority' },
    })
    const facts = read([model, own, settings, counted(tokens(20, 0, 9))])
    expect(only(facts, 'usage-recorded')).toMatchObject([
      { model: 'gpt-6', speed: 'standard' },
      { model: 'gpt-5.5', speed: 'fast', tier: 'priority' },
    ])
  })

  it('ignores token_usage_record, which repeats the same tokens', () => {
    expect(
      read([line('token_usage_record', { usage: tokens(10, 0, 5), thread_token_usage: tokens(10, 0, 5) })]),
    ).toEqual([])
  })
})

describe('a forked Codex rollout', () => {
  const meta = line('session_meta', { id: 'child', forked_from_id: 'parent', cwd: '/project' })
  const old = [counted(tokens(10, 0, 5), null, 3), counted(tokens(20, 0, 9), null, 3)]
  const next = counted(tokens(30, 0, 14), null, 9)

  it("does not count its parent's totals again", () => {
    const parent = new Set(old.map((value) => shownTotals(value) ?? ''))
    expect(outputs(read([meta, ...old, next], (session) => (session === 'parent' ? parent : null)))).toEqual([5])
  })

  it('skips the leading totals within one second when the parent is missing', () => {
    expect(outputs(read([meta, ...old, next]))).toEqual([5])
  })

  it('counts only the last usage of its first reply when it replays no totals', () => {
    const based = line('session_meta', { id: 'child', forked_from_id: 'parent', history_base: { thread_id: 'parent' } })
    const first = counted(tokens(3600, 3000, 120), tokens(1200, 1000, 40))
    const parent: TotalsOf = () => new Set([shownTotals(first) ?? ''])
    expect(outputs(read([based, first, counted(tokens(4800, 4000, 150))], parent))).toEqual([40, 30])
  })

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
