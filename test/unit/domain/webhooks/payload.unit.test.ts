import { describe, expect, it } from 'vitest'
import { messageFor, refusalIn, type SentAlert, type TargetSetup } from '../../../../src/domain/webhooks/payload.js'
import { RECEIVERS, receiverList, WEBHOOK_TYPES } from '../../../../src/domain/webhooks/receivers.js'

const AT = '2026-11-20T12:00:00.000Z'
const HOSTILE = '<!channel> @everyone & [x](https://evil.example)'
const alert: SentAlert = {
  id: 7,
  rule_id: 'r',
  rule_name: 'Deploys',
  rule_type: 'event_pattern',
  session_id: '11111111-2222',
  agent_id: null,
  message: HOSTILE,
  details: { summary: 'x' },
  triggered_at: AT,
}
const setup = (type: TargetSetup['type'], config: Record<string, string> = {}): TargetSetup => ({
  type,
  url: RECEIVERS[type].address === 'given' ? `https://example.com/${type}` : null,
  secret: null,
  headers: { 'x-a': '1' },
  config,
})
const KEYS = { bot_token: 'a/b', chat_id: '-1', routing_key: 'rk', api_key: 'ak' }
const sent = (type: TargetSetup['type'], config: Record<string, string> = KEYS) => {
  const message = messageFor(setup(type, config), alert, AT)
  if (message === null) throw new Error('no message')
  return { ...message, json: JSON.parse(message.body) as Record<string, unknown> }
}

describe('a webhook message', () => {
  it.each(WEBHOOK_TYPES)('to %s names the alert and its session', (type) => {
    expect(sent(type).body).toContain('11111111')
  })

  it.each([
    ['slack', '&lt;!channel&gt; @everyone &amp;'],
    ['google_chat', '‹!channel> @\u200beveryone'],
    ['mattermost', '@\u200beveryone'],
    ['rocketchat', '@\u200beveryone'],
  ] as const)('to %s mentions nobody', (type, text) => {
    expect(String(sent(type).json.text)).toContain(text)
  })

  it('to Discord mentions nobody, and to Teams contains no links', () => {
    expect(sent('discord').json).toMatchObject({ allowed_mentions: { parse: [] } })
    expect(sent('teams').body).not.toContain('[x](')
  })

  it('to a service goes to its own URL with its own keys', () => {
    expect(sent('telegram')).toMatchObject({
      url: 'https://api.telegram.org/bota%2Fb/sendMessage',
      json: { chat_id: '-1' },
    })
    expect(sent('pagerduty')).toMatchObject({
      url: 'https://events.pagerduty.com/v2/enqueue',
      json: { routing_key: 'rk', event_action: 'trigger', payload: { severity: 'warning', timestamp: AT } },
    })
    expect(sent('opsgenie', { api_key: 'ak', region: 'eu' })).toMatchObject({
      url: 'https://api.eu.opsgenie.com/v2/alerts',
      headers: { authorization: 'GenieKey ak' },
    })
    expect(sent('splunk_oncall', { severity: 'INFO' }).json).toMatchObject({ message_type: 'INFO' })
  })

  it('to a generic endpoint is the whole alert, with the configured headers', () => {
    expect(sent('generic')).toMatchObject({
      headers: { 'x-a': '1' },
      json: { event: 'alert.triggered', source: 'switchyard', sent_at: AT, alert },
    })
    expect(sent('slack').headers).toEqual({})
  })

  it.each(['slack', 'telegram', 'pagerduty', 'opsgenie'] as const)(
    'to %s is null while its setup is missing',
    (type) => {
      expect(messageFor({ ...setup(type), url: null }, alert, AT)).toBeNull()
    },
  )
})

describe('a service', () => {
  it('can reject a message with status 200', () => {
    expect(refusalIn('splunk_oncall', '{"result":"failure","messages":"x"}')).not.toBeNull()
    expect(refusalIn('splunk_oncall', '{"result":"success"}')).toBeNull()
    expect(refusalIn('generic', '{"result":"failure"}')).toBeNull()
  })

  it('is listed with the fields that its form needs', () => {
    expect(receiverList().map(({ type }) => type)).toEqual([...WEBHOOK_TYPES])
    expect(
      receiverList()
        .filter(({ allow_http }) => allow_http)
        .map(({ type }) => type),
    ).toEqual(['n8n', 'generic'])
    expect(receiverList().find(({ type }) => type === 'telegram')).toMatchObject({
      url_required: false,
      derives_url: true,
    })
  })
})
