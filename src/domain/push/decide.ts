import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { type NotifySettings, wrongInQuiet } from './settings.js'

/** Browsers leave stale subscriptions behind; above this number the oldest is removed. */
const MAX_SUBSCRIPTIONS = 100

/** A subscription by its id, and whether the caller has it. */
export interface KnownSubscription {
  readonly id: string
  readonly isOwn: boolean
}

/** Records a subscription. Repeating it has no effect. A browser in which somebody else signs in becomes theirs. */
const subscribe = ({ id, isOwn }: KnownSubscription, { host }: { readonly host: string }) =>
  isOwn ? accept() : accept({ type: 'push-subscribed', data: { subscription: id, host } })

/** Why a subscription ends. */
export type UnsubscribeReason = 'asked' | 'gone' | 'replaced'

const unsubscribe = ({ id, isOwn }: KnownSubscription, { reason }: { readonly reason: UnsubscribeReason }) =>
  isOwn ? accept({ type: 'push-unsubscribed', data: { subscription: id, reason } }) : accept()

/** Sets what a browser is notified of. */
const configure = ({ id, isOwn }: KnownSubscription, settings: NotifySettings) => {
  const { needs_me, failed, finished, quiet, language } = settings
  if (!isOwn) return refuse(reject('NOT_FOUND', 'push subscription not found'))
  const wrong = quiet === null ? null : wrongInQuiet(quiet)
  if (wrong !== null) {
    const field = `notify.quiet.${wrong}`
    const message = wrong === 'timezone' ? 'must be a time zone, such as Europe/Rome' : 'must be a time, such as 22:00'
    return refuse(reject('INVALID_INPUT', `${field}: ${message}`, { fields: { field } }))
  }
  const chosen = { subscription: id, needsMe: needs_me, failed, finished, quiet }
  return accept({ type: 'push-settings-set', data: language === undefined ? chosen : { ...chosen, language } })
}

export const decidePush = { subscribe, unsubscribe, configure }

/** Returns the subscriptions that newer ones replace. `known` is in order, oldest first. */
export const replacedSubscriptions = <S>(known: readonly S[]): readonly S[] =>
  known.slice(0, Math.max(0, known.length - MAX_SUBSCRIPTIONS))
