/** The types of alert receivers: chats, services with their own API, and endpoints that accept our own JSON. */
export const WEBHOOK_TYPES = [
  'slack',
  'discord',
  'teams',
  'google_chat',
  'mattermost',
  'rocketchat',
  'telegram',
  'pagerduty',
  'opsgenie',
  'splunk_oncall',
  'zapier',
  'make',
  'n8n',
  'pipedream',
  'generic',
] as const
export type WebhookType = (typeof WEBHOOK_TYPES)[number]

export interface ReceiverField {
  readonly key: string
  readonly label: string
  readonly secret: boolean
  readonly required: boolean
  readonly type: 'string' | 'enum'
  readonly options: readonly string[]
  readonly default: string | null
}

interface Receiver {
  readonly label: string
  readonly family: 'chat' | 'api' | 'generic'
  /** `given`: the user enters the URL; `fixed`: it is always the same; `made`: it is built from the fields. */
  readonly address: 'given' | 'fixed' | 'made'
  /** Only for receivers that can be in the user's own network. */
  readonly allowHttp: boolean
  readonly hint: string
  readonly fields: readonly ReceiverField[]
}

const text = (key: string, label: string, secret: boolean): ReceiverField => ({
  key,
  label,
  secret,
  required: true,
  type: 'string',
  options: [],
  default: null,
})
const choice = (key: string, label: string, options: readonly string[], preset: string): ReceiverField => ({
  key,
  label,
  secret: false,
  required: false,
  type: 'enum',
  options,
  default: preset,
})

const chat = (label: string, hint: string): Receiver => ({
  label,
  family: 'chat',
  address: 'given',
  allowHttp: false,
  hint,
  fields: [],
})
const generic = (label: string, hint: string, allowHttp = false): Receiver => ({
  label,
  family: 'generic',
  address: 'given',
  allowHttp,
  hint,
  fields: [],
})
const api = (
  label: string,
  address: Receiver['address'],
  hint: string,
  fields: readonly ReceiverField[],
): Receiver => ({
  label,
  family: 'api',
  address,
  allowHttp: false,
  hint,
  fields,
})

export const RECEIVERS: Readonly<Record<WebhookType, Receiver>> = {
  slack: chat('Slack', 'https://hooks.slack.com/services/…'),
  discord: chat('Discord', 'https://discord.com/api/webhooks/…'),
  teams: chat('Microsoft Teams', 'https://….webhook.office.com/…'),
  google_chat: chat('Google Chat', 'https://chat.googleapis.com/v1/spaces/…'),
  mattermost: chat('Mattermost', 'https://mattermost.example.com/hooks/…'),
  rocketchat: chat('Rocket.Chat', 'https://chat.example.com/hooks/…'),
  telegram: api('Telegram', 'made', '', [text('bot_token', 'Bot token', true), text('chat_id', 'Chat', false)]),
  pagerduty: api('PagerDuty', 'fixed', '', [
    text('routing_key', 'Routing key', true),
    choice('severity', 'Severity', ['critical', 'error', 'warning', 'info'], 'warning'),
  ]),
  opsgenie: api('Opsgenie', 'made', '', [
    text('api_key', 'API key', true),
    choice('region', 'Region', ['us', 'eu'], 'us'),
  ]),
  splunk_oncall: api('Splunk On-Call', 'given', 'https://alert.victorops.com/integrations/generic/…', [
    choice('severity', 'Severity', ['CRITICAL', 'WARNING', 'INFO'], 'WARNING'),
  ]),
  zapier: generic('Zapier', 'https://hooks.zapier.com/hooks/catch/…'),
  make: generic('Make', 'https://hook.eu1.make.com/…'),
  n8n: generic('n8n', 'https://n8n.example.com/webhook/…', true),
  pipedream: generic('Pipedream', 'https://….m.pipedream.net'),
  generic: generic('Webhook', 'https://example.com/alerts', true),
}

/** Returns the types with what their form needs. */
export const receiverList = () =>
  WEBHOOK_TYPES.map((type) => {
    const { label, family, address, allowHttp, hint, fields } = RECEIVERS[type]
    const own = family === 'generic'
    return {
      type,
      label,
      family,
      url_required: address === 'given',
      has_default_url: address === 'fixed',
      derives_url: address === 'made',
      allow_http: allowHttp,
      url_hint: hint,
      supports_secret: own,
      supports_headers: own,
      fields,
    }
  })
