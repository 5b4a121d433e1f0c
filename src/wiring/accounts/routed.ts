import { join } from 'node:path'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { OWN_FOLDER } from '../../adapters/system-accounts/layout.js'
import type { Clock } from '../../commands/ports/clock.js'
import type { Download, FolderFiles } from '../../commands/ports/folder-files.js'
import type { FolderEntries } from '../../commands/ports/folder-entries.js'
import type { FolderSizes } from '../../commands/ports/folder-sizes.js'
import type { HomeFiles } from '../../commands/ports/home-files.js'
import type { LinkedWorktreesPort } from '../../commands/ports/linked-worktrees.js'
import type { Machine } from '../../commands/ports/machine.js'
import { type Pane, type PaneEnd, Panes, type PanesPort, type PaneViewer } from '../../commands/ports/panes.js'
import type { StagingFolders } from '../../commands/ports/staging-folders.js'
import { StackFiles, type StackFilesPort } from '../../commands/ports/stack-files.js'
import type { Config } from '../../config.js'
import { withinTime } from '../../commands/ports/within-time.js'
import { TmuxFailed } from '../../domain/run/failures.js'
import { isRejection } from '../../domain/rejection.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import { machineOf } from '../machine.js'
import type { Accounts } from './accounts.js'
import { OF_ACCOUNTS, type PortName } from './ports.js'

/** Which argument says what a call is about, where it is not the first one. */
const ABOUT: Readonly<Partial<Record<string, number>>> = {
  'SetupScripts.run': 1,
  'StackProcesses.end': 1,
  'StackProcesses.endRun': 1,
  'StackProcesses.listeners': 2,
  'StackProcesses.startedSince': 2,
  'ToolPrograms.find': 1,
}

/** Every account can tell which processes are alive. */
const OF_EVERYBODY: ReadonlySet<string> = new Set(['StackProcesses.alive', 'StackProcesses.listening'])

interface About {
  readonly root?: unknown
  readonly dir?: unknown
  readonly cwd?: unknown
  readonly path?: unknown
  readonly lane?: unknown
}

/** Returns whose account an argument is about: that of a folder, of a lane, or of a run. */
const whose = (accounts: Accounts, about: unknown): string | null => {
  if (typeof about === 'number') return accounts.ofLane(about)
  if (typeof about === 'string') return about.startsWith('/') ? accounts.ofFolder(about) : accounts.ofRun(about)
  if (Array.isArray(about)) return whose(accounts, about[0])
  if (typeof about !== 'object' || about === null) return null
  const { root, dir, cwd, path, lane } = about as About
  return whose(accounts, [root, dir, cwd, path].find((one) => typeof one === 'string') ?? lane)
}

/** What an account answers arrives later. */
type Awaitable<A> = A | Promise<A>

type Member = (...args: readonly unknown[]) => unknown

/**
 * Returns a port that leaves what concerns the folder of an account to that account.
 * @param as how the port answers: with Effects or with promises
 */
const routedPort = <Port extends object>(
  name: string,
  local: Port,
  accounts: Accounts,
  as: 'call' | 'promise' = 'call',
): Port =>
  Object.fromEntries(
    Object.entries(local).map(([member, value]) => {
      const called = `${name}.${member}`
      if (typeof value !== 'function' || OF_EVERYBODY.has(called)) return [member, value]
      const route: Member = (...args) => {
        const account = whose(accounts, args[ABOUT[called] ?? 0])
        return account === null ? (value as Member)(...args) : accounts[as](account, name, member, args)
      }
      return [member, route]
    }),
  ) as Port

interface PanesParts {
  readonly accounts: Accounts
  readonly db: Reader
  readonly clock: Pick<Clock, 'monotonic'>
}

/** Milliseconds that the panes of an account may take. Its owner can stop its tmux server, and nobody else must wait for that. */
const LIST_MS = 3000
/** Seconds in which an account that did not answer is not asked again. */
const SLOW = 30

/** Returns the panes of all accounts as one port. */
const routedPanes = (local: PanesPort, { accounts, db, clock }: PanesParts): PanesPort => {
  const routed = routedPort<PanesPort>('Panes', local, accounts)
  /** Whose account has the record of a run, also of one that is no longer known. */
  const seen = new Map<string, string>()
  const used = new Set<string>()
  const slow = new Map<string, number>()
  const isSlow = (account: string): boolean => (slow.get(account) ?? 0) > clock.monotonic()
  const using = (): readonly string[] => {
    for (const { lane } of liveRuns(db, systemVisibility)) {
      const account = accounts.ofLane(lane)
      if (account !== null) used.add(account)
    }
    return [...used].filter(accounts.has)
  }
  /**
   * Asks all accounts that are in use.
   * @param unknown what is assumed of an account that does not answer
   */
  const every = <A extends { readonly run: string }, E>(
    member: 'list' | 'ends',
    here: Effect.Effect<readonly A[], E>,
    unknown: (account: string) => readonly A[],
  ): Effect.Effect<readonly A[], E> => {
    const of = (account: string): Effect.Effect<readonly A[]> => {
      if (isSlow(account)) return Effect.sync(() => unknown(account))
      const failed = Effect.sync(() => {
        slow.set(account, clock.monotonic() + SLOW)
        return unknown(account)
      })
      const asked = accounts.call(account, 'Panes', member, []) as Effect.Effect<readonly A[], E>
      return withinTime(
        Effect.catchAllCause(asked, () => failed),
        LIST_MS,
        failed,
      )
    }
    return Effect.gen(function* () {
      const own = yield* here
      const others = yield* Effect.forEach(
        using(),
        (account) =>
          Effect.map(of(account), (found) => {
            for (const { run } of found) seen.set(run, account)
            return found
          }),
        { concurrency: 8 },
      )
      return [...own, ...others.flat()]
    })
  }
  /** The panes that an account has if nothing has changed: no run ends because its account does not answer. */
  const assumed = (account: string): readonly Pane[] =>
    liveRuns(db, systemVisibility).flatMap(({ run, lane, slot, tool, pid }) =>
      accounts.ofLane(lane) === account ? [{ run, lane, slot, tool, pid: pid ?? 0, end: null }] : [],
    )
  return {
    ...routed,
    list: every<Pane, Effect.Effect.Error<PanesPort['list']>>('list', local.list, assumed),
    ends: every<PaneEnd, never>('ends', local.ends, () => []),
    look: (place, run) => {
      const account = accounts.ofLane(place.lane)
      return account !== null && isSlow(account)
        ? Effect.fail(new TmuxFailed('tmux did not answer in time'))
        : routed.look(place, run)
    },
    settle: (run) => {
      const account = accounts.ofRun(run) ?? seen.get(run) ?? null
      seen.delete(run)
      return account === null
        ? local.settle(run)
        : (accounts.call(account, 'Panes', 'settle', [run]) as Effect.Effect<void>)
    },
    stop: (places, runs) => {
      const [place, run] = [places[0], runs[0]]
      const account = place !== undefined ? accounts.ofLane(place.lane) : run === undefined ? null : accounts.ofRun(run)
      return account === null
        ? local.stop(places, runs)
        : (accounts.call(account, 'Panes', 'stop', [places, runs]) as ReturnType<PanesPort['stop']>)
    },
    view: (place, view, onOutput) => {
      const account = accounts.ofLane(place.lane)
      if (account === null) return local.view(place, view, onOutput)
      const opened = accounts.call(account, 'PaneViews', 'open', [place, view, onOutput]) as Effect.Effect<
        { readonly viewer: PaneViewer; readonly close: Effect.Effect<void> },
        Effect.Effect.Error<PanesPort['list']>
      >
      return Effect.map(
        Effect.acquireRelease(opened, ({ close }) => Effect.ignore(Effect.catchAllDefect(close, () => Effect.void))),
        ({ viewer }) => ({
          ...viewer,
          paste: (text: string) => routed.paste(place, text),
        }),
      )
    },
  }
}

/** Folders of an account are where it would have them itself. */
const routedStackFiles = (local: StackFilesPort, accounts: Accounts, usersRoot: string): StackFilesPort => {
  const inHome = (lane: number, name: string, own: string): string => {
    const account = accounts.ofLane(lane)
    return account === null ? own : join(usersRoot, account, OWN_FOLDER, 'stack', String(lane), name)
  }
  return {
    ...routedPort<StackFilesPort>('StackFiles', local, accounts),
    logDir: (lane) => inHome(lane, 'logs', local.logDir(lane)),
    runDir: (lane) => inHome(lane, 'run', local.runDir(lane)),
  }
}

interface RoutedParts extends PanesParts {
  readonly usersRoot: string
}

/** Returns the services of the machine, with those of each account for what is in its home. */
const routedMachine = (machine: Layer.Layer<Machine>, parts: RoutedParts): Layer.Layer<Machine> =>
  Layer.map(machine, (local) => {
    const { accounts, usersRoot } = parts
    let all: Context.Context<Machine> = local
    for (const name of Object.keys(OF_ACCOUNTS) as PortName[]) {
      // The ports differ in their members only, which are routed alike.
      const tag = OF_ACCOUNTS[name] as unknown as typeof Panes
      const port = Context.get(local, tag)
      all = Context.merge(all, Context.make(tag, routedPort(name, port, accounts)))
    }
    all = Context.add(all, Panes, routedPanes(Context.get(local, Panes), parts))
    return Context.add(all, StackFiles, routedStackFiles(Context.get(local, StackFiles), accounts, usersRoot))
  })

/** Returns ports of folders that are no part of the machine, with those of each account. */
export const routedFolders = (accounts: Accounts | null) => {
  const routed =
    (name: string) =>
    <Port extends object>(local: Port): Port =>
      accounts === null ? local : routedPort(name, local, accounts, 'promise')
  const files = routed('FolderFiles')
  return {
    entries: routed('FolderEntries')<FolderEntries>,
    sizes: routed('FolderSizes')<FolderSizes>,
    staging: routed('StagingFolders')<StagingFolders>,
    files: (local: FolderFiles): FolderFiles => {
      const all = files(local)
      return {
        ...all,
        open: async (root, path) => {
          const opened = await all.open(root, path)
          if (isRejection(opened)) return opened
          // Of an account, it returns a promise of what it yields.
          async function* read(...range: Parameters<Download['read']>) {
            const read = (opened as Download).read as (...given: typeof range) => Awaitable<AsyncIterable<Uint8Array>>
            yield* await read(...range)
          }
          return { ...opened, read }
        },
      }
    },
    homes: (local: HomeFiles): HomeFiles => (accounts === null ? local : routedPort('HomeFiles', local, accounts)),
    worktrees: (local: LinkedWorktreesPort): LinkedWorktreesPort =>
      accounts === null ? local : routedPort('LinkedWorktrees', local, accounts),
  }
}

interface MachineParts extends PanesParts {
  readonly config: Config
  readonly root: string
  readonly clock: Clock
}

/** Returns the services of the machine of a service. */
export const machineFor = ({ config, root, clock, ...parts }: MachineParts): Layer.Layer<Machine> => {
  const host = machineOf(config, root, clock)
  return config.systemAccounts ? routedMachine(host, { ...parts, clock, usersRoot: config.usersRoot }) : host
}
