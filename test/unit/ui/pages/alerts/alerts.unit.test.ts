import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speak } from '../../../../../ui/src/i18n/i18n.js'
import type { Alert, AlertRule, Budget } from '../../../../../ui/src/api/types.js'
import { budgetWords, findingOf, ruleWords } from '../../../../../ui/src/pages/alerts/rules/rule-words.js'
import { headerLines, headersIn, setupIn, wrongInWebhook } from '../../../../../ui/src/pages/alerts/webhooks/setup.js'

const rule = (rule_type: AlertRule['rule_type'], config: Record<string, unknown>, cooldown_seconds = 0) =>
  ruleWords({ id: 'r', name: 'R', enabled: true, rule_type, config, cooldown_seconds } as unknown as AlertRule)

describe('the text of an alert rule', () => {
  it('states the condition, the projects and the cooldown', () => {
    expect(rule('event_pattern', { event_type: 'Stop', count: 1 })).toBe('Stop')
    expect(
      rule('event_pattern', { event_type: 'PermissionRequest', tool_name: 'Bash', summary_contains: 'rm', count: 1 }),
    ).toBe('PermissionRequest, Bash, contains "rm"')
    expect(rule('event_pattern', { tool_name: 'Bash', count: 3, window_minutes: 90 }, 300)).toBe(
      'Bash, 3 times in 1 h 30 min · cooldown 5 min',
    )
    expect(rule('waiting', { minutes: 10, projects: ['/home/ada/shop', '/infra'] })).toBe(
      'Any session waits for you longer than 10 min · shop, infra',
    )
    expect(rule('cost', { usd: 5 }, 3600)).toBe('Cost per session above $5.00 · cooldown 1 h')
    expect(rule('context', { percent: 90 })).toBe('Context above 90%')
    expect(rule('token_threshold', { total_tokens: 2_000_000 })).toBe('Session above 2M tokens')
    expect(rule('inactivity', { minutes: 30 })).toBe('No activity in a session for 30 min')
    expect(rule('status_duration', { status: 'waiting', minutes: 5 })).toBe('An agent waits without change for 5 min')
  })

  it('of a budget states the limit', () => {
    const budget = { amount_usd: 1200, period: 'month', cwd: '/home/ada/shop' } as unknown as Budget
    expect(budgetWords(budget)).toBe('$1,200.00 per month · shop')
  })
})

describe('an alert', () => {
  const alert = (rule_type: Alert['rule_type'], details: object, message = 'R: found') =>
    ({ rule_name: 'R', rule_type, message, details: JSON.stringify(details) }) as Alert

  it('shows the value that set it off, or what it found', () => {
    expect(findingOf(alert('cost', { usd: 5.474 }))).toBe('$5.47')
    expect(findingOf(alert('waiting', { minutes: 14 }))).toBe('14 min')
    expect(findingOf(alert('context', { percent: 92.7 }))).toBe('context 92% full')
    const budget = alert('budget', { spent_usd: 5.5, amount_usd: 10, percent: 50 }, 'R: words of the server')
    expect(findingOf(budget)).toBe('$5.50 of $10.00 spent, 50% reached')
    expect(findingOf(alert('event_pattern', {}, 'R: Stop'))).toBe('Stop')
    expect(findingOf(alert('event_pattern', {}, 'Other: Stop'))).toBe('Other: Stop')
  })
})

const field = { required: true, type: 'string', options: [], default: null } as const
const kind = {
  type: 'telegram',
  url_required: true,
  supports_headers: true,
  fields: [
    { ...field, key: 'bot_token', label: 'Token', secret: true },
    { ...field, key: 'chat_id', label: 'Chat', secret: false },
  ],
} as unknown as Parameters<typeof setupIn>[1]
const kept = { headers: { 'X-Key': '••••••••' } } as unknown as Parameters<typeof headerLines>[0]
const form = (members: Readonly<Record<string, string>>): FormData => {
  const filled = new FormData()
  for (const [name, value] of Object.entries(members)) filled.set(name, value)
  return filled
}

describe('the input of the webhook form', () => {
  it('omits empty secrets, so that the stored ones are kept', () => {
    const entered = { url: '', secret: '', 'config.bot_token': '', 'config.chat_id': '-1', headers: headerLines(kept) }
    expect(setupIn(form(entered), kind, kept)).toEqual({
      headers: { 'X-Key': '••••••••' },
      config: { chat_id: '-1' },
    })
  })

  it('contains new values, and null for a secret to delete', () => {
    const entered = { url: 'https://a.example', secret: 'hush', 'config.bot_token': 't', 'config.chat_id': '-1' }
    expect(setupIn(form(entered), kind, undefined)).toEqual({
      url: 'https://a.example',
      secret: 'hush',
      headers: {},
      config: { bot_token: 't', chat_id: '-1' },
    })
    expect(setupIn(form({ ...entered, unsigned: 'on' }), kind, kept)).toMatchObject({ secret: null })
  })

  it('parses one header per line, including values with colons', () => {
    expect(headersIn('Authorization: Bearer a:b\n\n  X-Key :1 \nlonely')).toEqual({
      Authorization: 'Bearer a:b',
      'X-Key': '1',
      lonely: '',
    })
  })
})

describe('the check of the webhook form', () => {
  const wrong = (entered: Record<string, string>, target?: typeof kept, changes: object = {}) =>
    Object.keys(wrongInWebhook(form(entered), { ...kind, allow_http: false, ...changes }, target))

  it('names every field that is wrong at once', () => {
    expect(wrong({})).toEqual(['name', 'url', 'config.bot_token', 'config.chat_id'])
    expect(wrong({ name: 'A', url: 'http://a.example', 'config.bot_token': 't', 'config.chat_id': '1' })).toEqual([
      'url',
    ])
    expect(
      wrong({ name: 'A', url: 'http://a.example', 'config.bot_token': 't', 'config.chat_id': '1' }, undefined, {
        allow_http: true,
      }),
    ).toEqual([])
  })

  it('accepts empty fields whose value is stored', () => {
    expect(wrong({ name: 'A', 'config.chat_id': '1' }, kept)).toEqual([])
  })
})

describe('in German', () => {
  beforeAll(() => speak('de'))
  afterAll(() => speak('en'))
  const spaced = (words: string) => words.replaceAll('\u00a0', ' ')

  it('a rule states its condition with German number formats', () => {
    expect(rule('event_pattern', { tool_name: 'Bash', summary_contains: 'rm', count: 1 })).toBe('Bash, enthält „rm“')
    expect(spaced(rule('cost', { usd: 5 }))).toBe('Kosten pro Sitzung über 5,00 $')
  })
})
