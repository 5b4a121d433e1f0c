import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { openSecrets } from '../adapters/accounts/secrets.js'
import { eventIds } from '../adapters/ids.js'
import { allocateYoung } from '../adapters/process/heap.js'
import { openCheckpointer } from '../adapters/sqlite/checkpointer.js'
import { eraser } from '../adapters/sqlite/erase.js'
import { openHighWater } from '../adapters/sqlite/high-water.js'
import { readLog, SqliteLog } from '../adapters/sqlite/log.js'
import { openWriter, prepareDataDirectory } from '../adapters/sqlite/open.js'
import { Projector } from '../adapters/sqlite/projector.js'
import { scrubber } from '../adapters/sqlite/scrub.js'
import { openSide } from '../adapters/sqlite/side/side.js'
import { takeWriterLock } from '../adapters/sqlite/writer-lock.js'
import { Gate } from '../adapters/threads/gate.js'
import type { Clock } from '../commands/ports/clock.js'
import type { Config } from '../config.js'
import { Committer } from '../events/commit.js'
import { sqliteReadings } from '../adapters/sqlite/readings.js'
import { planLimits } from '../projections/queries/limits.js'
import { createMetrics } from '../http/metrics.js'
import { Prices } from '../projections/pricing/price-book.js'
import { systemVisibility } from '../domain/access/system-visibility.js'
import { overAsks } from '../projections/queries/asks.js'
import { projections, READ_BY_THREADS } from '../projections/registry.js'
import { version } from '../version.js'
import { held } from './held.js'

/** Opens the data directory: the log, the tables, the committer, and what measures and follows them. */
export const openKernel = (config: Config, clock: Clock, connections: () => number, complain: (line: string) => void) =>
  Effect.gen(function* () {
    allocateYoung()
    const startedAt = clock.monotonic()
    const directory = yield* Effect.try({ try: () => prepareDataDirectory(config.dataDir), catch: (e) => e as Error })
    const { database } = directory
    yield* held(
      () => takeWriterLock(config.dataDir),
      (lock) => lock.release(),
    )
    const connection = yield* held(
      () => openWriter(directory, config.durability),
      (open) => {
        open.pragma('wal_checkpoint(TRUNCATE)')
        open.close()
      },
    )
    const highWater = yield* held(
      () => openHighWater(config.dataDir, connection, clock.now, complain),
      (open) => open.close(),
    )
    const {
      vault,
      logins: loginStore,
      tokens: tokenStore,
    } = yield* held(
      () => openSecrets(config.dataDir, complain),
      (open) => open.close(),
    )
    const checkpointer = yield* held(
      () => openCheckpointer(connection, database, complain),
      (open) => open.close(),
    )
    const gate = new Gate(clock.monotonic)
    const nextId = eventIds()
    const log = new SqliteLog(connection, nextId)
    const projector = new Projector(connection, log, projections, { ...checkpointer, monotonic: clock.monotonic })
    projector.prepare()
    const { db } = projector
    const ready = (): boolean => projector.ready
    const tail = readLog(connection)
    const prices = new Prices(db, () => projector.canRead('pricing', 'usage'))

    const archivePath = join(config.dataDir, 'archive')
    const sidePath = join(config.dataDir, 'side.db')
    const side = yield* held(
      () =>
        openSide(
          { source: database, path: sidePath, archive: archivePath, closed: gate.closed },
          () => projector.canRead(...READ_BY_THREADS),
          complain,
        ),
      (open) => open.close(),
    )
    const unscrubbed = (error: unknown): void =>
      complain(`deleted data could not be removed from the files yet: ${String(error)}`)
    const { monotonic } = clock
    const scrubbing = yield* held(
      () => scrubber({ connection, checkpointer, forget: side.forget, monotonic, onError: unscrubbed }),
      (open) => open.close(),
    )
    const readings = sqliteReadings(db)
    const metrics = createMetrics({
      mode: config.mode,
      version,
      db,
      book: () => prices.book,
      connections,
      uptime: () => monotonic() - startedAt,
      residentMemory: () => process.memoryUsage.rss(),
      // Inline projections lag only while outdated tables wait for their rebuild.
      lag: () => (projector.ready ? 0 : tail.head()),
      limits: () => planLimits(db, systemVisibility, readings.all(), clock.now()),
    })
    const committer = yield* held(
      () =>
        new Committer({
          log,
          project: (events, mode) => projector.project(events, mode),
          erase: eraser(connection, log, projector, scrubbing.erased),
          monotonic,
          onListenerFailure: (error) =>
            complain(`a commit listener failed: ${error instanceof Error ? error.stack : String(error)}`),
          onCommit: (seconds, events, quiet) => {
            const last = events.at(-1)
            // What an import left unsynced may vanish in a power cut, and is imported again.
            if (!quiet && last !== undefined) highWater.reached(last)
            if (!quiet) gate.committed(events.length)
            metrics.commit.observe(seconds)
          },
        }),
      (open) => open.close(),
    )
    yield* held(
      () =>
        committer.committed.subscribe(({ events, touched }) => {
          prices.committed(events)
          const asks = touched.flatMap((one) => [...one.of('ask').keys()])
          if (asks.length > 0) for (const ask of overAsks(db, systemVisibility, asks)) metrics.askOver(ask)
        }),
      (subscription) => subscription.unsubscribe(),
    )
    return {
      archivePath,
      sidePath,
      checkpointer,
      committer,
      connection,
      database,
      db,
      gate,
      metrics,
      readings,
      nextId,
      prices,
      projector,
      ready,
      scrubbing,
      side,
      startedAt,
      tail,
      vault,
      loginStore,
      tokenStore,
    }
  })

export type Kernel = Effect.Effect.Success<ReturnType<typeof openKernel>>
