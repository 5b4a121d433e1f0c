import { accept } from '../decision.js'

/** Browsers leave stale subscriptions behind; above this number the oldest is removed. */
const MAX_SUBSCRIPTIONS = 100

/** A subscription by its id, and whether it is known. */
export interface KnownSubscription {
  readonly id: string
  readonly isSubscribed: boolean
}

/** Records a subscription. Repeating it has no effect. */
const subscribe = ({ id, isSubscribed }: KnownSubscription, { host }: { readonly host: string }) =>
  isSubscribed ? accept() : accept({ type: 'push-subscribed', data: { subscription: id, host } })

/** Why a subscription ends. */
export type UnsubscribeReason = 'asked' | 'gone' | 'replaced'

const unsubscribe = ({ id, isSubscribed }: KnownSubscription, { reason }: { readonly reason: UnsubscribeReason }) =>
  isSubscribed ? accept({ type: 'push-unsubscribed', data: { subscription: id, reason } }) : accept()

export const decidePush = { subscribe, unsubscribe }

/** Returns the subscriptions that newer ones replace. `known` is in order, oldest first. */
export const replacedSubscriptions = <S>(known: readonly S[]): readonly S[] =>
  known.slice(0, Math.max(0, known.length - MAX_SUBSCRIPTIONS))
