import type { PushSubscription } from '../../domain/push/subscription.js'

export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** A message encrypted for one device, ready for the device's push service. */
interface SealedPush {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface PushPort {
  /** Creates the keys that identify this service to push services. */
  readonly makeKeys: () => Promise<PushKeys>
  /** Encrypts a message. Throws when the subscription's keys are invalid. */
  readonly seal: (keys: PushKeys, subscription: PushSubscription, text: string) => Promise<SealedPush>
}
