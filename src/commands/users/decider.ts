import { decideServer, decideUser, type KnownServer, type KnownUsers } from '../../domain/account/user/decide.js'
import { SERVICE_STREAM, userStream } from '../../events/streams.js'
import { allUsers, hostOwner, isSetUp, nextUserId } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

/** Commands about a user, by id; null for one that does not exist yet. The log gives it its id. */
export const user = defineDecider({
  stream: (id: number | null, { nextId }: KnownUsers) => userStream(String(id ?? nextId)),
  load: (db: Reader): KnownUsers => ({ users: allUsers(db), nextId: nextUserId(db) }),
  decide: decideUser,
})

/** Commands about the mode of the service. */
export const server = defineDecider({
  stream: () => SERVICE_STREAM,
  load: (db: Reader): KnownServer => ({ entered: isSetUp(db), hostOwner: hostOwner(db), users: allUsers(db) }),
  decide: decideServer,
})
