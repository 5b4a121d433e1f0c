import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '../../../../../ui/src/api/failure.js'
import { speak } from '../../../../../ui/src/i18n/i18n.js'
import { cooldownWords, rulesWords, ruleWords } from '../../../../../ui/src/pages/config/alerts/rule-types.js'
import { rateWords } from '../../../../../ui/src/pages/config/pricing/rates.js'
import { headerLines, headersIn, setupIn } from '../../../../../ui/src/pages/config/webhooks/setup.js'
import { isKnown } from '../../../../../ui/src/pages/settings/import/guide-words.js'
import { outcomeWords, rejectedIn } from '../../../../../ui/src/pages/settings/import/outcome-words.js'

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

it('shows all digits of a rate', () => {
  expect([0.3, 18.75, 0.0375, 1e-7, 3].map(rateWords)).toEqual(['0.30', '18.75', '0.0375', '1e-7', '3.00'])
})

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

describe('the result of an import', () => {
  it('counts new, completed and known sessions, and unreadable files', () => {
    expect(outcomeWords({ imported: 3, backfilled: 1, skipped: 40, errors: 0 })).toBe(
      '3 sessions are new, 1 was completed, 40 were known.',
    )
    expect(outcomeWords({ imported: 0, backfilled: 0, skipped: 0, errors: 2 })).toBe(
      'No session is new. 2 files could not be read.',
    )
  })

  it('lists the rejected files and skips malformed entries', () => {
    const files = [{ name: 'a', reason: 'no' }, { name: 7 }, 'b']
    expect(rejectedIn(new Failure(400, 'NO_FILES', '', undefined, { rejected_files: files }))).toEqual([files[0]])
    expect(rejectedIn(new Failure(400, 'NO_FILES', ''))).toEqual([])
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

  it('a rate has a decimal comma', () => expect(rateWords(18.75)).toBe('18,75'))

  it('an import shows its result', () =>
    expect(outcomeWords({ imported: 3, backfilled: 1, skipped: 40, errors: 1 })).toBe(
      '3 Sitzungen sind neu, 1 wurde ergänzt, 40 waren bekannt. 1 Datei war nicht lesbar.',
    ))

  it('only the import steps that the page knows are translated', () => {
    const step = { id: 'archive', title: 'Pack it', body: 'Run it.' } as Parameters<typeof isKnown>[0]
    expect(isKnown(step)).toBe(true)
    expect(isKnown({ ...step, id: 'carry' })).toBe(false)
  })
})
