import { describe, expect, it } from 'vitest'
import { isRejection } from '../../../../src/domain/rejection.js'
import type { WebhookType } from '../../../../src/domain/webhooks/receivers.js'
import {
  changedSetup,
  MASK,
  NO_SETUP,
  type Setup,
  type SetupChange,
  urlPreview,
} from '../../../../src/domain/webhooks/target.js'

const URL_OF_SLACK = 'https://hooks.slack.com/services/T000/B000/secret-token'
const MINE = 'https://mine.example/alerts'

const set = (type: WebhookType, change: SetupChange, before: Setup = NO_SETUP): Setup => {
  const setup = changedSetup(type, before, change)
  if (isRejection(setup)) throw new Error(setup.message)
  return setup
}
const refused = (type: WebhookType, change: SetupChange, before: Setup = NO_SETUP) => {
  const setup = changedSetup(type, before, change)
  return isRejection(setup) ? setup : undefined
}

describe('a webhook URL', () => {
  it.each([
    ['slack', URL_OF_SLACK],
    ['generic', 'http://127.0.0.1:9/hook'],
    ['n8n', 'http://n8n.local/webhook/1'],
    ['zapier', 'https://hooks.zapier.com/hooks/catch/1/2'],
  ] as const)('of %s may be %s', (type, url) => {
    expect(set(type, { url }).url).toBe(url)
  })

  it.each([
    ['slack', undefined],
    ['slack', null],
    ['slack', '  '],
    ['slack', 'hooks.slack.com/services'],
    ['slack', 'http://hooks.slack.com/services/secret-token'],
    ['zapier', 'http://hooks.zapier.com/secret-token'],
    ['generic', 'file:///etc/secret-token'],
    ['generic', 'ftp://example.com/secret-token'],
    ['generic', 'javascript:secret-token'],
    ['generic', 'https://user:secret-token@example.com/'],
    ['generic', `https://example.com/${'secret-token'.repeat(200)}`],
    ['telegram', 'https://example.com/secret-token'],
    ['pagerduty', 'https://example.com/secret-token'],
  ] as const)('of %s cannot be %s, and the error does not repeat it', (type, url) => {
    const answer = refused(type, { url, config: { bot_token: 't', chat_id: 'c', routing_key: 'r' } })
    expect(answer?.fields.field).toBe('url')
    expect(answer?.message).not.toContain('secret-token')
  })

  it('is shown as its host and last four characters, or only its host if the path is short', () => {
    expect(urlPreview(URL_OF_SLACK)).toBe('hooks.slack.com/…oken')
    expect(urlPreview('https://example.com/abcd')).toBe('example.com/…')
    expect(urlPreview(null)).toBeNull()
  })
})

describe('headers', () => {
  it('are accepted for generic endpoints', () => {
    expect(set('generic', { url: MINE, headers: { Authorization: 'Bearer t' } }).headers).toEqual({
      Authorization: 'Bearer t',
    })
  })

  it.each([
    [{ 'bad name': 'x' }],
    [{ 'x-a': 'one\r\nx-b: two' }],
    [{ 'x-a': 5 }],
    [{ 'x-a': 'ä' }],
    [{ 'Content-Type': 'text/plain' }],
    [{ host: 'evil.example' }],
    [{ 'X-Webhook-Signature': 'sha256=0' }],
    [{ 'transfer-encoding': 'chunked' }],
    [{ 'X-A': '1', 'x-a': '2' }],
    [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, 'v']))],
  ])('%j are rejected', (headers) => {
    expect(refused('generic', { url: MINE, headers })?.fields.field).toBe('headers')
  })

  it('are rejected for chat services', () => {
    expect(refused('slack', { url: URL_OF_SLACK, headers: { 'x-a': '1' } })?.fields.field).toBe('headers')
  })

  it('are kept when absent or masked, and deleted when not listed', () => {
    const before = set('generic', { url: MINE, headers: { a: '1', b: '2' } })
    expect(set('generic', {}, before).headers).toEqual({ a: '1', b: '2' })
    expect(set('generic', { headers: { a: MASK, c: '3' } }, before).headers).toEqual({ a: '1', c: '3' })
    expect(set('generic', { headers: null }, before).headers).toEqual({})
  })

  it('must be entered again for another server', () => {
    const before = set('generic', { url: MINE, headers: { a: '1' } })
    for (const change of [{}, { headers: { a: MASK } }]) {
      const answer = refused('generic', { url: 'https://evil.example/', ...change }, before)
      expect(answer?.fields.field).toBe('headers')
    }
    expect(set('generic', { url: `${MINE}/other` }, before).headers).toEqual({ a: '1' })
    expect(set('generic', { url: 'https://new.example/', headers: { a: '2' } }, before).headers).toEqual({ a: '2' })
  })
})

describe('a secret', () => {
  it('is accepted only for generic endpoints, with at most 1000 characters', () => {
    expect(set('generic', { url: MINE, secret: 's' }).secret).toBe('s')
    expect(refused('slack', { url: URL_OF_SLACK, secret: 's' })?.fields.field).toBe('secret')
    expect(refused('generic', { url: MINE, secret: 's'.repeat(1001) })?.fields.field).toBe('secret')
  })

  it('is kept until it is replaced or cleared', () => {
    const before = set('generic', { url: MINE, secret: 's' })
    expect(set('generic', {}, before).secret).toBe('s')
    expect(set('generic', { secret: MASK }, before).secret).toBe('s')
    expect(set('generic', { secret: 'new' }, before).secret).toBe('new')
    expect(set('generic', { secret: null }, before).secret).toBeNull()
    expect(set('generic', { secret: '' }, before).secret).toBeNull()
  })
})

describe('the fields of a service', () => {
  const telegram = { bot_token: 'token', chat_id: '-100' }

  it.each([
    ['telegram', telegram, telegram],
    ['pagerduty', { routing_key: ' key ' }, { routing_key: 'key', severity: 'warning' }],
    ['opsgenie', { api_key: 'key', region: 'eu' }, { api_key: 'key', region: 'eu' }],
    ['opsgenie', { api_key: 'key', other: 'x' }, { api_key: 'key', region: 'us' }],
  ] as const)('%s accepts %j', (type, config, taken) => {
    expect(set(type, { config }).config).toEqual(taken)
  })

  it.each([
    ['telegram', { chat_id: '1' }, 'config.bot_token'],
    ['telegram', { bot_token: 't' }, 'config.chat_id'],
    ['telegram', { ...telegram, chat_id: 5 }, 'config.chat_id'],
    ['telegram', { ...telegram, bot_token: 'a\nb' }, 'config.bot_token'],
    ['pagerduty', {}, 'config.routing_key'],
    ['pagerduty', { routing_key: 'k', severity: 'mild' }, 'config.severity'],
    ['opsgenie', { api_key: 'k', region: 'mars' }, 'config.region'],
  ] as const)('%s rejects %j for its %s', (type, config, field) => {
    expect(refused(type, { config })?.fields.field).toBe(field)
  })

  it('are kept when masked', () => {
    const before = set('telegram', { config: telegram })
    expect(set('telegram', { config: { bot_token: MASK, chat_id: '7' } }, before).config).toEqual({
      bot_token: 'token',
      chat_id: '7',
    })
  })
})
