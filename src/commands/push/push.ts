import * as Effect from 'effect/Effect'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import {
  AUTH,
  isPushEndpoint,
  type Notice,
  noticeText,
  P256DH,
  type PushSubscription,
} from '../../domain/push/subscription.js'
import type { NotifySettings } from '../../domain/push/settings.js'
import { replacedSubscriptions, type UnsubscribeReason } from '../../domain/push/decide.js'
import { isRejection, reject, type Rejection } from '../../domain/rejection.js'
import { contentKey } from '../../events/digest.js'
import { isSubscribed, pushSubscriptions } from '../../projections/queries/push.js'
import type { StorageFailure } from '../../events/commit.js'
import type { Reader } from '../../projections/sql.js'
import { type AddressReach, HttpOut } from '../ports/http-out.js'
import type { PushKeys, PushPort } from '../ports/push.js'
import type { Vault } from '../ports/vault.js'
import { SYSTEM } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import type { CommandRunner } from '../kernel/run.js'
import { reporting } from '../kernel/reporting.js'
import { ownedSecrets, secretName } from '../kernel/secrets.js'
import { pushSubscription } from './decider.js'

interface PushResult {
  readonly pushed: number
  readonly failed: number
}

interface PushParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly vault: Vault
  readonly push: PushPort
  /** Which addresses push services may have. */
  readonly reach: AddressReach
  readonly onError: (error: unknown) => void
}

/** Whose subscription it is. */
type Owner = Pick<Caller, 'author' | 'own'>

const SERVICE: Owner = { author: SYSTEM, own: systemVisibility }

const KEYS = 'push/keys'

/** Returns the id of a subscription, a digest of its address: subscribing again in the same browser gives the same id. */
const idOf = (endpoint: string): string => Buffer.from(contentKey('push', endpoint)).toString('hex')
const nameOf = (id: string): string => secretName('push', id)

/** Returns the commands for web push: subscriptions and messages to them. */
export const pushCommands = ({ run, db, vault, push, reach, onError }: PushParts) => {
  const inForce = (id: string): string | null => (isSubscribed(db, systemVisibility, id) ? nameOf(id) : null)
  const secrets = ownedSecrets({ vault, kind: 'push', inForce, onError })
  let making: Promise<PushKeys> | null = null

  /** Creates the keys once, on first use: subscriptions are bound to them. */
  const keys = (): Promise<PushKeys> => {
    const held = vault.get(KEYS) as PushKeys | undefined
    if (held !== undefined) return Promise.resolve(held)
    // After a failure the next call tries again.
    making ??= push
      .makeKeys()
      .then((made) => {
        vault.set(KEYS, made)
        return made
      })
      .finally(() => {
        making = null
      })
    return making
  }

  const leave = (id: string, reason: UnsubscribeReason, { author, own }: Owner) =>
    secrets.change(id, run(pushSubscription, { id, own }, 'unsubscribe', { reason }, author))

  const configure = (id: string, notify: NotifySettings, { author, own }: Owner) =>
    run(pushSubscription, { id, own }, 'configure', notify, author)

  // The next message to it finds again that it no longer exists.
  const gone = (id: string): Effect.Effect<void> => reporting(onError)(leave(id, 'gone', SERVICE))

  /** Returns whether the push service accepted the message. Deletes a subscription that no longer exists. */
  const tell = (own: PushKeys, id: string, text: string): Effect.Effect<boolean, never, HttpOut> =>
    Effect.gen(function* () {
      const subscription = vault.get(nameOf(id)) as PushSubscription | undefined
      const sealed =
        subscription && (yield* Effect.promise(() => push.seal(own, subscription, text).catch(() => undefined)))
      if (sealed === undefined) return yield* Effect.as(gone(id), false)
      const answered = yield* (yield* HttpOut).post({ ...sealed, reach, secret: null })
      if (!('status' in answered)) return false
      if (answered.status === 404 || answered.status === 410) yield* gone(id)
      return answered.status >= 200 && answered.status < 300
    })

  /** Sends a message to some browsers and counts how many push services accepted it. */
  const sendTo = (ids: readonly string[], notice: Notice): Effect.Effect<PushResult, never, HttpOut> =>
    Effect.gen(function* () {
      if (ids.length === 0) return { pushed: 0, failed: 0 }
      const own = yield* Effect.promise(keys)
      const text = noticeText(notice)
      const told = yield* Effect.forEach(ids, (id) => tell(own, id, text), { concurrency: 'unbounded' })
      const pushed = told.filter(Boolean).length
      return { pushed, failed: told.length - pushed }
    })

  return {
    /** Completes changes that a crash interrupted. Call it when the tables can be read. */
    settleAll: secrets.settleAll,

    publicKey: async (): Promise<string> => (await keys()).publicKey,

    subscribe: (
      { notify, ...subscription }: PushSubscription & { readonly notify?: NotifySettings | null | undefined },
      owner: Owner,
    ) =>
      Effect.gen(function* () {
        const wrong = wrongIn(subscription)
        if (wrong !== null) {
          const fields = { field: wrong }
          return yield* Effect.fail(reject('INVALID_INPUT', `${wrong}: not valid for a push subscription`, { fields }))
        }
        const { endpoint, keys: secret } = subscription
        const id = idOf(endpoint)
        const subscribed = Effect.suspend(() => {
          vault.set(nameOf(id), { endpoint, keys: { p256dh: secret.p256dh, auth: secret.auth } })
          const { author, own } = owner
          return run(pushSubscription, { id, own }, 'subscribe', { host: new URL(endpoint).host }, author)
        })
        yield* secrets.change(id, subscribed)
        const replaced = replacedSubscriptions(pushSubscriptions(db, owner.own))
        yield* Effect.forEach(replaced, ({ id: oldest }) => leave(oldest, 'replaced', SERVICE))
        // Another browser may have taken its place meanwhile.
        if (notify != null) yield* Effect.catchIf(configure(id, notify, owner), isGone, () => Effect.void)
      }),

    /** Sets what the browser with an endpoint is notified of. */
    configure: (endpoint: string, notify: NotifySettings, owner: Owner) => configure(idOf(endpoint), notify, owner),

    unsubscribe: (endpoint: string, owner: Owner) => leave(idOf(endpoint), 'asked', owner),

    sendTo,

    /** Sends a message to the browsers of the caller and counts how many push services accepted it. */
    sendToOwn: (notice: Notice, { own }: Pick<Owner, 'own'>): Effect.Effect<PushResult, never, HttpOut> =>
      Effect.suspend(() =>
        sendTo(
          pushSubscriptions(db, own).map(({ id }) => id),
          notice,
        ),
      ),
  }
}

export type PushCommands = ReturnType<typeof pushCommands>

const isGone = (error: Rejection | StorageFailure): error is Rejection<'NOT_FOUND'> =>
  isRejection(error) && error.code === 'NOT_FOUND'

const wrongIn = ({ endpoint, keys }: PushSubscription): string | null => {
  if (!isPushEndpoint(endpoint)) return 'endpoint'
  if (!P256DH.test(keys.p256dh)) return 'keys.p256dh'
  return AUTH.test(keys.auth) ? null : 'keys.auth'
}
