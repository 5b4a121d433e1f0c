import { accountId, type OwnerId } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decidePostponements, type KnownPostponement } from '../../domain/inbox/decide.js'
import { prefsStream } from '../../events/streams.js'
import { postponedBy } from '../../projections/queries/inbox.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

interface Key {
  readonly account: OwnerId
  readonly decision: string
}

const load = (db: Reader, { account, decision }: Key): KnownPostponement => ({
  until: postponedBy(db, systemVisibility, account, 0).get(decision) ?? null,
})

/** Commands about what an account decides later. */
export const postponement = defineDecider({
  stream: ({ account }: Key) => prefsStream(accountId(account)),
  load,
  decide: decidePostponements,
})
