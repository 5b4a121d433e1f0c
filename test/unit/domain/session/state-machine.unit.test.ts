import { describe, expect, it } from 'vitest'
import { derive } from '../../../../src/domain/session/derive.js'
import { after, fold, hook, line, outcome } from '../../../support/domain/scenario.js'

const start = hook('SessionStart', { source: 'startup' })
const prompt = hook('UserPromptSubmit', { prompt: 'do it' })
const pre = hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' })
const post = hook('PostToolUse', { tool_name: 'Bash', tool_use_id: 'toolu_1' })
const failed = hook('PostToolUseFailure', { tool_name: 'Bash', tool_use_id: 'toolu_1', error: 'exit 1' })
const ask = hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'rm -rf x' } })
const stop = hook('Stop', { last_assistant_message: 'done' })
const stopFailure = hook('StopFailure', { error: 'overloaded' })
const end = hook('SessionEnd', { reason: 'other' })
const subagent = { agent_id: 'a1', agent_type: 'Explore' }
const interrupt = line('interrupt-recorded', {})

const working = { status: 'active', main: 'working', awaiting: null }
const waits = (awaiting: string) => ({ status: 'active', main: 'waiting', awaiting })

describe('the state table', () => {
  it('creates an unknown session as active, with a working main agent', () => {
    expect(after(hook('CwdChanged'))).toEqual(working)
    expect(after(line('prompt-recorded', { text: 'hi', typed: true, promptId: null }))).toEqual(working)
  })

  it.each(['startup', 'resume', 'clear'])('SessionStart (%s) waits with reason session_start', (source) => {
    expect(after(hook('SessionStart', { source }))).toEqual(waits('session_start'))
  })

  it('SessionStart of a compaction changes nothing', () => {
    const compact = hook('SessionStart', { source: 'compact' })
    expect(after(prompt, compact)).toEqual(working)
    expect(after(prompt, stop, compact)).toEqual(waits('stop'))
  })

  it('UserPromptSubmit makes the main agent work and clears the wait', () => {
    expect(after(start, prompt)).toEqual(working)
    expect(after(prompt, stop, prompt)).toEqual(working)
  })

  it('the first prompt is the task, unless the harness sent it', () => {
    const harness = hook('UserPromptSubmit', { prompt: '<task-notification>done</task-notification>' })
    const state = fold([harness, prompt, hook('UserPromptSubmit', { prompt: 'and that' })])
    expect(state.firstPrompt?.value).toBe('do it')
    expect(after(prompt, stop, harness)).toEqual(working)
  })

  it('PreToolUse of the main agent makes it work and clears the wait', () => {
    expect(after(prompt, ask, pre)).toEqual(working)
  })

  it.each(['PreToolUse', 'PostToolUse'])('%s of a subagent does not change the main agent or its wait', (kind) => {
    const tool = hook(kind, { ...subagent, tool_name: 'Read' })
    expect(after(prompt, stop, tool)).toEqual(waits('stop'))
    expect(after(prompt, tool)).toEqual(working)
  })

  it.each([
    ['PostToolUse', post],
    ['PostToolUseFailure', failed],
  ])('%s of the main agent clears the wait, and the agent continues', (_name, result) => {
    expect(after(prompt, pre, ask, result)).toEqual(working)
  })

  it.each(['SubagentStart', 'SubagentStop'])('%s does not change the wait', (kind) => {
    expect(after(prompt, stop, hook(kind, subagent))).toEqual(waits('stop'))
    expect(after(prompt, stop, hook(kind, { agent_type: 'Explore' }))).toEqual(waits('stop'))
  })

  it('PermissionRequest blocks the session on the user', () => {
    expect(after(prompt, pre, ask)).toEqual(waits('notification'))
  })

  it('only a Notification that the agent is blocked makes the session wait', () => {
    const says = (message: string, notification_type?: string) => hook('Notification', { message, notification_type })
    expect(after(prompt, says('Claude needs your permission to use Bash'))).toEqual(waits('notification'))
    expect(after(prompt, says('x', 'permission_prompt'))).toEqual(waits('notification'))
    expect(after(prompt, says('Claude is waiting for your input', 'idle_prompt'))).toEqual(working)
    expect(after(prompt, says('Login successful'))).toEqual(working)
    expect(after(prompt, stop, says('Login successful'))).toEqual(waits('stop'))
  })

  it('a notification after a permission request does not change the start or text of the wait', () => {
    const { awaiting, headline } = derive(
      fold([prompt, pre, ask, hook('Notification', { message: 'needs permission' })]),
    )
    expect(awaiting).toEqual({ since: 3000, reason: 'notification' })
    expect(headline).toEqual({ kind: 'permission', tool: 'Bash', text: 'rm -rf x' })
  })

  it("a subagent's question blocks the session until that subagent takes its next step", () => {
    const asks = hook('PermissionRequest', { ...subagent, tool_name: 'Bash', tool_input: { command: 'x' } })
    const other = hook('PostToolUse', { agent_id: 'a2', agent_type: 'Plan', tool_name: 'Read' })
    const goesOn = hook('PostToolUse', { ...subagent, tool_name: 'Bash' })
    expect(after(prompt, pre, asks)).toEqual(waits('notification'))
    expect(after(prompt, pre, asks, other)).toEqual(waits('notification'))
    expect(after(prompt, pre, asks, goesOn)).toEqual(working)
  })

  it('Stop waits with reason stop', () => {
    expect(after(prompt, stop)).toEqual(waits('stop'))
  })

  it('Stop on an error session leaves it in error and sets no wait', () => {
    expect(after(prompt, stopFailure, stop)).toEqual({ status: 'error', main: 'waiting', awaiting: null })
  })

  it.each(['SubagentStart', 'SubagentStop'])('%s does not change an error session', (kind) => {
    const error = { status: 'error', main: 'error', awaiting: null }
    expect(after(prompt, stopFailure, hook(kind, subagent))).toEqual(error)
    expect(after(prompt, stopFailure, hook('PreCompact', subagent))).toEqual(error)
  })

  it.each(['PreToolUse', 'PostToolUse', 'PostToolUseFailure'])(
    '%s of a subagent makes an error session active; the main agent stays failed',
    (kind) => {
      const state = fold([prompt, stopFailure, hook(kind, { ...subagent, tool_name: 'Read' })])
      expect(outcome(state)).toEqual({ status: 'active', main: 'error', awaiting: null })
      expect(derive(state)).toMatchObject({ situation: 'failed', why: { type: 'StopFailure' } })
      expect(derive(state).headline).toMatchObject({ kind: 'error', text: 'overloaded' })
    },
  )

  it('StopFailure, and Stop with an error, are errors', () => {
    const error = { status: 'error', main: 'error', awaiting: null }
    expect(after(prompt, stopFailure)).toEqual(error)
    expect(after(prompt, ask, hook('Stop', { stop_reason: 'error' }))).toEqual(error)
  })

  it.each([
    ['what the CLI showed', { error: 'unknown', last_assistant_message: 'API Error: 400' }, 'API Error: 400'],
    ['its details', { error: 'rate_limit', error_details: '429 Too Many Requests' }, '429 Too Many Requests'],
    ['its code', { error: 'rate_limit' }, 'rate_limit'],
  ])('StopFailure is described by %s', (_source, payload, text) => {
    const state = fold([prompt, hook('StopFailure', payload)])
    expect(derive(state).headline).toEqual({ kind: 'error', tool: null, text })
  })

  it.each([
    ['UserPromptSubmit', prompt, working],
    ['PreToolUse', pre, working],
    ['SessionStart', start, waits('session_start')],
  ])('%s recovers an error session', (_name, step, expected) => {
    expect(after(prompt, stopFailure, step)).toEqual(expected)
  })

  it('SessionEnd completes the session and its main agent', () => {
    expect(after(prompt, stop, end)).toEqual({ status: 'completed', main: 'completed', awaiting: null })
    expect(after(prompt, ask, end)).toEqual({ status: 'completed', main: 'completed', awaiting: null })
  })

  it('SessionEnd after an unrecovered API error leaves the session in error', () => {
    expect(after(prompt, stopFailure, end)).toMatchObject({ status: 'error', main: 'completed' })
    expect(after(prompt, stopFailure, prompt, stop, end)).toMatchObject({ status: 'completed' })
  })

  it('an interrupt seen in the transcript waits with reason interrupted', () => {
    expect(after(prompt, pre, interrupt)).toEqual(waits('interrupted'))
    expect(after(prompt, pre, interrupt, prompt)).toEqual(working)
  })

  it('any other hook of the main agent clears the wait and does not change the agent', () => {
    expect(after(prompt, stop, hook('PreCompact'))).toEqual({ status: 'active', main: 'waiting', awaiting: null })
    expect(after(prompt, stop, hook('SomethingNew', subagent))).toEqual(waits('stop'))
  })

  it('a later hook of the main agent clears a question', () => {
    const state = fold([prompt, pre, ask, hook('PermissionDenied', { tool_name: 'Bash' })])
    expect(outcome(state)).toEqual({ status: 'active', main: 'waiting', awaiting: null })
    expect(derive(state)).toMatchObject({ situation: 'working', why: { type: 'PermissionDenied' } })
  })
})

describe('ending and reopening a session', () => {
  it.each([
    ['PostToolUse', post],
    ['Notification', hook('Notification', { message: 'needs permission' })],
    ['Stop', stop],
    ['SubagentStop', hook('SubagentStop', subagent)],
  ])('a late %s after SessionEnd does not reopen it', (_name, late) => {
    expect(after(prompt, end, late)).toMatchObject({ status: 'completed' })
  })

  it.each([
    ['SessionStart', start],
    ['UserPromptSubmit', prompt],
    ['PreToolUse', pre],
  ])('a newer %s reopens it and clears the end time', (_name, step) => {
    const state = fold([prompt, end, step])
    expect(outcome(state).status).toBe('active')
    expect(derive(state).endedAt).toBeNull()
  })

  it('a hook that arrives late with an earlier time changes nothing', () => {
    const state = fold([prompt, pre, stop])
    post(state, 2500, 9)
    expect(outcome(state)).toEqual(waits('stop'))
  })
})
