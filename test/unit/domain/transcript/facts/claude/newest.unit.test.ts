import { describe, expect, it } from 'vitest'
import { claudeStart, claudeStep } from '../../../../../../src/domain/transcript/facts/claude/step.js'
import type { Fact } from '../../../../../../src/domain/transcript/facts/facts.js'
import { only } from '../../../../../support/domain/only.js'

const time = (second: number): string => `2026-11-25T10:00:${String(second).padStart(2, '0')}.000Z`
const read = (lines: readonly object[]): Fact[] => {
  const state = claudeStart(0)
  return lines.flatMap((line, index) =>
    claudeStep(
      state,
      { uuid: `u${index}`, sessionId: 'fork', cwd: '/a', timestamp: time(index), ...line },
      { line: index + 1, session: 'fork', agent: null },
    ),
  )
}
const user = (content: string, more: object = {}): object => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})
const reply = (id: string, more: object = {}, usage: object = {}): object => ({
  type: 'assistant',
  message: { id, model: 'claude-sonnet-4-6', content: [], usage: { input_tokens: 2, output_tokens: 3, ...usage } },
  ...more,
})
const copies = (facts: readonly Fact[]) =>
  only(facts, 'reply-recorded').map(({ message, copied }) => [message, copied === true])

describe('the lines of a fork', () => {
  it('are copies if another session made them', () => {
    const facts = read([
      reply('one', { session_id: 'original' }),
      reply('two', { session_id: 'fork' }),
      reply('three'),
      reply('four', { session_id: 'other-name', sessionId: 'other-name' }),
    ])
    expect(copies(facts)).toEqual([
      ['one', true],
      ['two', false],
      ['three', false],
      ['four', false],
    ])
  })

  it('are copies if they are older than its own first prompt, in print mode', () => {
    const enqueued = { type: 'queue-operation', operation: 'enqueue', cwd: undefined, timestamp: time(30) }
    expect(copies(read([enqueued, reply('one'), reply('two', { timestamp: time(31) })]))).toEqual([
      ['one', true],
      ['two', false],
    ])
    const later = read([reply('one'), enqueued, reply('two')])
    expect(copies(later)).toEqual([
      ['one', false],
      ['two', false],
    ])
  })
})

describe('the usage of an advisor', () => {
  const usage = {
    iterations: [
      { type: 'message', input_tokens: 2, output_tokens: 3 },
      { type: 'advisor_message', model: 'claude-opus-4-7', input_tokens: 159_419, output_tokens: 7805 },
    ],
  }

  it('is counted once for its own model, also when the message has several lines', () => {
    const counted = only(read([reply('m'), reply('m', {}, usage), reply('m', {}, usage)]), 'usage-recorded')
    expect(new Set(counted.map(({ message }) => message))).toEqual(new Set(['m/iteration 1']))
    expect(counted[0]).toMatchObject({ model: 'claude-opus-4-7', usage: { input: 159_419, output: 7805 } })
  })

  it('does not change that of the message', () => {
    const [fact] = only(read([reply('m', {}, usage)]), 'reply-recorded')
    expect(fact).toMatchObject({ model: 'claude-sonnet-4-6', usage: { input: 2, output: 3 } })
  })
})

describe('the prompts of a session', () => {
  const prompts = (lines: readonly object[]) =>
    only(read(lines), 'prompt-recorded').map(({ text, typed }) => [text, typed])

  it.each([
    ['of another session', { isMeta: true, origin: { kind: 'peer' }, promptSource: 'system' }, false],
    ['of a program', { promptSource: 'system' }, false],
    ['of a user', { origin: { kind: 'human' }, promptSource: 'typed' }, true],
    ['of a program that speaks for the user', { promptSource: 'sdk' }, true],
  ])('say whether the user typed them: %s', (_who, more, typed) => {
    expect(prompts([user('check the totals', more)])).toEqual([['check the totals', typed]])
  })

  const goal = user('<command-name>/goal</command-name><command-args>All tests pass</command-args>')
  const printed = user('<local-command-stdout>Goal set</local-command-stdout>')
  const hidden = user('A session-scoped Stop hook is now active', { isMeta: true })

  it('contain a command that prints something before its expansion', () => {
    expect(prompts([goal, printed, hidden])).toEqual([['/goal All tests pass', true]])
    expect(prompts([goal, printed, user('hello'), hidden])).toEqual([['hello', true]])
    expect(prompts([goal, printed])).toEqual([])
  })

  it('do not contain the summary of a conversation that is continued', () => {
    const summary = 'This session is being continued from a previous conversation that ran out of context.'
    expect(prompts([user(summary), user('Now add the tests')])).toEqual([['Now add the tests', true]])
  })
})
