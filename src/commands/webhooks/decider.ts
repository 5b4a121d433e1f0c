import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideWebhook, type KnownWebhooks } from '../../domain/webhooks/decide.js'
import { webhookStream } from '../../events/streams.js'
import { countTargets, webhookTarget } from '../../projections/queries/webhooks.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

const load = (db: Reader, id: string): KnownWebhooks => ({
  targets: countTargets(db, systemVisibility),
  target: webhookTarget(db, systemVisibility, id),
})

/** Commands about a webhook target, by its id. */
export const webhook = defineDecider({ stream: webhookStream, load, decide: decideWebhook })
