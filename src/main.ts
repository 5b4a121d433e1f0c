import { dirname, join } from 'node:path'
import * as Effect from 'effect/Effect'
import type * as Scope from 'effect/Scope'
import { eventIds } from './adapters/ids.js'
import { agentCli } from './adapters/agent-cli/agent-cli.js'
import { systemClock } from './adapters/clock.js'
import { redocScript } from './adapters/files/redoc-script.js'
import { uiAssets } from './adapters/files/ui-assets.js'
import { listen } from './adapters/http-server/server.js'
import { machineFacts } from './adapters/machine.js'
import { systemProcesses } from './adapters/process/processes.js'
import { mirrorsIn } from './adapters/ssh/mirror.js'
import { openExporter } from './adapters/sqlite/export/exporter.js'
import { openSide } from './adapters/sqlite/side/side.js'
import { spoolPath } from './adapters/spool/drain.js'
import { watchSpool } from './adapters/spool/watch.js'
import { openCheckpointer } from './adapters/sqlite/checkpointer.js'
import { sqliteCursors } from './adapters/sqlite/cursors.js'
import { eraser } from './adapters/sqlite/erase.js'
import { readLog, SqliteLog } from './adapters/sqlite/log.js'
import { openWriter, prepareDataDirectory } from './adapters/sqlite/open.js'
import { Projector } from './adapters/sqlite/projector.js'
import { takeWriterLock } from './adapters/sqlite/writer-lock.js'
import { Gate } from './adapters/threads/gate.js'
import { openArchive } from './adapters/transcripts/archive/archive.js'
import { openParser } from './adapters/transcripts/thread/parser.js'
import { readableConversations } from './adapters/transcripts/pages/readable.js'
import { sqliteReadings } from './adapters/sqlite/readings.js'
import { agentCommands } from './commands/session/agent.js'
import { erasedTranscripts } from './commands/ingest/erased.js'
import type { ImportProgress } from './commands/ingest/history.js'
import { ingestHook } from './commands/ingest/hook.js'
import { serviceJournal } from './commands/service/journal.js'
import { commandRunner } from './commands/run.js'
import type { TranscriptRoots } from './commands/ports/transcripts.js'
import { pricingCommands } from './commands/pricing/pricing.js'
import { sessionCommands } from './commands/session/session.js'
import { StatusReadings } from './commands/service/statusline.js'
import type { Config } from './config.js'
import { isRejection } from './domain/rejection.js'
import { Committer } from './events/commit.js'
import { createApp } from './http/app.js'
import { handlersOf } from './http/handlers/index.js'
import { announcersOf } from './http/live/announcers/index.js'
import { createMetrics } from './http/metrics.js'
import { admitHost, refuseUnreadable } from './http/rejection.js'
import { rowFinders } from './http/rows.js'
import type { Services } from './http/services.js'
import { Prices } from './projections/pricing/price-book.js'
import { projections } from './projections/registry.js'
import { openArchiving } from './wiring/archiving.js'
import { openCliStatus } from './wiring/cli-status.js'
import { announceAddress } from './wiring/discovery.js'
import { openCompanions } from './wiring/companions.js'
import { openFollowing } from './wiring/following.js'
import { held } from './wiring/held.js'
import { openImporting } from './wiring/imports.js'
import { openLive } from './wiring/live.js'
import { openErasing } from './wiring/maintenance.js'
import { PACKAGE, version } from './version.js'
import { measured } from './wiring/measured.js'
import { ownersIn } from './wiring/owners.js'
import { storageFacts } from './wiring/storage.js'
import { supervised } from './wiring/supervised.js'
import { openRemote } from './wiring/remote.js'
import { openOutbound } from './wiring/outbound.js'
import { openTables } from './wiring/rebuilding.js'

const place = { version, root: dirname(PACKAGE) }

export interface Reports {
  /** Prints one line for the user at the terminal. */
  readonly say: (line: string) => void
  /** Reports an error that does not stop the service. */
  readonly complain: (line: string) => void
  readonly progress: (progress: ImportProgress) => void
}

export interface RunningService {
  readonly url: string
  /** Resolves when everything that has happened so far is committed, projected, followed and announced. */
  readonly settled: () => Promise<void>
  /** Resolves when the history found at startup is imported. */
  readonly imported: Promise<ImportProgress>
}

/** Runs the whole service, from the data directory to the open socket. Closing the scope stops it in order. */
export const service = (config: Config, reports: Reports): Effect.Effect<RunningService, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = systemClock()
    const startedAt = clock.monotonic()
    const processes = systemProcesses(clock)
    const roots: TranscriptRoots = { claude: config.claudeHome, codex: config.codexHome }

    // Bind the address before writing any file: if another service already listens there, nothing must be written.
    const server = yield* held(
      () => listen(config),
      (open) => open.close(),
    )
    const directory = yield* Effect.try({ try: () => prepareDataDirectory(config.dataDir), catch: (e) => e as Error })
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
    const checkpointer = yield* held(
      () => openCheckpointer(connection, directory.database, reports.complain),
      (open) => open.close(),
    )
    const gate = new Gate(clock.monotonic)
    const nextId = eventIds()
    const log = new SqliteLog(connection, nextId)
    const projector = new Projector(connection, log, projections)
    projector.prepare()
    const db = projector.db
    const ready = (): boolean => projector.ready
    const reader = readLog(connection)
    const prices = new Prices(db, () => projector.canRead('pricing', 'usage'))

    const metrics = createMetrics({
      version,
      db,
      book: () => prices.book,
      connections: () => live.connections(),
      uptime: () => clock.monotonic() - startedAt,
      residentMemory: () => process.memoryUsage.rss(),
      // Inline projections lag only while outdated tables wait for their rebuild.
      lag: () => (projector.ready ? 0 : reader.head()),
    })
    const committer = yield* held(
      () =>
        new Committer({
          log,
          project: (events, mode) => projector.project(events, mode),
          erase: eraser(connection, log, projector, (gone) => erasing.erased(gone)),
          monotonic: clock.monotonic,
          onListenerFailure: (error) =>
            reports.complain(`a commit listener failed: ${error instanceof Error ? error.stack : String(error)}`),
          onCommit: (seconds, events, quiet) => {
            checkpointer.committed(events, quiet)
            if (!quiet) gate.committed(events)
            metrics.commit.observe(seconds)
          },
        }),
      (open) => open.close(),
    )
    yield* held(
      () => committer.committed.subscribe(({ events }) => prices.committed(events)),
      (subscription) => subscription.unsubscribe(),
    )

    const archivePath = join(config.dataDir, 'archive')
    const sideFiles = { source: directory.database, path: join(config.dataDir, 'side.db'), archive: archivePath }
    const archive = openArchive(archivePath)
    const parser = yield* held(
      () => openParser(archivePath, reports.complain),
      (open) => open.close(),
    )
    const cursors = sqliteCursors(db)
    const erased = yield* held(
      () => erasedTranscripts(committer, db, ready),
      (open) => open.close(),
    )
    const companions = openCompanions({ committer, parser, cursors, erased, db, complain: reports.complain })
    const reading = { committer, parser, cursors, erased, owners: ownersIn(config.dataDir, db, cursors), companions }

    const took = (seconds: number): void => metrics.broadcast.observe(seconds)
    const live = yield* held(
      () => openLive({ ...config, ...reports, committer, clock, ready, took }),
      (open) => open.close(),
    )
    const { tell } = live
    const runner = commandRunner({ committer, clock, db })
    const core = { committer, clock, db, runner }
    const journal = serviceJournal(runner)
    const side = yield* held(
      () => openSide({ ...sideFiles, closed: gate.closed }, ready, reports.complain),
      (open) => open.close(),
    )
    const exporter = yield* held(
      () => openExporter(directory.database, config.liveness, ready),
      (open) => open.close(),
    )
    let settleSpool = (): Promise<void> => Promise.resolve()
    const erasing = yield* held(
      () =>
        openErasing({
          connection,
          checkpointer,
          ...core,
          archive,
          spool: spoolPath(config.dataDir),
          settleSpool: () => settleSpool(),
          forget: side.forget,
          complain: reports.complain,
        }),
      (open) => open.close(),
    )
    let importState: ImportProgress | null = null
    const stopping = new AbortController()
    const pricing = pricingCommands(runner)
    const importing = openImporting({
      ...reading,
      ...core,
      journal,
      processes,
      nextId,
      room: checkpointer.room,
      stop: stopping.signal,
      homes: { claude: config.claudeHome, codex: config.codexHome },
      turns: erasing.turns,
      archive,
      pricing,
      uploads: join(config.dataDir, 'uploads'),
      onProgress: (progress) => {
        importState = progress
        reports.progress(progress)
        tell('import-progress', progress)
      },
    })
    const isImporting = (): boolean => importState?.phase !== 'complete' && importState?.phase !== 'error'
    const outbound = yield* held(
      () => openOutbound({ ...config, ...reports, ...place, ...core, log: reader, tell, isImporting }),
      (open) => open.close(),
    )
    const remote = yield* held(
      () =>
        openRemote({
          ...reading,
          ...core,
          folder: mirrorsIn(config.dataDir),
          sshConfig: config.sshConfig,
          childEnvironment: config.childEnvironment,
          purge: (session, author) => erasing.commands.deleteSession(session, author),
          complain: reports.complain,
          tell,
        }),
      (open) => open.close(),
    )
    const takeHook = ingestHook({ committer, clock, processes })
    const services: Services = {
      version,
      db,
      book: () => prices.book,
      clock,
      ingestHook: measured(takeHook, clock, (seconds) => metrics.hook.observe(seconds)),
      sessions: sessionCommands(runner),
      agents: agentCommands(runner),
      pricing,
      maintenance: erasing.commands,
      ...importing.services,
      exporter,
      ...outbound.services,
      remote: remote.services,
      side,
      conversations: readableConversations({ cursors, parser, archive }),
      redocScript: redocScript(place.root),
      agentCli: agentCli(config),
      homes: { claude: config.claudeHome, codex: config.codexHome },
      journal,
      statusReadings: new StatusReadings({
        store: sqliteReadings(db),
        committed: committer.committed,
        clock,
        onNews: () => tell('quota', undefined),
      }),
      isAlive: (pid) => (config.liveness ? processes.isAlive(pid) : null),
      importState: () => importState,
      storage: storageFacts(connection, directory.database),
      connections: live.connections,
      metrics: metrics.render,
      startedAt,
      demo: config.demo,
      machine: machineFacts,
    }
    live.start(announcersOf(services, ready))

    const app = createApp(handlersOf(services), {
      allowedHosts: config.allowedHosts,
      token: config.token,
      assets: uiAssets(join(place.root, 'ui', 'dist')),
      ready,
      rows: rowFinders(services),
      checkAnswers: config.checkAnswers,
      monotonic: clock.monotonic,
      onDefect: (error, route) => reports.complain(`${route}: ${error instanceof Error ? error.stack : String(error)}`),
      onServed: (route, status, seconds) => metrics.request.observe({ route, status }, seconds),
    })
    yield* held(
      () =>
        server.serve({
          app,
          admit: admitHost(config.allowedHosts),
          unreadable: refuseUnreadable,
          upgrade: live.upgrade,
        }),
      () => {
        // Close the sockets before the server waits for its connections: they only close on request.
        live.close()
        return server.close()
      },
    )
    const { url } = yield* held(
      () => announceAddress(config, server.port, clock),
      (address) => address.withdraw(),
    )

    const tables = yield* held(
      () => openTables({ projector, journal, tell, clock, ...reports }, stopping.signal),
      (open) => open.settled,
    )
    void tables.current.then(
      () => [outbound, remote].forEach(({ start }) => start()),
      (error: unknown) => {
        if (!stopping.signal.aborted) reports.complain(`the tables could not be built from the log: ${String(error)}`)
      },
    )

    const spool = yield* held(
      () =>
        watchSpool(spoolPath(config.dataDir), {
          take: async ({ body, provider, delivery, at, pid }) =>
            isRejection(await takeHook({ body, provider, deliveryId: delivery, at, pid })) ? 'refused' : 'committed',
          takeNote: journal.hooksNoted,
          onError: (error) => reports.complain(`the spool cannot be read: ${String(error)}`),
        }),
      (open) => open.close(),
    )

    settleSpool = spool.settled
    // Which old sessions have ended is read from the tables, which must be those of this release.
    const imported = importing.start(tables.current)
    imported.catch(async (error: unknown) => {
      const built = await tables.current.then(
        () => true,
        () => false,
      )
      // Without tables the import did not start; the failed rebuild is reported elsewhere.
      if (built && !stopping.signal.aborted) reports.complain(`the history could not be imported: ${String(error)}`)
    })
    void imported
      .catch(() => undefined)
      .then(() => {
        side.moved()
        committer.committed.subscribe(() => side.moved())
      })
    const following = yield* held(
      () => openFollowing({ ...reading, roots, complain: reports.complain }, imported),
      (open) => open.close(),
    )

    const shared = { ...config, ...reports, committer, clock, processes, db }
    yield* held(
      () => openCliStatus({ ...reading, ...shared }, tables.current),
      (open) => open.close(),
    )
    yield* held(
      () =>
        openArchiving({ ...reading, ...shared, archive, turn: gate.turns(), importing: importing.isReading }, imported),
      (open) => open.close(),
    )

    yield* supervised({
      ...shared,
      importing: importing.isReading,
      isReading: (source) => remote.services.sync.live(source).syncing,
      ready,
    })

    // Runs before all other finalizers: long work is aborted and continues at the next start.
    yield* Effect.addFinalizer(() => Effect.sync(() => stopping.abort()))

    return {
      url,
      imported,
      settled: async () => {
        await spool.settled()
        await imported.catch(() => undefined)
        await following.idle()
        await outbound.idle()
        await committer.idle()
        live.flush()
      },
    }
  })
