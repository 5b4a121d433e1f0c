import type { HttpBindings } from '@hono/node-server'
import * as Effect from 'effect/Effect'
import { Hono } from 'hono'
import { reject } from '../domain/rejection.js'
import { isSetUp } from '../projections/queries/users.js'
import { hostAdmission } from './access/server-admission.js'
import { control } from './contract/control.js'
import { pool } from './contract/account/pool.js'
import { users } from './contract/account/users.js'
import { controlHandlers, type ControlServices } from './handlers/control.js'
import { mount, type MountOptions } from './mount.js'
import { envelope } from './rejection.js'

/** What the command line may ask for through the control socket. */
export const controlContract = { ...users, ...pool, ...control } as const

type ControlOptions = Pick<MountOptions, 'ready' | 'run' | 'onDefect' | 'monotonic' | 'checkAnswers' | 'rows'>

/** Returns the app behind the control socket. Who reaches it has the account of the host, and need not show a password. */
export const createControlApp = (
  services: ControlServices,
  options: ControlOptions,
): Hono<{ Bindings: HttpBindings }> => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  mount(app, controlContract, controlHandlers(services), {
    ...options,
    admit: hostAdmission(() => isSetUp(services.db)),
    server: { confirm: () => Effect.void, watch: () => null },
    onServed: () => undefined,
  })
  app.notFound(() => envelope(reject('ENOTFOUND', 'not found')))
  return app
}
