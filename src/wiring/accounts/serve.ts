import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Layer from 'effect/Layer'
import * as Scope from 'effect/Scope'
import { agentCli, renewScript } from '../../adapters/agent-cli/agent-cli.js'
import { announceServer } from '../../adapters/agent-cli/server-file.js'
import { watchCliStatus } from '../../adapters/agent-cli/status-files.js'
import { configFiles } from '../../adapters/agent-config/files.js'
import { homeFiles } from '../../adapters/agent-config/home-files.js'
import { configWrites } from '../../adapters/agent-config/writes.js'
import { systemClock } from '../../adapters/clock.js'
import { folderEntries } from '../../adapters/files/folder-entries.js'
import { folderSizes } from '../../adapters/files/folder-sizes.js'
import { folderFiles } from '../../adapters/files/tree/files.js'
import { stagingFolders } from '../../adapters/files/tree/staging.js'
import { linkedWorktrees } from '../../adapters/git/linked-worktrees.js'
import { eventIds } from '../../adapters/ids.js'
import { spoolPath } from '../../adapters/spool/drain.js'
import { watchSpool } from '../../adapters/spool/watch.js'
import { openChannel } from '../../adapters/system-accounts/channel.js'
import { accountHome } from '../../adapters/system-accounts/home.js'
import type { AccountSettings } from '../../adapters/system-accounts/jobs.js'
import { OWN_FOLDER } from '../../adapters/system-accounts/layout.js'
import { watchTranscripts } from '../../adapters/transcripts/watch/watch.js'
import type { Panes, PaneStart, PaneView } from '../../commands/ports/panes.js'
import { accountConfig } from '../../config.js'
import { PACKAGE } from '../../version.js'
import { machineOf } from '../machine.js'
import { OF_ACCOUNTS } from './ports.js'

/** A terminal lives in a scope, which cannot be handed over: the caller gets what closes it. */
const openedView =
  (panes: Context.Tag.Service<Panes>) =>
  (...[place, view, onOutput]: [Parameters<typeof panes.view>[0], PaneView, (bytes: Uint8Array) => void]) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const viewer = yield* Scope.extend(panes.view(place, view, onOutput), scope)
      return { viewer, close: Scope.close(scope, Exit.void) }
    })

/**
 * Serves the machine of the account that this process has become, until the service closes the channel. It is what the service has for
 * itself, below the home of the account.
 */
export const serveAccount = async (
  { branchPrefix }: AccountSettings,
  streams: { readonly input: Readable; readonly output: Writable },
): Promise<void> => {
  const home = homedir()
  const dataDir = join(home, OWN_FOLDER)
  const config = { ...accountConfig(dataDir), branchPrefix, isUnit: false }
  const homes = { dataDir, claudeHome: join(home, '.claude'), codexHome: join(home, '.codex') }
  const { USER = '', LOGNAME = '', SHELL = '/bin/sh' } = config.childEnvironment
  const identity = { USER, LOGNAME, SHELL }
  const clock = systemClock()
  const served = Effect.gen(function* () {
    const machine = yield* Layer.build(machineOf(config, dirname(PACKAGE), clock))
    const ports = Object.fromEntries(
      Object.entries(OF_ACCOUNTS).map(([name, tag]) => [name, Context.get(machine, tag as typeof Panes) as object]),
    )
    const panes = Context.get(machine, OF_ACCOUNTS.Panes)
    const channel = openChannel(streams, {
      ...ports,
      // Who the account is, the service does not know.
      Panes: { ...panes, start: (start: PaneStart) => panes.start({ ...start, env: { ...identity, ...start.env } }) },
      PaneViews: { open: openedView(panes) },
      HomeFiles: homeFiles(configFiles(), configWrites(join(dataDir, 'config-backups'), clock)),
      FolderEntries: folderEntries,
      FolderFiles: folderFiles(eventIds(), () => clock.now()),
      FolderSizes: folderSizes(() => clock.monotonic() * 1000),
      StagingFolders: stagingFolders,
      LinkedWorktrees: linkedWorktrees,
      Home: accountHome({
        home,
        dataDir,
        agentCli: agentCli(homes),
        announce: (server) => announceServer(dataDir, server),
        renewScript: () => renewScript(homes),
        watchSpool: ({ take, takeNote, onProblem }) =>
          watchSpool(spoolPath(dataDir), {
            take,
            takeNote,
            onError: (error) => onProblem(`the spool cannot be read: ${String(error)}`),
          }),
        watchTranscripts,
        watchCliStatus,
      }),
    })
    yield* Effect.promise(() => channel.closed)
  })
  await Effect.runPromise(Effect.scoped(served))
  process.exit()
}
