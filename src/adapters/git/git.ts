import * as Effect from 'effect/Effect'
import * as FiberRef from 'effect/FiberRef'
import { gitAuthor } from '../../commands/ports/git-author.js'
import { plain } from '../../domain/text.js'
import { MINUTE } from '../../domain/time.js'
import { type Finished, run as runProgram, type Run } from '../process/run.js'
import { type GitError, GitRefused } from './errors.js'
import { configCopies } from './config-copy.js'
import { type GitDirectories, locator } from './directories.js'
import { privateFolder } from './private-folder.js'
import { retryingLocks } from './locks.js'
import { readQueue } from './read-queue.js'

interface Limits {
  /** Milliseconds until git is stopped. */
  readonly timeout?: number
  /** Bytes of output that are allowed. */
  readonly maxOutput?: number
  readonly input?: string | Uint8Array
  readonly onComplaint?: (text: string) => void
  /** Allows a write to fetch from repositories on this machine. */
  readonly fromDisk?: true
  /** Where git works, if that was verified before. */
  readonly at?: GitDirectories
  /** Creates a repository, so there is none whose place could be checked. */
  readonly creates?: true
  /** Makes a commit, which needs an author. */
  readonly commits?: true
}

interface StartLimits extends Limits {
  /** Lets the hooks of the repository run. */
  readonly hooks?: boolean
}

type Command = (dir: string, args: readonly string[], limits?: Limits) => Effect.Effect<Buffer, GitError>

interface NetworkLimits extends Limits {
  /** More environment, such as that of a credential helper. */
  readonly variables?: Readonly<Record<string, string>>
}

/**
 * Runs git in a directory and returns its output. Git's own programs never prompt, and no hook runs unless it is allowed. No
 * command runs if git would work on files outside of the directory and those above it.
 */
export interface Git {
  /** Returns where git works in a directory. */
  readonly directories: (dir: string) => Effect.Effect<GitDirectories, GitError>
  /**
   * Runs a command that only reads. It takes no lock, uses no network, and runs no program that the repository's own
   * configuration names: of that, git gets a copy without them. A `diff` or `log` with a patch needs `--no-ext-diff
   * --no-textconv` too.
   */
  readonly read: Command
  /** Reads objects, refs or settings of a git directory, whose working directory may be missing. */
  readonly readIn: Command
  /** Runs a command that changes the repository. Filters such as git-lfs run; the network is not used. */
  readonly write: Command
  /** Runs a command that the user expects the repository's hooks to see, such as a commit. */
  readonly hooked: Command
  /** Runs a command that uses a remote, with the user's logins and keys, and without hooks. Returns its messages too. */
  readonly network: (
    dir: string,
    args: readonly string[],
    limits?: NetworkLimits,
  ) => Effect.Effect<Pick<Finished, 'output' | 'complaint'>, GitError>
  /** Runs a hook of the repository as a program, with nothing in its environment that a command with logins has. */
  readonly hook: (
    path: string,
    dir: string,
    args: readonly string[],
    limits: Limits,
  ) => Effect.Effect<Finished, GitError>
}

const READ_MS = 15_000
const WRITE_MS = 60_000
/** A hook may run the tests of a project. */
const HOOKED_MS = 10 * MINUTE
const MAX_OUTPUT = 16 * 1024 * 1024

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

/** Commands that print directories or settings themselves, and read no file of the working directory. */
const OF_THE_ORIGINAL = new Set(['config', 'for-each-ref', 'remote', 'rev-parse', 'worktree'])

/** Returns what keeps git at the directories that it found before, whatever the repository says meanwhile. */
const fixedAt = ({ own, top }: GitDirectories): Readonly<Record<string, string>> =>
  top === null ? { GIT_DIR: own, GIT_IMPLICIT_WORK_TREE: '0' } : { GIT_DIR: own, GIT_WORK_TREE: top }

/**
 * @param env the environment of programs; variables of a surrounding git process are left out
 * @param runReads runs the commands that only read
 * @param folder where copies of configurations are; nobody but this user's own programs may write there
 * @param readMs shorter in tests
 */
export const systemGit = (
  env: Readonly<Record<string, string>>,
  runReads: Run = runProgram,
  folder: () => string = privateFolder,
  readMs: number = READ_MS,
): Git => {
  const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')))
  const queue = readQueue(readMs)
  const start = (
    dir: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
    { timeout = WRITE_MS, maxOutput = MAX_OUTPUT, input = '', onComplaint, hooks = false }: StartLimits = {},
    runIn = runProgram,
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
  const startReading = (
    dir: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
    limits?: Limits,
  ) => Effect.map(start(dir, args, { ...READING, ...variables }, { timeout: readMs, ...limits }, runReads), outputOf)
  const { known, recent, check, repositoryOf } = locator((dir, args) => startReading(dir, args, {}))
  const copyOf = configCopies(folder)
  const read: Command = (dir, args, limits) =>
    Effect.flatMap(known(dir), (at) =>
      OF_THE_ORIGINAL.has(args[0] ?? '')
        ? startReading(dir, args, {}, limits)
        : startReading(dir, args, { ...fixedAt(at), GIT_COMMON_DIR: copyOf(at) }, limits),
    ).pipe((work) => queue.inTurn(repositoryOf(dir), dir, work))
  const directories = (dir: string) =>
    Effect.suspend(() => {
      const found = recent(dir)
      return found === null ? queue.inTurn(repositoryOf(dir), dir, known(dir)) : Effect.succeed(found)
    })
  /** Returns who commits, as far as the settings of the repository and of the home do not say it. */
  const authorOf = (dir: string): Effect.Effect<Readonly<Record<string, string>>> =>
    Effect.flatMap(FiberRef.get(gitAuthor), (author) => {
      if (author === null) return Effect.succeed({})
      const settings = startReading(dir, ['config', '--get-regexp', '^user\\.(name|email)$'], {})
      // Without any, git exits with 1.
      return Effect.orElseSucceed(settings, () => '').pipe(
        Effect.map((output) => {
          const known = output.toString()
          return {
            ...(/^user\.name ./m.test(known) ? {} : { GIT_AUTHOR_NAME: author.name, GIT_COMMITTER_NAME: author.name }),
            ...(/^user\.email ./m.test(known)
              ? {}
              : { GIT_AUTHOR_EMAIL: author.email, GIT_COMMITTER_EMAIL: author.email }),
          }
        }),
      )
    })
  const write = (dir: string, args: readonly string[], limits?: Limits) => {
    const protocol = limits?.fromDisk ? FROM_DISK : NO_PROTOCOL
    const { creates, at } = limits ?? {}
    const place = creates ? Effect.succeed({}) : Effect.map(at === undefined ? known(dir) : Effect.succeed(at), fixedAt)
    return Effect.flatMap(
      Effect.all([place, limits?.commits ? authorOf(dir) : Effect.succeed({})]),
      ([variables, author]) => start(dir, args, { ...protocol, ...variables, ...author }, limits),
    )
  }
  return {
    directories,
    read,
    readIn: (gitDir, args, limits) =>
      queue.inTurn(gitDir, gitDir, startReading(gitDir, ['--git-dir=.', '--work-tree=.', ...args], {}, limits)),
    write: (dir, args, limits) => Effect.map(retryingLocks(write(dir, args, limits)), outputOf),
    // Hooks see the environment that git gives them elsewhere too.
    hooked: (dir, args, limits) =>
      Effect.zipRight(check(dir), authorOf(dir)).pipe(
        Effect.flatMap((author) =>
          retryingLocks(start(dir, args, author, { timeout: HOOKED_MS, ...limits, hooks: true })),
        ),
        Effect.map(outputOf),
      ),
    hook: (path, dir, args, { timeout = HOOKED_MS, maxOutput = MAX_OUTPUT, input = '' }) =>
      runProgram({
        program: path,
        args,
        env: { ...inherited, ...VARIABLES },
        cwd: dir,
        input,
        timeout,
        maxOutput,
        leavesGroup: true,
      }).pipe(Effect.flatMap(succeeded)),
    network: (dir, args, limits) =>
      Effect.zipRight(check(dir), retryingLocks(start(dir, args, { ...NETWORK, ...limits?.variables }, limits))),
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
