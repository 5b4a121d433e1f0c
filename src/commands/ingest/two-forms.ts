import { contentKey } from '../../events/digest.js'
import { type Instant, MINUTE } from '../../domain/time.js'
import type { FormedHook, HookForm, StoredHook } from '../ports/stored-hooks.js'

interface ArrivingHook extends FormedHook {
  readonly deliveryId: string | null
}

/** A hook that was stored, or is being stored, and the delivery in the other form that duplicates it. */
interface Stored<Answer> {
  readonly form: HookForm
  readonly at: Instant
  readonly seenAt: Instant
  readonly position: Promise<Answer>
  /** Null: no duplicate came. Empty text: one without a delivery id. */
  repeatedBy: string | null
}

/** Two handlers of one hook run at the same time; two equal prompts of a user are rarely this close. */
const WINDOW_MS = 5000
/** Hooks are kept this long; retries come earlier. */
const KEPT_MS = MINUTE / 2
const MOST_KEPT = 10_000

/**
 * Deduplicates hooks that arrive in both forms, because two products have hooks in the same settings. The form that arrives
 * first is stored. Two hooks of the same form are never merged.
 */
export class TwoForms<Answer = number> {
  readonly #stored = new Map<string, Stored<Answer | number>[]>()
  #kept = 0

  /** @param before the newest hooks of the log: the other form of one may wait in the spool while the service restarts. */
  constructor(before: readonly StoredHook[], now: Instant) {
    for (const hook of before) {
      const position = Promise.resolve(hook.position)
      this.#keep(keyOf(hook), { form: hook.form, at: hook.at, seenAt: now, position, repeatedBy: null })
    }
  }

  /** Calls `store`, unless the hook is stored in its other form. Returns what `store` answered, such as its position in the log. */
  async once(hook: ArrivingHook, now: Instant, store: () => Promise<Answer>): Promise<Answer | number> {
    this.#forget(now)
    const key = keyOf(hook)
    const same = this.#stored.get(key)?.find((stored) => isRepeatedBy(stored, hook))
    if (same !== undefined) {
      same.repeatedBy = hook.deliveryId ?? ''
      // If the other form failed to be stored, store this one.
      const position = await same.position.catch(() => null)
      if (position !== null) return position
    }
    const position = store()
    this.#keep(key, { form: hook.form, at: hook.at, seenAt: now, position, repeatedBy: null })
    return position
  }

  #keep(key: string, stored: Stored<Answer | number>): void {
    const held = this.#stored.get(key) ?? []
    const fresh = held.filter(({ seenAt }) => stored.seenAt - seenAt < KEPT_MS)
    // Move the key to the end of the order.
    this.#stored.delete(key)
    this.#stored.set(key, [...fresh, stored])
    this.#kept += fresh.length + 1 - held.length
  }

  /** Drops expired hooks. The map is in order of arrival, oldest first. */
  #forget(now: Instant): void {
    for (const [key, stored] of this.#stored) {
      const newest = stored.at(-1)?.seenAt ?? 0
      if (this.#kept < MOST_KEPT && now - newest < KEPT_MS) return
      this.#stored.delete(key)
      this.#kept -= stored.length
    }
  }
}

const isRepeatedBy = (
  stored: Pick<Stored<unknown>, 'form' | 'at' | 'repeatedBy'>,
  { form, at, deliveryId }: ArrivingHook,
): boolean => {
  if (stored.form === form || Math.abs(stored.at - at) > WINDOW_MS) return false
  return stored.repeatedBy === null || (deliveryId !== null && stored.repeatedBy === deliveryId)
}

/** Returns the key of a hook. Both handlers send the CLI's payload unchanged. */
const keyOf = ({ session, kind, payload }: FormedHook): string =>
  Buffer.from(contentKey(session, kind, JSON.stringify(payload))).toString('base64')
