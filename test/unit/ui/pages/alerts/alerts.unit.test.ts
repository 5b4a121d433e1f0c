import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speak } from '../../../../../ui/src/i18n/i18n.js'
import { cooldownWords, rulesWords, ruleWords } from '../../../../../ui/src/pages/alerts/rules/rule-types.js'
import { headerLines, headersIn, setupIn } from '../../../../../ui/src/pages/alerts/webhooks/setup.js'

const rule = (rule_type: Parameters<typeof ruleWords>[0]['rule_type'], config: Record<string, unknown>) =>
  ruleWords({ rule_type, config })

describe('the text of an alert rule', () => {
  it('states the condition', () => {
    expect(rule('event_pattern', { event_type: 'Stop', count: 1 })).toBe('Stop')
    expect(rule('event_pattern', { tool_name: 'Bash', summary_contains: 'rm', count: 1 })).toBe(
      'An event of Bash with “rm”',
    )
    expect(rule('event_pattern', { tool_name: 'Bash', count: 1200, window_minutes: 90 })).toBe(
      '1.2K events of Bash within 1 h 30 min',
    )
    expect(rule('token_threshold', { total_tokens: 2_000_000 })).toBe('A session has used 2M tokens')
    expect(rule('inactivity', { minutes: 30 })).toBe('Nothing has happened in a session for 30 min')
    expect(rule('status_duration', { status: 'waiting', minutes: 5 })).toBe('An agent has been waiting for 5 min')
  })

  it('states the cooldown, and how many rules are off', () => {
    expect(cooldownWords(0)).toBe('every time')
    expect(cooldownWords(300)).toBe('at most once in 5 min for the same session')
    const one = { enabled: true } as Parameters<typeof rulesWords>[0][number]
    expect(rulesWords([one])).toBe('1 rule')
    expect(rulesWords([one, { ...one, enabled: false }])).toBe('2 rules, 1 of them off')
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

describe('in German', () => {
  beforeAll(() => speak('de'))
  afterAll(() => speak('en'))
  const spaced = (words: string) => words.replaceAll('\u00a0', ' ')

  it('a rule states its condition with German number formats', () => {
    expect(rule('event_pattern', { tool_name: 'Bash', summary_contains: 'rm', count: 1 })).toBe(
      'Ein Ereignis von Bash mit „rm“',
    )
    expect(spaced(rule('event_pattern', { event_type: 'Stop', count: 1200, window_minutes: 90 }))).toBe(
      '1,2 Tsd. Stop innerhalb von 1 h 30 min',
    )
    expect(rule('status_duration', { status: 'working', minutes: 5 })).toBe('Ein Agent arbeitet seit 5 min')
  })
})
