import type { Author } from '../domain/access/author.js'
import { randomBytes } from 'node:crypto'
import { fileMirror } from '../adapters/ssh/mirror.js'
import { systemSsh } from '../adapters/ssh/ssh.js'
import type { TranscriptParts } from '../commands/ingest/transcript.js'
import type { Clock } from '../commands/ports/clock.js'
import type { CommandRunner } from '../commands/run.js'
import { RemoteSync } from '../commands/reactors/remote-sync.js'
import { remoteSourceCommands } from '../commands/sources/sources.js'
import type { Tell } from '../http/live/announcer.js'
import type { Reader } from '../projections/sql.js'

const POLL_MS = 30_000

interface RemoteWiring extends TranscriptParts {
  readonly clock: Clock
  readonly runner: CommandRunner
  readonly db: Reader
  /** The folder for files fetched from other machines. */
  readonly folder: string
  readonly sshConfig: string | null
  readonly childEnvironment: Readonly<Record<string, string>>
  readonly purge: (session: string, author: Author) => Promise<unknown>
  readonly complain: (line: string) => void
  readonly tell: Tell
}

/** Opens the sync of other machines over SSH, which polls every enabled source. */
export const openRemote = ({
  folder,
  sshConfig,
  childEnvironment,
  purge,
  complain,
  tell,
  runner,
  ...parts
}: RemoteWiring) => {
  const mirror = fileMirror(folder)
  const failed = (error: unknown): void => complain(`remote machines could not be synced: ${String(error)}`)
  const sync = new RemoteSync({
    ...parts,
    ssh: systemSsh(sshConfig, childEnvironment),
    mirror,
    onError: failed,
    onChange: (source) => tell('source-sync', source),
  })
  const newId = (): string => `src_${randomBytes(6).toString('hex')}`
  const commands = remoteSourceCommands({ run: runner.run, db: parts.db, mirror, newId, purge })
  let timer: NodeJS.Timeout | null = null
  return {
    services: { commands, sync },
    /** Starts once the tables can be read. */
    start: (): void => {
      timer = setInterval(() => void sync.syncAll().catch(failed), POLL_MS)
      void sync.syncAll().catch(failed)
    },
    close: async (): Promise<void> => {
      if (timer !== null) clearInterval(timer)
      await sync.close()
    },
  }
}
