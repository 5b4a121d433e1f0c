import { describe, expect, it } from 'vitest'
import { derive, nameOf } from '../../../../src/domain/session/derive.js'
import { after, fold, hook, line, reports, type Step } from '../../../support/domain/scenario.js'

const prompt = hook('UserPromptSubmit', { prompt: 'do it' })
const call = hook('PreToolUse', { tool_name: 'mcp__crm__create', tool_use_id: 'toolu_1' })
const elicitation = hook('Elicitation', { mcp_server_name: 'crm', message: 'Which region?', mode: 'form' })
const answered = hook('ElicitationResult', { mcp_server_name: 'crm', action: 'accept' })
const typed = line('prompt-recorded', { text: 'do it', typed: true, promptId: null })
const calls = (name: string, target: string | null) =>
  line('reply-recorded', {
    message: 'm',
    model: 'x',
    usage: null,
    speed: 'standard',
    geo: 'global',
    tier: 'standard',
    tool: { id: 'toolu_2', name, target },
    excerpt: null,
    ends: false,
    embedded: false,
  })
const question = calls('AskUserQuestion', 'Which color do you want?')
const result = line('tool-result-recorded', { id: 't', ok: true, error: null, durationMs: null, startedAgent: null })
const working = { status: 'active', main: 'working', awaiting: null }
const waits = { status: 'active', main: 'waiting', awaiting: 'notification' }
const headline = (...steps: Step[]) => derive(fold(steps)).headline?.text

describe('a question of a server of tools', () => {
  it('waits with its message until it is answered', () => {
    expect(after(prompt, call, elicitation)).toEqual(waits)
    expect(headline(prompt, call, elicitation)).toBe('Which region?')
    expect(after(prompt, call, elicitation, answered)).toEqual(working)
  })

  it('of a subagent waits too', () => {
    const ofSubagent = hook('Elicitation', { agent_id: 'a1', message: 'Which region?' })
    expect(after(prompt, ofSubagent)).toEqual(waits)
    expect(after(prompt, ofSubagent, hook('ElicitationResult', { agent_id: 'a1' })).awaiting).toBeNull()
  })
})

describe('several calls of one reply that ask, without a status of the CLI', () => {
  const about = (kind: string, url: string) => hook(kind, { tool_name: 'WebFetch', tool_input: { url } })
  const [first, second, third] = ['https://one.test', 'https://two.test', 'https://three.test'] as const
  const asked = [
    prompt,
    ...[first, second, third].map((url) => about('PreToolUse', url)),
    ...[first, second, third].map((url) => about('PermissionRequest', url)),
  ]

  it('wait until each has its result, the oldest first', () => {
    const once = [...asked, about('PostToolUse', first)]
    expect(after(...once)).toEqual(waits)
    expect(headline(...once)).toContain(second)
    const twice = [...once, about('PostToolUseFailure', third)]
    expect(after(...twice)).toEqual(waits)
    expect(headline(...twice)).toContain(second)
    expect(after(...twice, about('PostToolUse', second))).toEqual(working)
  })

  it.each([
    ['a prompt', prompt],
    ['a new call', about('PreToolUse', 'https://four.test')],
    ['any other hook', hook('CwdChanged')],
  ])('end with %s', (_name, next) => {
    expect(after(...asked, about('PostToolUse', first), next)).toEqual(working)
  })

  it('end with the result of a call that did not ask', () => {
    expect(after(...asked, hook('PostToolUse', { tool_name: 'Read', tool_input: { file_path: 'a' } }))).toEqual(working)
  })

  it('end when the CLI says that it works', () => {
    expect(after(...asked, about('PostToolUse', first), reports('busy'))).toEqual(working)
  })
})

describe('an open call of the question tool, without hooks', () => {
  it('waits with its question until its result', () => {
    expect(after(typed, question)).toEqual(waits)
    expect(headline(typed, question)).toBe('Which color do you want?')
    expect(after(typed, question, result)).toEqual(working)
  })

  it('says what the CLI waits for', () => {
    const steps = [typed, reports('busy'), question, reports('waiting', 'permission prompt')]
    expect(headline(...steps)).toBe('Which color do you want?')
    expect(after(...steps, reports('busy'))).toEqual(working)
  })

  it('is the only call that waits', () => {
    expect(after(typed, calls('Bash', 'npm test'))).toEqual(working)
  })
})

describe('the name of a session', () => {
  const peer = hook('UserPromptSubmit', { prompt: 'check the totals' })
  const told = line('prompt-recorded', {
    text: 'Another Claude session sent a message:\ncheck the totals',
    typed: false,
    promptId: null,
  })
  const named = (...steps: Step[]) => nameOf(fold(steps), '12345678-aaaa')

  it.each(['user', 'sdk'])('is a prompt of the source %s', (source) => {
    expect(named(hook('UserPromptSubmit', { prompt: 'do it', source }))).toBe('do it')
  })

  it.each(['system', 'loop_wakeup', 'poll_event', 'from_the_future'])('is no prompt of the source %s', (source) => {
    expect(named(hook('UserPromptSubmit', { prompt: 'wake up', source }))).toBe('Session 12345678')
  })

  it('is not the message of another session', () => {
    expect(named(peer, told)).toBe('Session 12345678')
    expect(named(peer, told, typed)).toBe('do it')
    expect(named(typed, peer, told)).toBe('do it')
  })
})
