import * as Effect from 'effect/Effect'
import type { CommandRunner } from '../commands/kernel/run.js'
import { userNumber } from '../domain/access/author.js'
import { reject } from '../domain/rejection.js'
import { staffWatch } from '../commands/users/watch.js'
import type { ServerRoutes } from '../http/mount.js'
import { watchOf } from '../http/access/watch.js'
import type { Reader } from '../projections/sql.js'
import type { Access } from './access.js'

interface Parts {
  readonly access: Pick<Access, 'logins'>
  readonly runner: CommandRunner
  readonly services: { readonly db: Reader }
}

/** Returns what server mode adds to the routes: passwords that are asked for again, and the audit log. */
export const serverRoutes = ({ access, runner, services: { db } }: Parts): ServerRoutes => ({
  confirm: ({ principal }, password) => {
    if (principal.kind === 'host') return Effect.void
    const user = userNumber(principal.id)
    // What acts for a user never has the password.
    if (user === null || principal.kind !== 'user')
      return Effect.fail(reject('EREAUTH', 'this needs a login and its password'))
    return access.logins.confirm(user, password)
  },
  watch: watchOf(staffWatch({ db, record: runner.record })),
})
