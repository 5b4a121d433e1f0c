import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decidePush, type KnownSubscription } from '../../domain/push/decide.js'
import { PUSH_STREAM } from '../../events/streams.js'
import { isSubscribed } from '../../projections/queries/push.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

const load = (db: Reader, id: string): KnownSubscription => ({
  id,
  isSubscribed: isSubscribed(db, systemVisibility, id),
})

/** Commands about a push subscription, by its id. */
export const pushSubscription = defineDecider({ stream: (_id: string) => PUSH_STREAM, load, decide: decidePush })
