import { dirname, join } from 'node:path'
import * as Effect from 'effect/Effect'
import type * as Scope from 'effect/Scope'
import { systemClock } from './adapters/clock.js'
import { listen } from './adapters/http-server/server.js'
import { systemProcesses } from './adapters/process/processes.js'
import { spoolPath } from './adapters/spool/drain.js'
import { openExporter } from './adapters/sqlite/export/exporter.js'
import { mirrorsIn } from './adapters/ssh/mirror.js'
import { ingestHook } from './commands/ingest/hook.js'
import { commandRunner } from './commands/kernel/run.js'
import { Serial } from './commands/kernel/serial.js'
import { pricingCommands } from './commands/pricing/pricing.js'
import { runSessions } from './commands/runs/sessions.js'
import { serviceJournal } from './commands/service/journal.js'
import type { LaneMove } from './commands/users/users.js'
import type { Config } from './config.js'
import { announcersOf } from './http/live/announcers/index.js'
import { PACKAGE, version } from './version.js'
import { accessOf, usersOf } from './wiring/access.js'
import { openAccounts } from './wiring/accounts/accounts.js'
import { machineFor } from './wiring/accounts/routed.js'
import { openBackground } from './wiring/background.js'
import { held } from './wiring/held.js'
import { openApps } from './wiring/apps.js'
import { transcriptRoots } from './wiring/homes.js'
import { openImporting } from './wiring/imports.js'
import { openKernel } from './wiring/kernel.js'
import { openLanes } from './wiring/lanes.js'
import { liveSocket, openLive } from './wiring/live.js'
import { erasingOf } from './wiring/maintenance.js'
import { openOutbound } from './wiring/outbound.js'
import { openReading } from './wiring/reading.js'
import { openTables } from './wiring/rebuilding.js'
import { openRemote } from './wiring/remote.js'
import { openRuntime } from './wiring/runtime.js'
import { serve } from './wiring/serve.js'
import { servicesOf } from './wiring/services.js'
import type { Reports, RunningService } from './wiring/reports.js'
import { openSpool } from './wiring/spool.js'

const root = dirname(PACKAGE)

/** Runs the whole service, from the data directory to the open socket. Closing the scope stops it in order. */
export const service = (config: Config, reports: Reports): Effect.Effect<RunningService, Error, Scope.Scope> =>
  Effect.gen(function* () {
    const { complain } = reports
    const clock = systemClock()
    const processes = systemProcesses(clock)
    const stopping = new AbortController()

    // Bind the address before writing any file: if another service already listens there, nothing must be written.
    const server = yield* held(
      () => listen(config),
      (open) => open.close(),
    )
    const socket = liveSocket(clock)
    const connections = (): number => socket.connections
    const kernel = yield* openKernel(config, clock, connections, complain)
    const { committer, db, ready, projector, metrics } = kernel
    const reading = yield* openReading(kernel, config, complain)
    const runner = commandRunner({ committer, clock, db })
    const journal = serviceJournal(runner)
    const accounts = yield* openAccounts({ config, db, complain })
    const access = accessOf({ ...kernel, config, runner, clock, accounts, complain })
    const live = yield* held(
      () =>
        openLive({ ...access, allowedHosts: config.allowedHosts, complain, socket, committer, clock, ready, metrics }),
      (open) => open.close(),
    )
    const { tell, feed, watchers } = live
    const runtime = yield* openRuntime(machineFor({ config, root, clock, accounts, db }), stopping.signal)
    const onRun = runSessions({ run: runner.run, db, fork: runtime.fork, isForeign: access.isForeignRun, complain })
    const takeHook = ingestHook({ ...reading, clock, processes, onRun })
    const { current, whenReadable } = yield* held(
      () => openTables({ projector, journal, runtime, tell, clock, ...reports }, stopping.signal),
      (open) => open.settled,
    )
    const exporter = yield* held(
      () => openExporter(kernel.database, config.liveness, ready),
      (open) => open.close(),
    )

    const serial = new Serial()
    const parts = { committer, clock, db, runner, serial, journal, runtime, accounts }
    const core = { ...parts, whenReadable, tell, feed, complain }
    const pricing = pricingCommands(runner)
    const spool = yield* openSpool({ ...core, ...access, path: spoolPath(config.dataDir), ingestHook: takeHook })
    const erasing = erasingOf({ ...core, ...reading, config, processes, scrubbing: kernel.scrubbing, spool })
    const importing = openImporting({
      ...reading,
      ...core,
      processes,
      nextId: kernel.nextId,
      room: kernel.checkpointer.room,
      stop: stopping.signal,
      homes: transcriptRoots(config),
      pricing,
      uploads: join(config.dataDir, 'uploads'),
      onProgress: (progress) => {
        reports.progress(progress)
        tell('import-progress', progress)
      },
    })
    const { isImporting } = importing
    const outbound = yield* openOutbound({ ...config, ...core, version, kernel, importing: isImporting })
    const { deleteSession: purge, deleteFinished } = erasing
    const remote = yield* openRemote({ ...reading, ...core, folder: mirrorsIn(config.dataDir), purge })
    const forLanes = { port: server.port, processes, deleteFinished }
    const lanes = yield* openLanes({ ...access, ...config, ...kernel, ...core, ...forLanes })

    const onMoved = (move: LaneMove) => tell('lane-moved', move)
    const users = usersOf(access, { ...core, config, onMoved, stopRuns: lanes.runs.stop, handOver: lanes.handOver })
    const made = { ...importing.services, ...outbound.services, pricing, maintenance: erasing, exporter, remote }
    const shared = { ...lanes, ...users, clock, runner, processes, tell, watchers, root, journal }
    const socketsOf = { connections: socket.connectionsWith, ingestHook: takeHook, fork: runtime.fork }
    const services = servicesOf(config, kernel, reading, { ...made, ...shared, ...socketsOf })
    live.start(announcersOf(services, ready))
    const app = yield* openApps(config, kernel, { ...core, ...reports, access, services, users, clock, root })
    const forClients = { ...core, ...config, ...access, watchers, run: runtime.run, ingestHook: takeHook }
    const url = yield* serve(config, clock, server, app, live, forClients)

    // Which old sessions have ended is read from the tables, which must be those of this release.
    const imported = importing.start(current)
    const isReading = (source: string): boolean => remote.sync.live(source).syncing
    const shown = { clock, processes, tables: current, imported, importing: importing.isReading, isReading }
    const following = yield* openBackground(config, { kernel, reading, runtime, complain, ...shown })

    // Runs before all other finalizers: long work is aborted and continues at the next start.
    yield* Effect.addFinalizer(() => Effect.sync(() => stopping.abort()))

    return {
      url,
      needsSetup: config.mode === 'server' && !users.serverMode.isSetUp(),
      imported,
      settled: async () => {
        await spool.settled()
        await imported.catch(() => undefined)
        await following.idle()
        await runtime.run(outbound.idle)
        await committer.idle()
        live.flush()
      },
    }
  })
