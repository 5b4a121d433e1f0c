import { RECEIVERS, type WebhookType } from './receivers.js'

/** An alert as it is sent. A test message has no id, rule and session. */
export interface SentAlert {
  readonly id: number | null
  readonly rule_id: string | null
  readonly rule_name: string
  readonly rule_type: string
  readonly session_id: string | null
  readonly agent_id: string | null
  readonly message: string
  readonly details: unknown
  readonly triggered_at: string
}

/** The complete setup of a target, including its secrets. */
export interface TargetSetup {
  readonly type: WebhookType
  readonly url: string | null
  readonly secret: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly config: Readonly<Record<string, string>>
}

interface OutgoingMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Builds the request that delivers an alert to a target; null if the URL of the target is unknown. */
export const messageFor = (setup: TargetSetup, alert: SentAlert, sentAt: string): OutgoingMessage | null => {
  const url = addressOf(setup)
  if (url === null) return null
  const body = JSON.stringify(bodyFor(setup, alert, sentAt))
  const headers = {
    ...(RECEIVERS[setup.type].family === 'generic' ? setup.headers : {}),
    ...(setup.type === 'opsgenie' ? { authorization: `GenieKey ${setup.config.api_key}` } : {}),
  }
  return { url, headers, body }
}

/** Returns the reason if a response with status 200 is a refusal, else null. Some services answer 200 to what they refuse. */
export const refusalIn = (type: WebhookType, body: string): string | null =>
  type === 'splunk_oncall' && /"result"\s*:\s*"failure"/.test(body) ? 'the service rejected the message' : null

const addressOf = ({ type, url, config }: TargetSetup): string | null => {
  switch (type) {
    case 'telegram':
      return config.bot_token === undefined
        ? null
        : `https://api.telegram.org/bot${encodeURIComponent(config.bot_token)}/sendMessage`
    case 'pagerduty':
      return config.routing_key === undefined ? null : 'https://events.pagerduty.com/v2/enqueue'
    case 'opsgenie':
      return config.api_key === undefined
        ? null
        : `https://api.${config.region === 'eu' ? 'eu.' : ''}opsgenie.com/v2/alerts`
    default:
      return url
  }
}

// Text of an agent must not mention people: chats would notify them.
const noEscapes = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const noMentions = (text: string): string => text.replace(/@/g, '@\u200b').replace(/</g, '‹')

const lineOf = ({ message, session_id }: SentAlert): string =>
  session_id === null ? message : `${message} (session ${session_id.slice(0, 8)})`

const bodyFor = ({ type, config }: TargetSetup, alert: SentAlert, sentAt: string): unknown => {
  const line = lineOf(alert)
  const key = `switchyard-${alert.rule_id ?? 'test'}-${alert.session_id ?? ''}-${alert.agent_id ?? ''}`
  switch (type) {
    case 'slack':
      return { text: noEscapes(line) }
    case 'discord':
      return { content: line, allowed_mentions: { parse: [] } }
    case 'teams':
      return teamsCard(line)
    case 'google_chat':
    case 'mattermost':
    case 'rocketchat':
      return { text: noMentions(line) }
    case 'telegram':
      return { chat_id: config.chat_id, text: line, disable_web_page_preview: true }
    case 'pagerduty':
      return {
        routing_key: config.routing_key,
        event_action: 'trigger',
        dedup_key: key,
        payload: {
          summary: line,
          source: 'switchyard',
          severity: config.severity ?? 'warning',
          timestamp: alert.triggered_at,
          custom_details: alert.details,
        },
      }
    case 'opsgenie':
      return { message: line.slice(0, 130), description: line, alias: key, source: 'switchyard' }
    case 'splunk_oncall':
      return {
        message_type: config.severity ?? 'WARNING',
        entity_id: key,
        entity_display_name: alert.rule_name,
        state_message: line,
      }
    default:
      return { event: 'alert.triggered', source: 'switchyard', sent_at: sentAt, alert }
  }
}

const teamsCard = (line: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text: line.replace(/[[\]()*_`]/g, '\\$&'), wrap: true }],
      },
    },
  ],
})
