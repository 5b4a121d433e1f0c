import { describe, expect, it } from 'vitest'
import { stateSpans, waitsOf } from '../../../../src/domain/insights/state-time.js'

const MINUTE = 60_000
const at = (minute: number, type: string) => ({ at: minute * MINUTE, type })
const spansOf = (...events: readonly ReturnType<typeof at>[]) =>
  stateSpans(events).map(({ from, to, state }) => [from / MINUTE, to / MINUTE, state])

describe('the time of a session by state', () => {
  it('is working from the prompt to the end of the turn, then your turn', () =>
    expect(
      spansOf(
        at(0, 'UserPromptSubmit'),
        at(2, 'PreToolUse'),
        at(5, 'PostToolUse'),
        at(6, 'Stop'),
        at(10, 'SessionEnd'),
      ),
    ).toEqual([
      [0, 2, 'working'],
      [2, 5, 'working'],
      [5, 6, 'working'],
      [6, 10, 'your_turn'],
    ]))

  it('is waiting from a question to the next event', () =>
    expect(spansOf(at(0, 'PreToolUse'), at(1, 'PermissionRequest'), at(61, 'PostToolUse'), at(62, 'Stop'))).toEqual([
      [0, 1, 'working'],
      [1, 61, 'waiting'],
      [61, 62, 'working'],
    ]))

  it('is not waiting when a notification follows a finished turn', () =>
    expect(spansOf(at(0, 'Stop'), at(1, 'Notification'), at(2, 'UserPromptSubmit'))).toEqual([
      [0, 1, 'your_turn'],
      [1, 2, 'your_turn'],
    ]))

  it('is idle after 30 minutes without an event, and nothing after three hours', () =>
    expect(spansOf(at(0, 'Stop'), at(600, 'UserPromptSubmit'))).toEqual([
      [0, 30, 'your_turn'],
      [30, 180, 'idle'],
    ]))

  it('is working as long as a call runs, up to three hours', () =>
    expect(spansOf(at(0, 'PreToolUse'), at(170, 'PostToolUse'))).toEqual([[0, 170, 'working']]))

  it.each(['CliStatus', 'FileChanged', 'PreCompact'])('does not change with a %s after the turn', (type) =>
    expect(spansOf(at(0, 'Stop'), at(1, type), at(9, 'UserPromptSubmit'))).toEqual([
      [0, 1, 'your_turn'],
      [1, 9, 'your_turn'],
    ]),
  )

  it.each(['PreToolUse', 'PermissionRequest', 'Stop'])(
    'does not count from a %s until the session is found abandoned',
    (type) =>
      expect(spansOf(at(0, 'UserPromptSubmit'), at(1, type), at(181, 'SessionAbandoned'))).toEqual([[0, 1, 'working']]),
  )

  it('ends with the session and does not count after the last event', () =>
    expect(spansOf(at(0, 'SessionEnd'), at(5, 'Stop'))).toEqual([]))
})

describe('a wait for the user', () => {
  it('is one wait when the question is repeated', () => {
    const spans = stateSpans([at(0, 'PermissionRequest'), at(1, 'Notification'), at(4, 'PostToolUse'), at(5, 'Stop')])
    expect(waitsOf(spans)).toEqual([{ at: 4 * MINUTE, ms: 4 * MINUTE }])
  })
})
