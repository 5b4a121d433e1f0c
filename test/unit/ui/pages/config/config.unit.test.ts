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

describe('a rule in words', () => {
  it('says what it waits for', () => {
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

  it('says how often, and how many of all are off', () => {
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

it('writes a rate to its last digit', () => {
  expect([0.3, 18.75, 0.0375, 1e-7, 3].map(rateWords)).toEqual(['0.30', '18.75', '0.0375', '1e-7', '3.00'])
})

describe('what was entered for a webhook', () => {
  it('leaves out the secrets that were left empty, so that they stay', () => {
    const entered = { url: '', secret: '', 'config.bot_token': '', 'config.chat_id': '-1', headers: headerLines(kept) }
    expect(setupIn(form(entered), kind, kept)).toEqual({
      headers: { 'X-Key': '••••••••' },
      config: { chat_id: '-1' },
    })
  })

  it('tells what is new, and what was asked to be forgotten', () => {
    const entered = { url: 'https://a.example', secret: 'hush', 'config.bot_token': 't', 'config.chat_id': '-1' }
    expect(setupIn(form(entered), kind, undefined)).toEqual({
      url: 'https://a.example',
      secret: 'hush',
      headers: {},
      config: { bot_token: 't', chat_id: '-1' },
    })
    expect(setupIn(form({ ...entered, unsigned: 'on' }), kind, kept)).toMatchObject({ secret: null })
  })

  it('reads headers line by line, values with colons too', () => {
    expect(headersIn('Authorization: Bearer a:b\n\n  X-Key :1 \nlonely')).toEqual({
      Authorization: 'Bearer a:b',
      'X-Key': '1',
      lonely: '',
    })
  })
})

describe('the outcome of an import', () => {
  it('counts what is new, completed and known', () => {
    expect(outcomeWords({ imported: 3, backfilled: 1, skipped: 40, errors: 0 })).toBe(
      '3 sessions are new, 1 was completed, 40 were known.',
    )
    expect(outcomeWords({ imported: 0, backfilled: 0, skipped: 0, errors: 2 })).toBe(
      'No session is new. 2 files could not be read.',
    )
  })

  it('names the files that were not taken, and nothing that is none', () => {
    const files = [{ name: 'a', reason: 'no' }, { name: 7 }, 'b']
    expect(rejectedIn(new Failure(400, 'NO_FILES', '', undefined, { rejected_files: files }))).toEqual([files[0]])
    expect(rejectedIn(new Failure(400, 'NO_FILES', ''))).toEqual([])
  })
})

describe('in German', () => {
  beforeAll(() => speak('de'))
  afterAll(() => speak('en'))
  const spaced = (words: string) => words.replaceAll('\u00a0', ' ')

  it('a rule says what it waits for, with its numbers written as there', () => {
    expect(rule('event_pattern', { tool_name: 'Bash', summary_contains: 'rm', count: 1 })).toBe(
      'Ein Ereignis von Bash mit „rm“',
    )
    expect(spaced(rule('event_pattern', { event_type: 'Stop', count: 1200, window_minutes: 90 }))).toBe(
      '1,2 Tsd. Stop innerhalb von 1 h 30 min',
    )
    expect(rule('status_duration', { status: 'working', minutes: 5 })).toBe('Ein Agent arbeitet seit 5 min')
  })

  it('a rate has a comma', () => expect(rateWords(18.75)).toBe('18,75'))

  it('an import tells what came of it', () =>
    expect(outcomeWords({ imported: 3, backfilled: 1, skipped: 40, errors: 1 })).toBe(
      '3 Sitzungen sind neu, 1 wurde ergänzt, 40 waren bekannt. 1 Datei war nicht lesbar.',
    ))

  it('a step that this page has never heard of is left to the words of the service', () => {
    const step = { id: 'archive', title: 'Pack it', body: 'Run it.' } as Parameters<typeof isKnown>[0]
    expect(isKnown(step)).toBe(true)
    expect(isKnown({ ...step, id: 'carry' })).toBe(false)
  })
})
