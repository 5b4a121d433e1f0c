import { describe, expect, it } from 'vitest'
import { activeMs } from '../../../../src/domain/insights/active-time.js'

const MINUTE = 60_000
const at = (minute: number, type: string, agent: string | null = null) => ({ at: minute * MINUTE, type, agent })
type Event = ReturnType<typeof at>

const minutes = (events: readonly Event[], reported: readonly (readonly [from: number, to: number])[] = []): number =>
  activeMs(
    events,
    reported.map(([from, to]) => ({ from: from * MINUTE, to: to * MINUTE })),
  ) / MINUTE

const CASES: readonly [string, number, readonly Event[]][] = [
  ['nothing without events', 0, []],
  ['a turn from its prompt to its end', 6, [at(0, 'UserPromptSubmit'), at(2, 'PreToolUse'), at(6, 'Stop')]],
  [
    'no pause between two turns',
    5,
    [at(0, 'UserPromptSubmit'), at(2, 'Stop'), at(9, 'UserPromptSubmit'), at(12, 'Stop')],
  ],
  [
    'no wait for a permission',
    4,
    [at(0, 'PreToolUse'), at(1, 'PermissionRequest'), at(21, 'PostToolUse'), at(24, 'Stop')],
  ],
  [
    "no wait for a subagent's permission",
    3,
    [at(0, 'PreToolUse'), at(1, 'PermissionRequest', 'a1'), at(9, 'PostToolUse', 'a1'), at(11, 'Stop')],
  ],
  [
    'no work of a background subagent between turns',
    2,
    [at(0, 'UserPromptSubmit'), at(2, 'Stop'), at(3, 'PreToolUse', 'a1'), at(8, 'PostToolUse', 'a1')],
  ],
  [
    'no time after a turn in which the CLI reports that it is idle',
    2,
    [at(0, 'UserPromptSubmit'), at(2, 'Stop'), at(3, 'CliStatus'), at(20, 'SessionEnd')],
  ],
  ['a call up to three hours', 170, [at(0, 'PreToolUse'), at(170, 'PostToolUse')]],
  ['30 minutes of silence', 30, [at(0, 'UserPromptSubmit'), at(30, 'Interrupted')]],
  ['no longer silence', 2, [at(0, 'UserPromptSubmit'), at(2, 'PostToolUse'), at(40, 'UserPromptSubmit')]],
  [
    'no time between two processes',
    2,
    [at(0, 'UserPromptSubmit'), at(2, 'PreToolUse'), at(20, 'SessionStart'), at(30, 'UserPromptSubmit')],
  ],
  ['a running turn up to its last event', 3, [at(0, 'UserPromptSubmit'), at(3, 'PreToolUse')]],
]

describe('the active time of a session', () => {
  it.each(CASES)('counts %s', (_, expected, events) => expect(minutes(events)).toBe(expected))

  it('counts the whole of a turn whose duration was reported, and each minute once', () => {
    expect(minutes([at(10, 'TurnDuration')], [[2, 10]])).toBe(8)
    expect(minutes([at(4, 'PreToolUse'), at(5, 'PostToolUse'), at(10, 'TurnDuration')], [[2, 10]])).toBe(8)
    expect(
      minutes(
        [at(10, 'TurnDuration'), at(12, 'TurnDuration')],
        [
          [2, 10],
          [8, 12],
        ],
      ),
    ).toBe(10)
  })

  it('does not count a wait within a reported turn', () =>
    expect(minutes([at(3, 'PermissionRequest'), at(8, 'PostToolUse'), at(10, 'TurnDuration')], [[2, 10]])).toBe(3))
})
