import * as Effect from 'effect/Effect'
import { plain } from '../../domain/text.js'
import { MINUTE } from '../../domain/time.js'
import { type Finished, run, type Run as RunProgram } from '../process/run.js'
import { type GitError, GitRefused } from './errors.js'
import { filtersOff } from './filters.js'
import { retryingLocks } from './locks.js'

interface Limits {
  /** Milliseconds until git is stopped. */
  readonly timeout?: number
  /** Bytes of output that are allowed. */
  readonly maxOutput?: number
  readonly input?: string | Uint8Array
  readonly onComplaint?: (text: string) => void
  /** Allows a write to fetch from repositories on this machine. */
  readonly fromDisk?: true
}

interface StartLimits extends Limits {
  /** Lets the hooks of the repository run. */
  readonly hooks?: boolean
}

type Run = (dir: string, args: readonly string[], limits?: Limits) => Effect.Effect<Buffer, GitError>

interface NetworkLimits extends StartLimits {
  /** More environment, such as that of a credential helper. */
  readonly variables?: Readonly<Record<string, string>>
}

/** Runs git in a directory and returns its output. Git's own programs never prompt, and no hook runs unless it is allowed. */
export interface Git {
  /**
   * Runs a command that only reads. It takes no lock, uses no network, and runs no program that the repository's own
   * configuration names. A `diff` or `log` with a patch needs `--no-ext-diff --no-textconv` too.
   */
  readonly read: Run
  /** Runs a command that changes the repository. Filters such as git-lfs run; the network is not used. */
  readonly write: Run
  /** Runs a command that the user expects the repository's hooks to see, such as a commit. */
  readonly hooked: Run
  /** Runs a command that uses a remote, with the user's logins and keys. Returns its messages too. */
  readonly network: (
    dir: string,
    args: readonly string[],
    limits?: NetworkLimits,
  ) => Effect.Effect<Pick<Finished, 'output' | 'complaint'>, GitError>
}

const READ_MS = 20_000
const WRITE_MS = 60_000
/** A hook may run the tests of a project. */
const HOOKED_MS = 10 * MINUTE
const MAX_OUTPUT = 16 * 1024 * 1024
/** More processes at once only compete for the disk. */
const READS_AT_ONCE = 4

// Names are data: `*` and `:/` mean a file of that name.
const LITERAL = '--literal-pathspecs'
const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null']
const SETTINGS = [
  'core.fsmonitor=false',
  'core.quotePath=false',
  'core.abbrev=auto',
  'diff.suppressBlankEmpty=false',
  // Otherwise a diff locks and writes the index when files were touched, whatever GIT_OPTIONAL_LOCKS is.
  'diff.autoRefreshIndex=false',
  'diff.orderFile=/dev/null',
  'i18n.logOutputEncoding=UTF-8',
  'color.ui=false',
  // With `copies`, a status would list copies, also where `--find-renames` asks for renames only.
  'status.renames=true',
  'gc.auto=0',
  'maintenance.auto=false',
  'log.showSignature=false',
  'submodule.recurse=false',
  'protocol.ext.allow=never',
].flatMap((setting) => ['-c', setting])

const VARIABLES = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GCM_INTERACTIVE: 'never',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oConnectTimeout=10',
  LC_ALL: 'C.UTF-8',
  LANGUAGE: '',
}
/** Transports that no repository can use to run a program. */
const NETWORK = { GIT_ALLOW_PROTOCOL: 'https:http:ssh:file' }
// An empty list: also a partial clone fetches no missing object.
const NO_PROTOCOL = { GIT_ALLOW_PROTOCOL: '' }
const FROM_DISK = { GIT_ALLOW_PROTOCOL: 'file' }
const READING = { ...NO_PROTOCOL, GIT_OPTIONAL_LOCKS: '0' }

/**
 * @param env the environment of programs; variables of a surrounding git process are left out
 * @param runReads runs the commands that only read
 */
export const systemGit = (env: Readonly<Record<string, string>>, runReads: RunProgram = run): Git => {
  const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')))
  const slots = Effect.unsafeMakeSemaphore(READS_AT_ONCE)
  const start = (
    dir: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
    { timeout = WRITE_MS, maxOutput = MAX_OUTPUT, input = '', onComplaint, hooks = false }: StartLimits = {},
    runIn = run,
  ): Effect.Effect<Finished, GitError> =>
    runIn({
      program: 'git',
      // Git exports the first option to hooks, whose own commands may use patterns.
      args: ['-C', dir, '--no-pager', ...(hooks ? [] : [LITERAL, ...NO_HOOKS]), ...SETTINGS, ...args],
      env: { ...inherited, ...VARIABLES, ...variables },
      // The directory may be missing, which git reports better.
      cwd: '/',
      input,
      timeout,
      maxOutput,
      // A hook may start a daemon.
      leavesGroup: hooks,
      ...(onComplaint === undefined ? {} : { onComplaint }),
    }).pipe(Effect.flatMap(succeeded))
  const read: Run = (dir, args, limits) => {
    const startReading = (command: readonly string[], variables: Readonly<Record<string, string>>) =>
      Effect.map(start(dir, command, { ...READING, ...variables }, { timeout: READ_MS, ...limits }, runReads), outputOf)
    return filtersOff(dir, (command) => startReading(command, {})).pipe(
      Effect.flatMap((variables) => startReading(args, variables)),
      slots.withPermits(1),
    )
  }
  return {
    read,
    write: (dir, args, limits) =>
      Effect.map(retryingLocks(start(dir, args, limits?.fromDisk ? FROM_DISK : NO_PROTOCOL, limits)), outputOf),
    hooked: (dir, args, limits) =>
      Effect.map(retryingLocks(start(dir, args, {}, { timeout: HOOKED_MS, ...limits, hooks: true })), outputOf),
    network: (dir, args, limits) => retryingLocks(start(dir, args, { ...NETWORK, ...limits?.variables }, limits)),
  }
}

const USERINFO = /(\/\/)[^/\s]+@/g

const outputOf = ({ output }: Finished): Buffer => output

const succeeded = (finished: Finished): Effect.Effect<Finished, GitRefused> => {
  const { code, signal, complaint } = finished
  return code === 0
    ? Effect.succeed(finished)
    : Effect.fail(new GitRefused({ code, signal, complaint: plain(complaint).trim().replace(USERINFO, '$1') }))
}
