import type { PushSubscription } from '../../domain/push/subscription.js'

export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** A message that only its device can read, on its way to the device's push service. */
export interface SealedPush {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface PushPort {
  /** Keys by which push services know this service. */
  readonly makeKeys: () => Promise<PushKeys>
  /** Throws where the subscription's keys are none. */
  readonly seal: (keys: PushKeys, subscription: PushSubscription, text: string) => Promise<SealedPush>
}
