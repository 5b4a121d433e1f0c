declare const kindOfStream: unique symbol

export type StreamKind =
  | 'session'
  | 'service'
  | 'pricing'
  | 'alert-rule'
  | 'alerts'
  | 'budget'
  | 'source'
  | 'webhook'
  | 'push'
  | 'lane'
  | 'train'
  | 'race'
  | 'git-credentials'
  | 'locks'
  | 'router'
  | 'profile'
  | 'pool'
  | 'user'
  | 'prefs'
  | 'audit'

/**
 * The name of a stream. Only this file makes one, so its kind is known to the compiler: `append` refuses an event on a stream of
 * a kind that its definition does not name.
 */
export type StreamName<K extends StreamKind = StreamKind> = string & { readonly [kindOfStream]: K }

/** Where events are appended: the only stream of a kind, or the function that names the one of an id. */
export type StreamOf<K extends StreamKind> = StreamName<K> | ((id: string) => StreamName<K>)

const only = <const K extends StreamKind>(kind: K): StreamName<K> => kind as string as StreamName<K>

const oneOfMany =
  <const K extends StreamKind>(kind: K): ((id: string) => StreamName<K>) =>
  (id) =>
    `${kind}-${id}` as StreamName<K>

/** Returns the stream of a session. Its agents and transcripts belong to it. */
export const sessionStream = oneOfMany('session')

const SESSION = sessionStream('')

/** Returns the session that a stream belongs to; undefined for other streams. */
export const sessionOfStream = (name: string): string | undefined =>
  name.startsWith(SESSION) ? name.slice(SESSION.length) : undefined

/** The stream of operations on the service itself. */
export const SERVICE_STREAM = only('service')

/** The one stream of the pricing rules. */
export const PRICING_STREAM = only('pricing')

/** Returns the stream of an alert rule. Its alerts are on the streams of the sessions they concern. */
export const alertRuleStream = oneOfMany('alert-rule')

/** The stream of acknowledgements. */
export const ALERTS_STREAM = only('alerts')

/** Returns the stream of a budget. Its alerts are on it too. */
export const budgetStream = oneOfMany('budget')

/** Returns the stream of a remote machine whose transcripts are read. */
export const sourceStream = oneOfMany('source')

/** Returns the stream of a webhook target and its test messages. Deliveries of an alert are on the stream of the alert. */
export const webhookStream = oneOfMany('webhook')

/** Returns the stream of a lane. */
export const laneStream = oneOfMany('lane')

/** Returns the stream of a merge train. */
export const trainStream = oneOfMany('train')

/** Returns the stream of a race. */
export const raceStream = oneOfMany('race')

/** The stream of the logins for git hosts. */
export const GIT_CREDENTIALS_STREAM = only('git-credentials')

/** The stream of the named locks. */
export const LOCKS_STREAM = only('locks')

/** Returns the stream of a proxy for requests of agents. */
export const routerStream = oneOfMany('router')

/** Returns the stream of a saved login of an agent CLI. */
export const loginProfileStream = oneOfMany('profile')

/** Returns the stream of an account of the pool, by its tool and name. */
export const poolStream = oneOfMany('pool')

/** The stream of push subscriptions. */
export const PUSH_STREAM = only('push')

/** Returns the stream of an account, which in local mode is `local`. */
export const userStream = oneOfMany('user')

/** Returns the stream of the preferences of an account, which is erased with it. */
export const prefsStream = oneOfMany('prefs')

/** The stream of what staff read and changed of others. It is never erased with them. */
export const AUDIT_STREAM = only('audit')
