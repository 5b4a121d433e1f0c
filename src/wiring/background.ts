import { renewScript } from '../adapters/agent-cli/agent-cli.js'
import { answersFolder } from '../adapters/agent-cli/answers.js'
import { claudeHomes, transcriptRoots } from './homes.js'
import * as Effect from 'effect/Effect'
import type { Clock } from '../commands/ports/clock.js'
import type { ProcessesPort } from '../commands/ports/processes.js'
import type { ImportProgress } from '../commands/ingest/history.js'
import type { Config } from '../config.js'
import { archivingAfter } from './archiving.js'
import { openCliStatus } from './cli-status.js'
import { openFollowing } from './following.js'
import { held } from './held.js'
import type { Kernel } from './kernel.js'
import type { Reading } from './reading.js'
import type { ServiceRuntime } from './runtime.js'
import { supervised } from './supervised.js'

interface BackgroundParts {
  readonly kernel: Kernel
  readonly reading: Reading
  readonly runtime: ServiceRuntime
  readonly clock: Clock
  readonly processes: ProcessesPort
  /** Resolves when the tables can be read. */
  readonly tables: Promise<void>
  /** Resolves when the history found at startup is imported. */
  readonly imported: Promise<ImportProgress>
  readonly importing: () => boolean
  /** Whether a remote source is being read. */
  readonly isReading: (source: string) => boolean
  readonly complain: (line: string) => void
}

/** Starts what follows the history: transcripts that grow, the CLIs' status, the archive, supervision and the side thread. */
export const openBackground = (config: Config, parts: BackgroundParts) =>
  Effect.gen(function* () {
    const { kernel, reading, runtime, imported } = parts
    const { committer, db, side, ready, gate } = kernel
    void imported
      .catch(() => undefined)
      .then(() => {
        side.moved()
        committer.committed.subscribe(() => side.moved())
      })
    try {
      renewScript(config)
    } catch (error) {
      parts.complain(`the script of the hooks cannot be written: ${String(error)}`)
    }
    const roots = transcriptRoots(config)
    const following = yield* held(
      () => openFollowing({ ...reading, roots, complain: parts.complain }, imported),
      (open) => open.close(),
    )
    const shared = { ...config, ...parts, committer, db, ready }
    yield* held(
      () =>
        openCliStatus(
          {
            ...reading,
            ...shared,
            ownFolder: answersFolder(config.dataDir),
            homes: () => claudeHomes({ ...config, db }),
          },
          parts.tables,
        ),
      (open) => open.close(),
    )
    yield* runtime.background(archivingAfter(imported, { ...reading, ...shared, turn: gate.turns() }))
    yield* runtime.background(supervised(shared))
    return following
  })
