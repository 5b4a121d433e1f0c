import { poolHandlers } from './account/pool.js'
import type { Services } from '../services.js'
import * as Effect from 'effect/Effect'
import type { ServerCommands } from '../../commands/users/server.js'
import type { UserFolders } from '../../commands/ports/user-folders.js'
import { reject } from '../../domain/rejection.js'
import { allUsers, hostOwner, isSetUp, userNamed, usernameOf } from '../../projections/queries/users.js'
import type { control } from '../contract/control.js'
import type { HandlersOf } from '../handler.js'
import { done, ok } from '../reply.js'
import { userHandlers, type UserServices } from './account/users.js'

export interface ControlServices extends UserServices, Pick<Services, 'pool' | 'loginProfiles'> {
  readonly serverMode: ServerCommands
  readonly folders: UserFolders
  /** What the environment of the service says; null if none runs. */
  readonly running: 'local' | 'server' | null
  /** What the environment says of how the service is reached. */
  readonly reached: { readonly publicUrl: string | null; readonly trustedProxies: readonly string[] }
  readonly warnings: readonly string[]
  readonly mode: 'local' | 'server'
  readonly systemAccounts: {
    readonly isOn: boolean
    /** Returns the installed helper; null without one. */
    readonly helper: () => {
      readonly version: string
      readonly isCurrent: boolean
      readonly hostAccount: string
    } | null
    readonly hasAccount: (username: string) => boolean
  }
  /** Stops the service once the answer is sent. */
  readonly stop: () => void
}

/** Returns the handlers of the control socket: users, and the mode of the service. */
export const controlHandlers = (services: ControlServices) => {
  const { db, serverMode, folders, running, reached, warnings, mode, logins, systemAccounts } = services
  const handlers: HandlersOf<typeof control> = {
    'GET /control/status': () =>
      Effect.map(folders.deleted, (deletedFolders) => {
        const owner = hostOwner(db)
        return ok({
          running: running !== null,
          mode,
          setUp: isSetUp(db),
          hostOwner: owner === null ? null : usernameOf(db, owner),
          ...reached,
          isolation: systemAccounts.isOn ? ('system-accounts' as const) : ('none' as const),
          helper: systemAccounts.helper(),
          unprovisioned: systemAccounts.isOn
            ? allUsers(db).flatMap(({ username }) => (systemAccounts.hasAccount(username) ? [] : [username]))
            : [],
          usersRoot: folders.root,
          users: allUsers(db).length,
          logins: [...logins.counts().values()].reduce((sum, n) => sum + n, 0),
          deletedFolders,
          warnings,
        })
      }),
    'POST /control/setup': ({ body }, { author }) =>
      running === 'local'
        ? reject('ELOCALMODE', 'a service runs in local mode: stop it, then run this again')
        : Effect.map(serverMode.setUp(body.username, body.password, author), (created) =>
            ok({ ok: true as const, created }),
          ),
    'POST /control/off': (_input, { author }) =>
      Effect.map(serverMode.turnOff(author), () => {
        if (running === 'server') services.stop()
        return done
      }),
    'POST /control/provision': ({ body }) =>
      userNamed(db, body.username) === undefined
        ? reject('ENOUSER', `no user is called ${body.username}`)
        : systemAccounts.isOn
          ? Effect.as(folders.make(body.username), done)
          : reject('EPROVISION', 'system accounts are off: set SVC_SYSTEM_ACCOUNTS=1'),
    'POST /control/owner': ({ body }, { author }) => Effect.as(serverMode.setOwner(body.username, author), done),
  }
  return { ...userHandlers(services), ...poolHandlers(services), ...handlers }
}
