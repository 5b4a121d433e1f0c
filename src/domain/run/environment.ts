type Environment = Readonly<Record<string, string | undefined>>

/** What agents get of the environment of the service. */
export interface SharedEnvironment {
  readonly passed: Readonly<Record<string, string>>
  /** The names of the other variables, in order. */
  readonly withheld: readonly string[]
}

/** Names as a user gives them: `*` means any characters. */
export interface EnvironmentRules {
  /** Passed on although they look like secrets. */
  readonly pass: readonly string[]
  /** Never passed on. */
  readonly withhold: readonly string[]
}

const SECRET = /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE/i
/** Names that look like secrets, but have the path of a file or a socket. */
const NO_SECRET = /^(?:SSH_AUTH_SOCK|.*(?:FILE|PATH|DIR|SOCK))$/i

/** The settings of the service: its token would give agents control over it. */
const SETTINGS = /^(?:SVC|DASHBOARD|LANE|SWITCHYARD)_|^LOCK_MAX_HOLD$/
/** What describes the process of the service: its terminal, directory, unit, package, and a git or an agent that it runs in. */
const OWN = new RegExp(
  `^(?:${[
    'PWD|OLDPWD|SHLVL|_|TERM|TERM_PROGRAM\\w*|COLORTERM|COLUMNS|LINES|TMUX\\w*|STY|WINDOWID|NO_COLOR|FORCE_COLOR',
    'INVOCATION_ID|JOURNAL_STREAM|NOTIFY_SOCKET|MANAGERPID|SYSTEMD_EXEC_PID|LISTEN_\\w+|WATCHDOG_\\w+|MEMORY_PRESSURE_\\w+',
    'npm_\\w+|INIT_CWD|NODE_CHANNEL_\\w+|NODE_UNIQUE_ID',
    'GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_\\w+|NAMESPACE|EXEC_PATH|QUARANTINE_PATH)',
    'CLAUDECODE|CLAUDE_PID|CLAUDE_JOB_DIR|CLAUDE_CODE_(?:ENTRYPOINT|SSE_PORT|SESSION_\\w+|MESSAGING_\\w+|EXECPATH)|CODEX_SANDBOX\\w*',
  ].join('|')})$`,
)
/** Others cannot be set by a shell. */
const SHELL_NAME = /^[A-Za-z_]\w*$/

const matches = (patterns: readonly string[]): ((name: string) => boolean) => {
  const all = patterns.map((one) => new RegExp(`^${one.replaceAll('*', '.*')}$`))
  return (name) => all.some((pattern) => pattern.test(name))
}

/** Splits the environment of the service into what its agents get, and the rest: secrets, and what belongs to the service. */
export const sharedEnvironment = (env: Environment, { pass, withhold }: EnvironmentRules): SharedEnvironment => {
  const [isPassed, isWithheld] = [matches(pass), matches(withhold)]
  const isSecret = (name: string): boolean => SECRET.test(name) && !NO_SECRET.test(name)
  const isShared = (name: string): boolean =>
    SHELL_NAME.test(name) &&
    !SETTINGS.test(name) &&
    !OWN.test(name) &&
    !isWithheld(name) &&
    (isPassed(name) || !isSecret(name))
  const names = Object.keys(env)
    .filter((name) => env[name] !== undefined)
    .toSorted()
  return {
    passed: Object.fromEntries(names.filter(isShared).map((name) => [name, env[name] ?? ''])),
    withheld: names.filter((name) => !isShared(name)),
  }
}

/** What holds for every account of a machine: its language, and how it reaches the network. */
const OF_MACHINE = /^(?:LANG|LC_\w+|TZ|(?:https?|all|no)_proxy)$/i

/** Returns what the programs of another account get of an environment. */
export const ofEveryAccount = (environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => OF_MACHINE.test(name)))

/** What leads the programs of an environment to the files of another home. */
const OF_HOME = /^(?:CLAUDE_CONFIG_DIR|CODEX_HOME|XDG_\w+)$/

/** Returns an environment as the programs of another home get it; null keeps the home. */
export const inHome = (
  environment: Readonly<Record<string, string>>,
  home: string | null,
): Readonly<Record<string, string>> =>
  home === null
    ? environment
    : { ...Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_HOME.test(name))), HOME: home }
