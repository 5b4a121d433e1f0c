import { contentKey } from '../../events/digest.js'
import type { HookPayload } from '../../domain/session/payload.js'
import { type Instant, MINUTE } from '../../domain/time.js'

/** How a hook came: by our forwarder with the tool's own JSON, or as `{hook_type, data}` by another product's handler. */
export type HookForm = 'native' | 'wrapped'

export interface FormedHook {
  readonly form: HookForm
  readonly session: string
  readonly kind: string
  readonly payload: HookPayload
  readonly at: Instant
  readonly deliveryId: string | null
}

/** A hook of one form that was stored, or is being stored, and the delivery of the other form that it stands for. */
interface Stored {
  readonly form: HookForm
  readonly at: Instant
  readonly seenAt: Instant
  readonly position: Promise<number>
  /** Null: none came. The empty text: one without a delivery id. */
  repeatedBy: string | null
}

/** Two handlers of one hook run at once; two equal prompts of a user seldom are so close. */
const WINDOW_MS = 5000
/** Beyond it nothing is remembered; a delivery that is retried comes earlier. */
const KEPT_MS = MINUTE / 2
const MOST_KEPT = 10_000

/**
 * Pairs hooks that arrive in both forms, because two products have their hooks in the same settings. Whichever form comes
 * first is stored. Two hooks of one form are never merged. Held in memory: a restart between the two stores both.
 */
export class TwoForms {
  readonly #stored = new Map<string, Stored[]>()
  #kept = 0

  /** Stores a hook with `store`, unless it is stored in its other form; returns its position in the log. */
  async once(hook: FormedHook, now: Instant, store: () => Promise<number>): Promise<number> {
    this.#forget(now)
    const key = keyOf(hook)
    const same = this.#stored.get(key)?.find((stored) => isRepeatedBy(stored, hook))
    if (same !== undefined) {
      same.repeatedBy = hook.deliveryId ?? ''
      // Not stored after all: this one is.
      const position = await same.position.catch(() => null)
      if (position !== null) return position
    }
    const position = store()
    this.#keep(key, { form: hook.form, at: hook.at, seenAt: now, position, repeatedBy: null })
    return position
  }

  #keep(key: string, stored: Stored): void {
    const held = this.#stored.get(key) ?? []
    const fresh = held.filter(({ seenAt }) => stored.seenAt - seenAt < KEPT_MS)
    // To the end of the order.
    this.#stored.delete(key)
    this.#stored.set(key, [...fresh, stored])
    this.#kept += fresh.length + 1 - held.length
  }

  /** In the order in which they came, the oldest first. */
  #forget(now: Instant): void {
    for (const [key, stored] of this.#stored) {
      const newest = stored.at(-1)?.seenAt ?? 0
      if (this.#kept < MOST_KEPT && now - newest < KEPT_MS) return
      this.#stored.delete(key)
      this.#kept -= stored.length
    }
  }
}

const isRepeatedBy = (stored: Stored, { form, at, deliveryId }: FormedHook): boolean => {
  if (stored.form === form || Math.abs(stored.at - at) > WINDOW_MS) return false
  return stored.repeatedBy === null || (deliveryId !== null && stored.repeatedBy === deliveryId)
}

/** Both handlers send what the tool gave them, unchanged. */
const keyOf = ({ session, kind, payload }: FormedHook): string =>
  Buffer.from(contentKey(session, kind, JSON.stringify(payload))).toString('base64')
