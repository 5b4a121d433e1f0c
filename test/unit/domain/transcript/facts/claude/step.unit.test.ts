import { describe, expect, it } from 'vitest'
import { claudeStart, claudeStep } from '../../../../../../src/domain/transcript/facts/claude/step.js'
import type { Fact } from '../../../../../../src/domain/transcript/facts/facts.js'
import { only } from '../../../../../support/domain/only.js'

const AT = '2026-02-01T10:00:00.000Z'
const time = (second: number): string => `2026-02-01T10:00:${String(second).padStart(2, '0')}.000Z`
const usage = (output: number, more: object = {}): object => ({
  input_tokens: 3,
  output_tokens: output,
  cache_read_input_tokens: 50,
  cache_creation_input_tokens: 20,
  cache_creation: { ephemeral_5m_input_tokens: 15, ephemeral_1h_input_tokens: 5 },
  ...more,
})
const assistant = (content: unknown[], output: number, more: object = {}): object => ({
  type: 'assistant',
  uuid: `a${Math.abs(JSON.stringify([content, output, more]).length)}`,
  timestamp: AT,
  requestId: 'req_1',
  message: { id: 'msg_1', model: 'claude-opus-4-6', role: 'assistant', content, usage: usage(output), ...more },
})
const user = (content: unknown, more: object = {}): object => ({
  type: 'user',
  uuid: 'u1',
  timestamp: AT,
  message: { role: 'user', content },
  ...more,
})

function read(lines: readonly unknown[], agent: string | null = null): Fact[] {
  const state = claudeStart(0)
  return lines.flatMap((line, index) => claudeStep(state, line, { line: index + 1, session: 's', agent }))
}
const queued = (commandMode: string): object => ({
  type: 'attachment',
  uuid: commandMode,
  timestamp: AT,
  attachment: { type: 'queued_command', prompt: 'also this', commandMode },
})
const result = (more: object): object => ({ type: 'tool_result', tool_use_id: 't', ...more })
const system = (subtype: string, more: object): object => ({
  type: 'system',
  subtype,
  uuid: subtype,
  timestamp: AT,
  ...more,
})
const located = (cwd: string, uuid: string): object => user('hi', { cwd, uuid, version: '2.1.34', gitBranch: 'main' })

describe('a reply in a Claude transcript', () => {
  it('records the usage of its message, with cache writes split by duration', () => {
    const [reply] = only(read([assistant([{ type: 'text', text: 'hello' }], 9)]), 'reply-recorded')
    expect(reply).toMatchObject({ message: 'msg_1', model: 'claude-opus-4-6', excerpt: 'hello', embedded: false })
    expect(reply?.usage).toEqual({
      input: 3,
      output: 9,
      cacheRead: 50,
      cacheWrite: 20,
      cacheWrite1h: 5,
      webSearch: 0,
      webFetch: 0,
      codeExecution: 0,
    })
  })

  it('is recorded again only when its usage changes', () => {
    const text = [{ type: 'text', text: 'hello' }]
    const replies = only(
      read([assistant(text, 9), assistant(text, 9), assistant(text, 9), assistant(text, 40)]),
      'reply-recorded',
    )
    expect(replies.map((reply) => reply.usage?.output)).toEqual([9, 40])
  })

  it('reports each tool call, and the usage only with the first', () => {
    const tools = ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'Bash', input: { command: `run ${id}` } }))
    const replies = only(read([assistant(tools, 9)]), 'reply-recorded')
    expect(replies.map((reply) => [reply.tool?.id, reply.tool?.target, reply.usage?.output])).toEqual([
      ['a', 'run a', 9],
      ['b', 'run b', undefined],
    ])
  })

  it('reports the type and the task of a subagent', () => {
    const input = { subagent_type: 'Explore', description: 'look', prompt: 'find the lock' }
    const [reply] = only(read([assistant([{ type: 'tool_use', id: 't', name: 'Agent', input }], 9)]), 'reply-recorded')
    expect(reply?.tool).toEqual({
      id: 't',
      name: 'Agent',
      target: 'look',
      subagentType: 'Explore',
      task: 'find the lock',
    })
  })

  it.each([
    [{ id: 'm', requestId: 'r', uuid: 'u' }, 'm'],
    [{ requestId: 'r', uuid: 'u' }, 'r'],
    [{ uuid: 'u' }, 'u'],
    [{}, 's/main/line 1'],
  ])(
    'is identified by its message id, else its request, else its line: %j',
    ({ id, ...line }: { id?: string; requestId?: string; uuid?: string }, key: string) => {
      const message = { ...(id === undefined ? {} : { id }), usage: usage(1) }
      expect(only(read([{ ...line, message }]), 'reply-recorded')[0]?.message).toBe(key)
    },
  )

  it('excludes iterations and the synthetic model', () => {
    const repeated = assistant([], 9, { usage: usage(9, { iterations: [usage(9)] }) })
    expect(only(read([repeated]), 'reply-recorded')[0]?.usage?.output).toBe(9)
    expect(only(read([assistant([], 9, { model: '<synthetic>' })]), 'reply-recorded')).toEqual([])
  })

  it.each([
    ['without a total the breakdown counts', { cache_creation_input_tokens: undefined }, 20, 5],
    ['the one-hour part is never above the total', { cache_creation_input_tokens: 3 }, 3, 3],
    ['negative and non-numeric counts are zero', { cache_creation_input_tokens: -4 }, 0, 0],
  ])('%s', (_rule, more, cacheWrite, cacheWrite1h) => {
    const [reply] = only(read([assistant([], 9, { usage: usage(9, more) })]), 'reply-recorded')
    expect(reply?.usage).toMatchObject({ cacheWrite, cacheWrite1h })
  })

  it('ends a turn when the model stops, but not when a subagent in the same file does', () => {
    const line = assistant([{ type: 'text', text: 'done' }], 9, { stop_reason: 'end_turn' })
    expect(only(read([line]), 'reply-recorded')[0]?.ends).toBe(true)
    expect(only(read([{ ...line, isSidechain: true }]), 'reply-recorded')[0]?.ends).toBe(false)
  })

  it("of a subagent in a progress line is embedded and distinct from the line in the subagent's file", () => {
    const inner = { ...assistant([{ type: 'tool_use', id: 't', name: 'Read', input: {} }], 7), uuid: 'x' }
    const progress = {
      type: 'progress',
      uuid: 'p',
      timestamp: time(9),
      data: { type: 'agent_progress', agentId: 'ag', message: inner },
    }
    const [embedded] = read([progress])
    const own = read([{ ...inner, agentId: 'ag' }], 'ag').find((fact) => fact.type === 'reply-recorded')
    expect(embedded).toMatchObject({ at: Date.parse(AT), data: { agent: 'ag', embedded: true, tool: { id: 't' } } })
    expect(own).toMatchObject({ data: { agent: 'ag', embedded: false } })
    expect(own?.identity).not.toBe(embedded?.identity)
  })
})

describe('user messages in a Claude transcript', () => {
  it.each([
    ['typed words', user('fix it'), ['fix it', true]],
    ['words in blocks', user([{ type: 'text', text: 'fix it' }]), ['fix it', true]],
    ['words behind what the editor shows', user('<ide_opened_file>a.ts</ide_opened_file>\nfix it'), ['fix it', true]],
    ['an image alone', user([{ type: 'image', source: {} }]), ['[image]', true]],
    ['a notice of a background task', user('<task-notification>x'), ['<task-notification>x', false]],
    ['a notice by its origin', user('ping', { origin: { kind: 'task-notification' } }), ['ping', false]],
    ['a task of a subagent inside the file', user('look', { isSidechain: true }), ['look', false]],
  ])('%s', (_kind, line, [text, typed]) => {
    expect(only(read([line]), 'prompt-recorded')).toMatchObject([{ text, typed }])
  })

  it.each([
    ['hidden text', user('context', { isMeta: true })],
    ['the summary after a compaction', user('This session is being continued', { isCompactSummary: true })],
    ['output of a local command', user('<local-command-stdout>ok</local-command-stdout>')],
    ['the caveat of older releases', user('Caveat: The messages below were generated by the user')],
    ['shell mode', user('<bash-input>ls</bash-input>')],
  ])('%s is not a prompt', (_kind, line) => {
    expect(only(read([line]), 'prompt-recorded')).toEqual([])
  })

  it('a slash command is a prompt only if the CLI expanded it', () => {
    const command = user(
      '<command-message>plan</command-message>\n<command-name>/plan</command-name>\n<command-args>all of it</command-args>',
    )
    const expansion = user([{ type: 'text', text: '# Create a plan' }], { isMeta: true, uuid: 'u2' })
    expect(only(read([command, expansion]), 'prompt-recorded')).toMatchObject([
      { text: '/plan all of it', typed: true, line: 1 },
    ])
    const local = user('<command-name>/clear</command-name>')
    expect(only(read([local, user('<local-command-stdout></local-command-stdout>')]), 'prompt-recorded')).toEqual([])
  })

  it('a prompt queued while the agent works is a prompt, a queued notice is not', () => {
    expect(only(read([queued('prompt'), queued('task-notification')]), 'prompt-recorded')).toMatchObject([
      { text: 'also this', typed: true },
    ])
  })

  it('an interrupt is recognized by its marker or by the message it names', () => {
    const mark = user([{ type: 'text', text: '[Request interrupted by user for tool use]' }])
    const named = user('stop', { interruptedMessageId: 'msg_1' })
    expect(only(read([mark]), 'interrupt-recorded')).toHaveLength(1)
    expect(only(read([named]), 'interrupt-recorded')).toHaveLength(1)
  })

  it('tool results contain the error, the duration and the started subagent', () => {
    const failed = user([result({ is_error: true, content: 'Exit code 4' })], { toolUseResult: 'Error: Exit code 4' })
    const agent = user([result({ content: [] })], { toolUseResult: { agentId: 'ag', totalDurationMs: 82 } })
    expect(only(read([failed]), 'tool-result-recorded')).toMatchObject([{ id: 't', ok: false, error: 'Exit code 4' }])
    expect(only(read([agent]), 'tool-result-recorded')).toMatchObject([
      { ok: true, startedAgent: 'ag', durationMs: 82 },
    ])
  })
})

describe('other lines of a Claude transcript', () => {
  it('report a turn, a compaction and an API error without its response headers', () => {
    const facts = read([
      system('turn_duration', { durationMs: 1200 }),
      system('compact_boundary', { compactMetadata: { trigger: 'auto', preTokens: 17 } }),
      system('api_error', {
        error: { status: 529, headers: { 'x-account': 'secret' }, error: { error: { message: 'Overloaded' } } },
      }),
    ])
    expect(only(facts, 'turn-completed')).toMatchObject([{ durationMs: 1200 }])
    expect(only(facts, 'compaction-seen')).toMatchObject([{ uuid: 'compact_boundary', trigger: 'auto', preTokens: 17 }])
    expect(only(facts, 'api-error-recorded')).toMatchObject([{ text: 'Overloaded', status: 529 }])
    expect(JSON.stringify(facts)).not.toContain('secret')
  })

  it('report what works in the background when a turn ends', () => {
    const pending = (counts: object) =>
      only(read([system('turn_duration', { durationMs: 1, ...counts })]), 'turn-completed').map((turn) => turn.pending)
    expect(pending({ pendingBackgroundAgentCount: 2, pendingWorkflowCount: 1 })).toEqual([3])
    expect(pending({ pendingWorkflowCount: 1 })).toEqual([1])
    expect(pending({ pendingBackgroundAgentCount: 0 })).toEqual([undefined])
    expect(pending({ pendingBackgroundAgentCount: 'two' })).toEqual([undefined])
  })

  it('report the uuid of the line if it has one, so that copies can be deduplicated', () => {
    const shown = { ...assistant([], 0, { model: '<synthetic>' }), isApiErrorMessage: true, uuid: 'shown' }
    const lines = [
      system('turn_duration', { durationMs: 1200, uuid: 'turn' }),
      system('api_error', { uuid: 'error' }),
      user('[Request interrupted by user]', { uuid: 'interrupt' }),
      shown,
    ]
    const uuids = (facts: readonly Fact[]) =>
      (['turn-completed', 'interrupt-recorded', 'api-error-recorded'] as const).flatMap((type) =>
        only(facts, type).map(({ uuid }) => uuid),
      )
    expect(uuids(read(lines))).toEqual(['turn', 'interrupt', 'error', 'shown'])
    const nameless = read(lines.map((line) => ({ ...line, uuid: undefined })))
    expect(uuids(nameless)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('report an error that the CLI shows instead of a reply', () => {
    const line = {
      ...assistant([{ type: 'text', text: 'limit reached' }], 0, { model: '<synthetic>' }),
      isApiErrorMessage: true,
      apiErrorStatus: 429,
    }
    expect(only(read([line]), 'api-error-recorded')).toMatchObject([{ text: 'limit reached', status: 429 }])
  })

  it('report a title once, at the newest time before it', () => {
    const title = { type: 'custom-title', customTitle: 'Locks' }
    const facts = read([
      user('hi', { timestamp: time(7) }),
      user('ho', { timestamp: time(3), uuid: 'u2' }),
      title,
      title,
    ])
    const titles = facts.filter((fact) => fact.type === 'session-renamed-in-transcript')
    expect(titles).toMatchObject([{ at: Date.parse(time(7)), data: { title: 'Locks', by: 'user' } }])
  })

  it('report the working directory at first and after each change', () => {
    const contexts = only(
      read([located('/a', '1'), located('/a', '2'), located('/b', '3')]),
      'transcript-context-recorded',
    )
    expect(contexts.map((context) => context.cwd)).toEqual(['/a', '/b'])
  })

  it('report nothing for snapshots, hook progress and unknown types', () => {
    const dull = ['file-history-snapshot', 'queue-operation', 'last-prompt', 'permission-mode', 'mystery']
    expect(
      read([...dull.map((type) => ({ type, timestamp: AT })), { type: 'progress', data: { type: 'hook_progress' } }]),
    ).toEqual([])
  })
})
