import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { derive } from '../../../../src/domain/session/derive.js'
import { newSession } from '../../../../src/domain/session/state.js'
import { after, fold, hook, line, outcome, reports, type Step } from '../../../support/domain/scenario.js'

const start = hook('SessionStart', { source: 'startup' })
const prompt = hook('UserPromptSubmit', { prompt: 'do it' })
const pre = hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'toolu_1' })
const post = hook('PostToolUse', { tool_name: 'Bash', tool_use_id: 'toolu_1' })
const ask = hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'rm -rf x' } })
const stop = hook('Stop', { last_assistant_message: 'done' })
const stopFailure = hook('StopFailure', { error: 'limit reached' })
const end = hook('SessionEnd', { reason: 'other' })

const said = line('prompt-recorded', { text: 'do it', typed: true, promptId: null })
const reply = (ends: boolean, tool: string | null = null) =>
  line('reply-recorded', {
    message: 'm',
    model: 'x',
    usage: null,
    speed: 'standard',
    geo: 'global',
    tier: 'standard',
    tool: tool === null ? null : { id: 'toolu_2', name: tool, target: null },
    excerpt: 'so',
    ends,
    embedded: false,
  })
const result = line('tool-result-recorded', { id: 't', ok: true, error: null, durationMs: null, startedAgent: null })
const apiError = line('api-error-recorded', { text: 'limit reached', status: 429, retrying: false })
const interrupt = line('interrupt-recorded', {})
const turnDuration = line('turn-completed', { durationMs: 900 })

const working = { status: 'active', main: 'working', awaiting: null }
const waits = (awaiting: string) => ({ status: 'active', main: 'waiting', awaiting })
const failed = { status: 'error', main: 'error', awaiting: null }

/** Folds steps at the given times, in milliseconds, in the given order. */
const at = (...steps: readonly (readonly [number, Step])[]) => {
  const state = newSession()
  steps.forEach(([when, step], i) => step(state, when, i + 1))
  return state
}

describe('a transcript line counts at its own time unless a later event contradicts it', () => {
  it('lines alone set the state of a session without hooks', () => {
    expect(after(said, reply(true))).toEqual(waits('stop'))
  })

  it.each([
    ['an API error', apiError, failed],
    ['an interrupt', interrupt, waits('interrupted')],
    ['the end of a turn', turnDuration, waits('stop')],
    ['a reply that ends the turn', reply(true), waits('stop')],
  ])('%s counts right after a hook', (_name, fact, expected) => {
    expect(outcome(at([1000, prompt], [1100, fact]))).toEqual(expected)
    expect(outcome(at([1000, prompt], [60_000, fact]))).toEqual(expected)
  })

  it.each([
    ['an API error', apiError],
    ['an interrupt', interrupt],
    ['the end of a turn', turnDuration],
  ])('a later prompt contradicts %s', (_name, fact) => {
    expect(outcome(at([1000, prompt], [2000, fact], [2100, prompt]))).toEqual(working)
    expect(outcome(at([1000, prompt], [2100, prompt], [2000, fact]))).toEqual(working)
  })

  it('a tool result answers the question that the same tool asked', () => {
    expect(after(prompt, pre, ask, result)).toEqual(working)
  })

  it('more model output answers no question: a reply can contain several calls', () => {
    expect(after(prompt, pre, ask, reply(false, 'Read'))).toEqual(waits('notification'))
    expect(after(prompt, pre, ask, reply(false))).toEqual(waits('notification'))
    expect(after(prompt, pre, ask, result, reply(false))).toEqual(working)
  })
})

describe('a call whose hook is stamped after the one of its permission prompt', () => {
  const asked = (command: string) => hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command } })

  it('still waits for the answer', () => {
    expect(outcome(at([1000, prompt], [2000, asked('ls')], [2900, pre]))).toEqual(waits('notification'))
    const long = `echo ${'x'.repeat(300)}`
    const late = hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: long } })
    expect(outcome(at([1000, prompt], [2000, asked(long)], [2900, late]))).toEqual(waits('notification'))
  })

  it.each([
    ['another call', asked('rm -rf x'), 2900],
    ['the same call again, later', asked('ls'), 4001],
  ])('unlike %s', (_name, question, when) =>
    expect(outcome(at([1000, prompt], [2000, question], [when, pre]))).toEqual(working),
  )

  it('is answered by its result', () =>
    expect(outcome(at([1000, prompt], [2000, asked('ls')], [2100, pre], [2200, post]))).toEqual(working))
})

describe('an API error that only the transcript shows', () => {
  it('fails the session at once, with or without StopFailure', () => {
    expect(outcome(at([1000, prompt], [2000, apiError]))).toEqual(failed)
    expect(outcome(at([1000, prompt], [2000, apiError], [2050, stopFailure]))).toEqual(failed)
    expect(derive(at([1000, prompt], [2000, apiError])).headline).toMatchObject({
      kind: 'error',
      text: 'limit reached',
    })
  })

  it('is kept by a later SessionEnd', () => {
    expect(outcome(at([1000, prompt], [2000, apiError], [2050, end]))).toMatchObject({ status: 'error' })
    expect(outcome(at([1000, prompt], [2050, end], [2000, apiError]))).toMatchObject({ status: 'error' })
  })

  it('is kept by a later Stop, which sets no wait', () => {
    expect(outcome(at([1000, prompt], [2000, apiError], [2050, stop]))).toMatchObject({
      status: 'error',
      awaiting: null,
    })
  })

  it('is still an error if the prompt hook has a later time: the prompt has its own line', () => {
    expect(outcome(at([1090, prompt], [1000, said], [1030, apiError]))).toEqual(failed)
    expect(outcome(at([1000, said], [1030, apiError], [1090, prompt]))).toEqual(failed)
    // A queued prompt has no line before the error.
    expect(outcome(at([1000, said], [5000, apiError], [5030, prompt]))).toEqual(working)
  })

  it('is no failure while the CLI retries', () => {
    const retry = line('api-error-recorded', { text: 'overloaded', status: 529, retrying: true })
    expect(outcome(at([1000, prompt], [2000, retry]))).toEqual(working)
  })

  it('gives the same state in any order of arrival, with any of the events missing', () => {
    const story = [
      [1000, start],
      [2030, prompt],
      [2000, said],
      [2500, reply(false, 'Bash')],
      [2530, pre],
      [2600, ask],
      [2610, reports('waiting', 'permission prompt')],
      [3000, reports('busy')],
      [3500, result],
      [3530, post],
      [4000, apiError],
      [4040, stopFailure],
      [4100, reports('idle')],
      [5000, end],
    ] as const
    const stories = fc.subarray([...story], { minLength: 2 })
    fc.assert(
      fc.property(
        stories.chain((steps) => fc.tuple(fc.constant(steps), fc.shuffledSubarray(steps, { minLength: steps.length }))),
        ([steps, other]) => {
          const told = (order: readonly (readonly [number, Step])[]) => {
            const { why, ...rest } = derive(at(...order))
            return { ...rest, why: why?.type }
          }
          expect(told(other)).toEqual(told(steps))
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe("the CLI's own status", () => {
  const waiting = reports('waiting', 'permission prompt')

  it('shows a session that nothing else reports yet as ready', () => {
    expect(after(reports('idle'))).toEqual(waits('session_start'))
    expect(fold([reports('idle')]).pid?.value).toBe(42)
  })

  it('idle after a prompt means that Esc cancelled it before the first output', () => {
    expect(after(start, prompt, reports('idle'))).toEqual(waits('interrupted'))
    expect(after(start, prompt, reports('idle'), prompt)).toEqual(working)
  })

  it('idle after a question means that it was answered with No', () => {
    expect(after(prompt, pre, ask, waiting, reports('idle'))).toEqual(waits('interrupted'))
  })

  it.each([
    ['the start', start, 'session_start'],
    ['a stop', stop, 'stop'],
    ['an interrupt', interrupt, 'interrupted'],
  ])('idle after %s keeps its reason', (_name, rest, reason) => {
    expect(after(prompt, rest, reports('idle'))).toEqual(waits(reason))
    expect(after(prompt, rest, reports('busy'), reports('idle'))).toEqual(waits(reason))
  })

  it('idle after an error keeps the error', () => {
    expect(after(prompt, stopFailure, reports('idle'))).toEqual(failed)
  })

  it('idle after a hook that cleared the wait restores the wait', () => {
    expect(after(prompt, stop, hook('PostCompact'), reports('idle'))).toEqual(waits('stop'))
  })

  it('busy after a question means that it was answered in the terminal', () => {
    expect(after(prompt, pre, ask, reports('busy'))).toEqual(working)
    const question = hook('PermissionRequest', { tool_name: 'AskUserQuestion', tool_input: { question: 'Which?' } })
    expect(after(prompt, pre, question, waiting, reports('busy'))).toEqual(working)
  })

  it('busy starts no turn: a background agent can work while the main agent waits', () => {
    expect(after(prompt, stop, reports('busy'))).toEqual(waits('stop'))
    const asks = hook('PermissionRequest', { agent_id: 'a1', agent_type: 'Plan', tool_name: 'Bash', tool_input: {} })
    expect(after(prompt, stop, asks, waiting)).toEqual(waits('notification'))
    expect(after(prompt, stop, asks, waiting, reports('busy'))).toEqual(waits('stop'))
  })

  it('waiting is a question even without a hook', () => {
    const state = fold([prompt, reply(false, 'Bash'), waiting])
    expect(outcome(state)).toEqual(waits('notification'))
    expect(derive(state).headline).toEqual({ kind: 'permission', tool: null, text: 'permission prompt' })
  })

  it('waiting outlasts what other calls and agents do meanwhile', () => {
    const read = hook('PostToolUse', { tool_name: 'Read', tool_input: { file_path: '/a' } })
    const state = fold([prompt, pre, ask, waiting, read, reply(false), pre])
    expect(outcome(state)).toEqual(waits('notification'))
    expect(derive(state).headline).toEqual({ kind: 'permission', tool: 'Bash', text: 'rm -rf x' })
    expect(after(prompt, pre, ask, waiting, read, reports('busy'))).toEqual(working)
    expect(after(prompt, pre, ask, waiting, read, stop)).toEqual(waits('stop'))

    const [asks, acts] = ['PermissionRequest', 'PostToolUse'].map((kind) =>
      hook(kind, { agent_id: 'a1', tool_name: 'Bash', tool_input: { command: kind } }),
    )
    const asking = fold([prompt, asks ?? start, waiting, acts ?? start])
    expect(derive(asking).headline).toMatchObject({ text: 'PermissionRequest' })
  })

  it('waiting after the result of the call that asked means that another one asks', () => {
    const answered = hook('PostToolUse', { tool_name: 'Bash', tool_input: { command: 'rm -rf x' } })
    const state = fold([prompt, pre, ask, waiting, answered])
    expect(outcome(state)).toEqual(waits('notification'))
    expect(derive(state).headline).toEqual({ kind: 'permission', tool: null, text: 'permission prompt' })
  })

  it('a dialog opened by the user is not a question', () => {
    expect(after(prompt, stop, reports('waiting', 'dialog open'))).toEqual(waits('stop'))
    expect(after(prompt, reports('waiting', 'dialog open'))).toEqual(working)
  })

  it('a status after the end does not reopen the session: /clear reports the old one again', () => {
    expect(after(prompt, stop, end, reports('busy'))).toMatchObject({ status: 'completed' })
    expect(after(prompt, stop, end, reports('idle'))).toMatchObject({ status: 'completed' })
  })
})

describe('a turn that ends while agents work in the background', () => {
  const task = (type: string) => ({ id: type, type, status: 'running', description: 'look around' })
  const pauses = hook('Stop', {
    last_assistant_message: 'They run.',
    background_tasks: [task('subagent'), task('shell')],
  })
  const situation = (...steps: readonly Step[]) => derive(fold(steps)).situation

  it('keeps the session working, with the end of its reply', () => {
    const state = fold([prompt, pauses])
    expect(derive(state)).toMatchObject({ situation: 'working', headline: { kind: 'reply', text: 'They run.' } })
    expect(outcome(state)).toEqual(waits('stop'))
  })

  it.each([
    ['a workflow', hook('Stop', { background_tasks: [task('workflow')] })],
    ['agents that only the transcript counts', line('turn-completed', { durationMs: 9, pending: 2 })],
  ])('counts %s', (_name, step) => {
    expect(situation(prompt, step)).toBe('working')
  })

  it.each([
    ['a shell, which may be a server', [task('shell')]],
    ['nothing', []],
    ['what no CLI sends', 'subagent'],
    ['tasks that are no objects', [null, 7, 'subagent']],
  ])('is the turn of the user with %s', (_name, background_tasks) => {
    expect(situation(prompt, hook('Stop', { background_tasks }))).toBe('your_turn')
  })

  it('continues with what the agents found, until a turn ends without any', () => {
    const found = hook('UserPromptSubmit', { prompt: '<task-notification>' })
    expect(situation(prompt, pauses, found)).toBe('working')
    expect(situation(prompt, pauses, found, stop)).toBe('your_turn')
  })

  it('is the turn of the user when the CLI is idle: the agents were stopped', () => {
    expect(situation(prompt, pauses, reports('busy'))).toBe('working')
    expect(situation(prompt, pauses, reports('idle'))).toBe('your_turn')
    expect(situation(prompt, reports('idle'), prompt, pauses)).toBe('working')
  })

  it('needs the user when an agent asks, and is interrupted by the user', () => {
    const asks = hook('PermissionRequest', { agent_id: 'a1', tool_name: 'Bash', tool_input: { command: 'ls' } })
    expect(situation(prompt, pauses, asks)).toBe('needs_you')
    expect(situation(prompt, pauses, interrupt)).toBe('interrupted')
  })
})
