import { describe, expect, it } from 'vitest'
import { alertMessage, bearsTokens, matches } from '../../../../src/domain/alerts/match.js'
import { type AlertRuleType, readCondition } from '../../../../src/domain/alerts/rule.js'
import { isRejection } from '../../../../src/domain/rejection.js'

const read = (type: AlertRuleType, config: Record<string, unknown>) => {
  const condition = readCondition(type, config)
  return isRejection(condition) ? condition.fields.field : condition.config
}

describe('an event pattern', () => {
  it.each([
    [{ event_type: 'Stop' }, { event_type: 'Stop', count: 1 }],
    [{ tool_name: ' Bash ' }, { tool_name: 'Bash', count: 1 }],
    [
      { summary_contains: '100%', count: 1, window_minutes: 9 },
      { summary_contains: '100%', count: 1 },
    ],
    [
      { event_type: 'Stop', tool_name: null, count: 3 },
      { event_type: 'Stop', count: 3, window_minutes: 5 },
    ],
    [
      { event_type: 'Stop', count: 3, window_minutes: 0.5 },
      { event_type: 'Stop', count: 3, window_minutes: 0.5 },
    ],
  ])('%j is read as %j', (config, condition) => {
    expect(read('event_pattern', config)).toEqual(condition)
  })

  it.each([
    [{}, 'config.event_type'],
    [{ event_type: null, count: 2 }, 'config.event_type'],
    [{ event_type: '' }, 'config.event_type'],
    [{ event_type: 5 }, 'config.event_type'],
    [{ tool_name: '   ' }, 'config.tool_name'],
    [{ summary_contains: 'x'.repeat(501) }, 'config.summary_contains'],
    [{ event_type: 'Stop', count: 0 }, 'config.count'],
    [{ event_type: 'Stop', count: 1.5 }, 'config.count'],
    [{ event_type: 'Stop', count: '3' }, 'config.count'],
    [{ event_type: 'Stop', count: 2, window_minutes: 0 }, 'config.window_minutes'],
    [{ event_type: 'Stop', count: 2, window_minutes: 1e9 }, 'config.window_minutes'],
    [{ event_type: 'Stop', count: 2, window_minutes: '5' }, 'config.window_minutes'],
  ])('%j is rejected for its %s', (config, field) => {
    expect(read('event_pattern', config)).toBe(field)
  })

  const bash = { type: 'PreToolUse', tool: 'Bash', summary: 'Using tool: Bash · rm 100% of it' }
  it.each([
    [{ event_type: 'PreToolUse' }, true],
    [{ event_type: 'preToolUse' }, false],
    [{ event_type: 'PreToolUse', tool_name: 'Bash' }, true],
    [{ event_type: 'PreToolUse', tool_name: 'Read' }, false],
    [{ summary_contains: 'RM 100%' }, true],
    [{ summary_contains: '1%f' }, false],
  ])('%j matches this Bash call: %j', (pattern, means) => {
    expect(matches({ ...pattern, count: 1 }, bash)).toBe(means)
  })

  it('with text never matches an event without a summary', () => {
    expect(matches({ summary_contains: 'x', count: 1 }, { ...bash, summary: null })).toBe(false)
  })
})

describe('the other rule types', () => {
  it.each([
    ['token_threshold', { total_tokens: 1000, more: 1 }, { total_tokens: 1000 }],
    ['inactivity', { minutes: 0.25 }, { minutes: 0.25 }],
    ['status_duration', { status: 'waiting', minutes: 5 }, { status: 'waiting', minutes: 5 }],
    ['token_threshold', {}, 'config.total_tokens'],
    ['token_threshold', { total_tokens: 0 }, 'config.total_tokens'],
    ['token_threshold', { total_tokens: 10.5 }, 'config.total_tokens'],
    ['token_threshold', { total_tokens: '1000' }, 'config.total_tokens'],
    ['token_threshold', { total_tokens: 1e300 }, 'config.total_tokens'],
    ['inactivity', {}, 'config.minutes'],
    ['inactivity', { minutes: -1 }, 'config.minutes'],
    ['inactivity', { minutes: Number.NaN }, 'config.minutes'],
    ['inactivity', { minutes: 525_601 }, 'config.minutes'],
    ['status_duration', { status: 'completed', minutes: 5 }, 'config.status'],
    ['status_duration', { minutes: 5 }, 'config.status'],
    ['status_duration', { status: 'working' }, 'config.minutes'],
  ] as const)('%s of %j is read as %j', (type, config, result) => {
    expect(read(type, config)).toEqual(result)
  })
})

describe('an alert message', () => {
  it('is one line that starts with the name of its rule', () => {
    expect(alertMessage.event('Deploys', { type: 'PreToolUse', tool: 'Bash', summary: null })).toBe(
      'Deploys: PreToolUse · Bash',
    )
    expect(alertMessage.event('Deploys', { type: 'Stop', tool: null, summary: null })).toBe('Deploys: Stop')
    expect(alertMessage.tokens('Much', 1234567, 1000)).toBe('Much: 1,234,567 tokens used, threshold 1,000')
    expect(alertMessage.inactivity('Quiet', 'fix it', 5)).toBe('Quiet: no activity in "fix it" for 5 min')
  })

  it('contains no terminal escape sequences', () => {
    expect(alertMessage.inactivity('Quiet', 'a\u001b]0;evil\u0007b', 5)).toBe('Quiet: no activity in "ab" for 5 min')
  })

  it.each(['PostToolUse', 'Stop', 'SubagentStop', 'SessionEnd'])('%s may have used tokens', (kind) => {
    expect([bearsTokens(kind), bearsTokens('PreToolUse')]).toEqual([true, false])
  })
})

describe('the name of a tool in a pattern', () => {
  it.each([
    ['Bash', 'Bash', true],
    ['bash', 'Bash', true],
    ['MCP__Linear__List', 'mcp__linear__list', true],
    ['Bash', 'BashOutput', false],
    ['Bash', null, false],
    ['mcp__linear__*', 'mcp__linear__list_issues', true],
    ['mcp__linear__*', 'mcp__postgres__list', false],
    ['*edit*', 'MultiEdit', true],
    ['*Edit', 'NotebookEdit', true],
    ['*Edit', 'EditAll', false],
    ['a*a', 'a', false],
    ['*', null, false],
  ])('%s and %s match: %s', (tool_name, tool, expected) => {
    expect(matches({ tool_name, count: 1 }, { type: 'PreToolUse', tool, summary: null })).toBe(expected)
  })
})

describe('the conditions on waits, cost, context and projects', () => {
  it.each([
    ['waiting', { minutes: 10 }, { minutes: 10 }],
    ['cost', { usd: 5 }, { usd: 5 }],
    ['context', { percent: 90 }, { percent: 90 }],
    ['waiting', { minutes: 1, projects: ['/a', '/b', '/a'] }, { minutes: 1, projects: ['/a', '/b'] }],
    ['waiting', { minutes: 1, projects: [] }, { minutes: 1 }],
    ['waiting', {}, 'config.minutes'],
    ['cost', { usd: 0 }, 'config.usd'],
    ['cost', { usd: '5' }, 'config.usd'],
    ['context', { percent: 101 }, 'config.percent'],
    ['cost', { usd: 1, projects: '/a' }, 'config.projects'],
    ['cost', { usd: 1, projects: [''] }, 'config.projects'],
  ] as const)('%s with %j is read as %j', (type, config, expected) => {
    expect(read(type, config)).toEqual(expected)
  })
})
