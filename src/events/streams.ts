/** The only constructors of stream names. An agent and a transcript belong to their session's stream. */

const SESSION = 'session-'

export const sessionStream = (sessionId: string): string => `${SESSION}${sessionId}`

/** The session a stream belongs to; undefined for other streams. */
export const sessionOfStream = (name: string): string | undefined =>
  name.startsWith(SESSION) ? name.slice(SESSION.length) : undefined

/** The stream of what was done to the service itself. */
export const SERVICE_STREAM = 'service'

/** The one stream of the pricing rules. */
export const PRICING_STREAM = 'pricing'

/** An alert rule. What it gave stands with the sessions it was about. */
export const alertRuleStream = (rule: string): string => `alert-rule-${rule}`

/** What was acknowledged. */
export const ALERTS_STREAM = 'alerts'

/** Another machine whose transcripts are read. */
export const sourceStream = (source: string): string => `source-${source}`

/** A webhook target and its probes. What was brought to it of an alert stands with the alert. */
export const webhookStream = (target: string): string => `webhook-${target}`

/** The browsers that want to be told. */
export const PUSH_STREAM = 'push'
