import { randomBytes } from 'node:crypto'
import * as Effect from 'effect/Effect'
import { fileMirror } from '../adapters/ssh/mirror.js'
import type { TranscriptParts } from '../commands/ingest/transcript.js'
import type { CommandRunner } from '../commands/kernel/run.js'
import type { Serial } from '../commands/kernel/serial.js'
import type { Clock } from '../commands/ports/clock.js'
import { RemoteSync } from '../commands/reactors/remote-sync.js'
import { remoteSourceCommands } from '../commands/sources/sources.js'
import type { Tell } from '../http/live/announcer.js'
import type { Reader } from '../projections/sql.js'
import type { ServiceRuntime } from './runtime.js'

interface RemoteWiring extends TranscriptParts {
  readonly clock: Clock
  readonly runner: CommandRunner
  readonly db: Reader
  /** The folder for files fetched from other machines. */
  readonly folder: string
  readonly serial: Serial
  readonly runtime: ServiceRuntime
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly purge: Parameters<typeof remoteSourceCommands>[0]['purge']
  readonly complain: (line: string) => void
  readonly tell: Tell
}

/** Opens the sync of other machines over SSH, which polls every enabled source. */
export const openRemote = ({ folder, runtime, whenReadable, purge, complain, tell, runner, ...parts }: RemoteWiring) =>
  Effect.gen(function* () {
    const mirror = fileMirror(folder)
    const sync = new RemoteSync({
      ...parts,
      mirror,
      fork: runtime.fork,
      onError: (error) => complain(`remote machines could not be synced: ${String(error)}`),
      onChange: (source) => tell('source-sync', source),
    })
    yield* runtime.background(Effect.zipRight(whenReadable, sync.run))
    const newId = (): string => `src_${randomBytes(6).toString('hex')}`
    return { commands: remoteSourceCommands({ run: runner.run, db: parts.db, mirror, newId, purge }), sync }
  })
