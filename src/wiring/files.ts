import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import { folderFiles } from '../adapters/files/tree/files.js'
import { installedHelper } from '../adapters/system-accounts/install.js'
import { eventIds } from '../adapters/ids.js'
import { fileCommands } from '../commands/files/files.js'
import { filePlaces } from '../commands/files/place.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Clock } from '../commands/ports/clock.js'
import { staffWatch } from '../commands/users/watch.js'
import type { Reader } from '../projections/sql.js'
import { version } from '../version.js'
import type { Accounts } from './accounts/accounts.js'
import { routedFolders } from './accounts/routed.js'
import type { ServiceRuntime } from './runtime.js'

interface FilesParts {
  readonly mode: 'local' | 'server'
  readonly usersRoot: string
  readonly dataDir: string
  readonly db: Reader
  readonly runner: CommandRunner
  readonly clock: Clock
  readonly runtime: ServiceRuntime
  readonly whenReadable: Effect.Effect<void>
  readonly accounts: Accounts
  readonly complain: (line: string) => void
}

/** Opens the files of lanes and homes, and deletes what is in their trash for too long. */
export const openFiles = (parts: FilesParts) =>
  Effect.gen(function* () {
    const { db, runner, clock, runtime, whenReadable, complain } = parts
    const places = filePlaces(parts)
    const accountOf = parts.accounts.ofFolder
    const isHelperCurrent = (): boolean => installedHelper()?.version === version
    const shared = routedFolders(parts.accounts).files(folderFiles(eventIds(), () => clock.now()))
    const files = fileCommands({ run: runner.run, db, places, files: shared, accountOf, isHelperCurrent })
    const sweep = Effect.catchAllDefect(files.sweep, (error) =>
      Effect.sync(() => complain(`the trash could not be emptied: ${String(error)}`)),
    )
    yield* runtime.background(Effect.zipRight(whenReadable, Effect.repeat(sweep, Schedule.spaced('30 minutes'))))
    return { files, filePlaces: places, staffReads: staffWatch({ db, record: runner.record }) }
  })
