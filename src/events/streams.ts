/** The only constructors of stream names. An agent and a transcript belong to their session's stream. */

const SESSION = 'session-'

export const sessionStream = (sessionId: string): string => `${SESSION}${sessionId}`

/** Returns the session that a stream belongs to; undefined for other streams. */
export const sessionOfStream = (name: string): string | undefined =>
  name.startsWith(SESSION) ? name.slice(SESSION.length) : undefined

/** The stream of operations on the service itself. */
export const SERVICE_STREAM = 'service'

/** The one stream of the pricing rules. */
export const PRICING_STREAM = 'pricing'

/** Returns the stream of an alert rule. Its alerts are on the streams of the sessions they concern. */
export const alertRuleStream = (rule: string): string => `alert-rule-${rule}`

/** The stream of acknowledgements. */
export const ALERTS_STREAM = 'alerts'

/** Returns the stream of a remote machine whose transcripts are read. */
export const sourceStream = (source: string): string => `source-${source}`

/** Returns the stream of a webhook target and its test messages. Deliveries of an alert are on the stream of the alert. */
export const webhookStream = (target: string): string => `webhook-${target}`

/** The stream of push subscriptions. */
export const PUSH_STREAM = 'push'
