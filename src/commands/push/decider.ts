import type { Visibility } from '../../domain/access/visibility.js'
import { decidePush, type KnownSubscription } from '../../domain/push/decide.js'
import { PUSH_STREAM } from '../../events/streams.js'
import { isSubscribed } from '../../projections/queries/push.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

interface SubscriptionKey {
  readonly id: string
  /** The rows that are the caller's. */
  readonly own: Visibility
}

const load = (db: Reader, { id, own }: SubscriptionKey): KnownSubscription => ({
  id,
  isOwn: isSubscribed(db, own, id),
})

/** Commands about a push subscription, by its id. */
export const pushSubscription = defineDecider({
  stream: (_key: SubscriptionKey) => PUSH_STREAM,
  load,
  decide: decidePush,
})
