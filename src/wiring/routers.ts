import { randomUUID } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { reporting } from '../commands/kernel/reporting.js'
import { routerCommands } from '../commands/router/routers.js'
import type { VaultParts } from './vault-parts.js'

/** Opens the proxies that agents send their requests through. */
export const openRouters = ({ runner, db, runtime, whenReadable, vault, complain }: VaultParts) =>
  Effect.gen(function* () {
    const onError = (error: unknown): void => complain(`a key of a proxy could not be stored: ${String(error)}`)
    const commands = routerCommands({ run: runner.run, db, vault, newId: randomUUID, onError })
    yield* runtime.background(Effect.zipRight(whenReadable, reporting(onError)(commands.settleAll)))
    return commands
  })
