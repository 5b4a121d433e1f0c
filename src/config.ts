import { PASSWORD_COST, type PasswordCost } from './adapters/accounts/passwords.js'
import { realPath } from './adapters/files/real-path.js'
import type { ForkServer } from './adapters/process/fork-server/open.js'
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { isBranchName } from './domain/git/branch.js'
import type { Provider } from './domain/tools/catalog.js'
import { sharedEnvironment } from './domain/run/environment.js'

/** A setting is invalid. The message is one line that names the variable. */
export class ConfigError extends Error {}

export interface Config {
  readonly host: string
  readonly port: number
  readonly token: string | null
  readonly allowedHosts: readonly string[]
  /** Which web pages may use the service: those of every loopback origin, or its own only. */
  readonly origins: 'loopback' | 'own'
  /** `local`: one user, without logins. `server`: many, each with a login, once the data directory was set up for it. */
  readonly mode: 'local' | 'server'
  /** What hashing a password costs. Not from the environment: a lower one would make stolen hashes easy to guess. */
  readonly passwordCost: PasswordCost
  /** A fork server that outlives the service and serves others too; null for one of its own. */
  readonly forkServer: ForkServer | null
  /** The address by which browsers reach the service, if it has one of its own; without a path. */
  readonly publicUrl: URL | null
  /** The proxies that may say who is behind them: addresses and CIDR ranges. */
  readonly trustedProxies: readonly string[]
  /** Where the own folders of users are. */
  readonly usersRoot: string
  /** Whether each user has an account of the operating system, as which their programs run. */
  readonly systemAccounts: boolean
  readonly dataDir: string
  /** Where sockets may be that are not on disk; null if the system gives the user no such folder. */
  readonly runtimeDir: string | null
  readonly claudeHome: string
  readonly codexHome: string
  /** Further homes, whose history is shown too. */
  readonly otherHomes: readonly { readonly provider: Provider; readonly home: string }[]
  /** Where the vendor of Claude Code is asked about logins, and exchanges their tokens. */
  readonly claudeApi: { readonly api: string; readonly token: string }
  /** Where Codex sends the requests of an API key of the pool. */
  readonly openaiApi: string
  /** The percentage of its limits from which an account of the pool gets no new agents. */
  readonly poolBlockPercent: number
  readonly staleMinutes: number
  readonly liveness: boolean
  /** Whether update checks may use the network, on request. */
  readonly updates: boolean
  readonly durability: 'full' | 'normal'
  /** An SSH configuration for remote sources to use instead of the user's own. */
  readonly sshConfig: string | null
  /** Where worktrees of lanes are created; null: next to their repository. */
  readonly worktreeRoot: string | null
  /** Where the templates of pipelines are; null: there are none. */
  readonly pipelinesDir: string
  /** The branch that lanes start from by default. */
  readonly baseBranch: string
  /** The prefix of the branch names of lanes. */
  readonly branchPrefix: string
  /** Seconds after which a named lock can be taken from its holder. */
  readonly lockMaxHold: number
  /** Seconds that a hook of a stack may run. */
  readonly hookTimeout: number
  /** The environment of programs that the service starts. */
  readonly childEnvironment: Readonly<Record<string, string>>
  /** The same, with what a program needs to open a window. */
  readonly desktopEnvironment: Readonly<Record<string, string>>
  /** The environment of agents and shells that the service starts in lanes. */
  readonly agentEnvironment: Readonly<Record<string, string>>
  /** The names of the variables that they do not get. */
  readonly withheldNames: readonly string[]
  /** The run whose pane this command was started in; null outside of lanes. */
  readonly run: string | null
  /** Where the user's units of systemd are. */
  readonly unitsDir: string
  /** Whether systemd started the service, and will stop all processes of its unit with it. */
  readonly isUnit: boolean
  readonly color: boolean
  /** Validates every response against its declaration, in tests and development. */
  readonly checkAnswers: boolean
  /** Whether the agents are invented, in temporary folders instead of the user's. */
  readonly demo: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the settings from the environment. No other code reads it. */
export const readConfig = (env: Environment = process.env): Config => ({
  ...agentSettings(env),
  host: text(env, 'DASHBOARD_HOST') ?? '127.0.0.1',
  port: integer(env, 'DASHBOARD_PORT', 4820, 0, 65_535),
  token: text(env, 'DASHBOARD_TOKEN'),
  allowedHosts: (text(env, 'DASHBOARD_ALLOWED_HOSTS') ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')
    .concat(publicUrl(env)?.hostname ?? []),
  origins: choice(env, 'DASHBOARD_ORIGINS', ['loopback', 'own'], 'loopback'),
  mode: choice(env, 'SVC_MODE', ['local', 'server'], 'local'),
  publicUrl: publicUrl(env),
  trustedProxies: trustedProxies(env),
  // Hooks report real paths, and so do the lanes in it.
  usersRoot: realPath(path(env, 'SVC_USERS_ROOT', join(dataDirectory(env), 'users'))),
  systemAccounts: systemAccounts(env),
  dataDir: dataDirectory(env),
  runtimeDir: text(env, 'XDG_RUNTIME_DIR'),
  claudeHome: homes(env, 'CLAUDE_CONFIG_DIR')[0] ?? join(homedir(), '.claude'),
  codexHome: homes(env, 'CODEX_HOME')[0] ?? join(homedir(), '.codex'),
  otherHomes: [
    ...homes(env, 'CLAUDE_CONFIG_DIR')
      .slice(1)
      .map((home) => ({ provider: 'claude', home }) as const),
    ...homes(env, 'CODEX_HOME')
      .slice(1)
      .map((home) => ({ provider: 'codex', home }) as const),
  ],
  claudeApi: claudeApi(env),
  openaiApi: apiUrl(env, 'SVC_OPENAI_API_URL') ?? 'https://api.openai.com/v1',
  poolBlockPercent: integer(env, 'SVC_POOL_BLOCK_PERCENT', 95, 50, 100),
  staleMinutes: integer(env, 'SVC_STALE_MINUTES', 180, 1, 525_600),
  liveness: choice(env, 'SVC_LIVENESS', ['1', '0'], '1') === '1',
  updates: choice(env, 'SVC_UPDATES', ['1', '0'], '1') === '1',
  durability: choice(env, 'SVC_DURABILITY', ['full', 'normal'], 'full'),
  sshConfig: text(env, 'SVC_SSH_CONFIG') === null ? null : path(env, 'SVC_SSH_CONFIG', ''),
  worktreeRoot: text(env, 'LANE_WORKTREE_ROOT') === null ? null : path(env, 'LANE_WORKTREE_ROOT', ''),
  pipelinesDir: path(env, 'DASHBOARD_PIPELINES_DIR', join(dataDirectory(env), 'pipelines')),
  baseBranch: baseBranch(env),
  branchPrefix: branchPrefix(env),
  lockMaxHold: lockMaxHold(env),
  hookTimeout: integer(env, 'LANE_HOOK_TIMEOUT', 3600, 1, 86_400),
  checkAnswers: env.SVC_CHECK_ANSWERS === '1',
  childEnvironment: passedOn(env, PASSED_ON),
  desktopEnvironment: { ...passedOn(env, PASSED_ON), ...passedOn(env, OF_DESKTOP) },
  run: text(env, 'SVC_RUN'),
  unitsDir: join(text(env, 'XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'systemd', 'user'),
  isUnit: text(env, 'INVOCATION_ID') !== null,
  demo: false,
  passwordCost: PASSWORD_COST,
  forkServer: null,
  // https://no-color.org: a non-empty value disables colour.
  color: !env.NO_COLOR && (Boolean(env.FORCE_COLOR) || process.stdout.isTTY),
})

/** Returns the settings of a system account, whose process keeps everything in a folder of its home. */
export const accountConfig = (dataDir: string): Config => readConfig({ ...process.env, SVC_DATA_DIR: dataDir })

/** Returns what the environment says to the person who installs the helper for system accounts: who called sudo, and where homes are. */
export const installSettings = (env: Environment = process.env) => ({
  hostAccount: text(env, 'SUDO_USER') ?? undefined,
  usersRoot: text(env, 'SVC_USERS_ROOT') ?? '/srv/switchyard/users',
})

const dataDirectory = (env: Environment): string =>
  path(env, 'SVC_DATA_DIR', join(text(env, 'XDG_DATA_HOME') ?? join(homedir(), '.local', 'share'), 'switchyard'))

const systemAccounts = (env: Environment): boolean => {
  if (choice(env, 'SVC_SYSTEM_ACCOUNTS', ['0', '1'], '0') === '0') return false
  const root = text(env, 'SVC_USERS_ROOT') === null ? null : realPath(path(env, 'SVC_USERS_ROOT', ''))
  if (root === null)
    throw new ConfigError('SVC_SYSTEM_ACCOUNTS=1 needs SVC_USERS_ROOT, a folder of root outside of the data directory')
  const data = realPath(dataDirectory(env))
  if (root === data || root.startsWith(`${data}/`) || data.startsWith(`${root}/`))
    throw new ConfigError('SVC_USERS_ROOT must be outside of the data directory with SVC_SYSTEM_ACCOUNTS=1')
  return true
}

const publicUrl = (env: Environment): URL | null => {
  const value = text(env, 'SVC_PUBLIC_URL')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (isPlain && url.pathname === '/' && url.search === '' && url.hash === '') return url
  throw new ConfigError(`SVC_PUBLIC_URL is "${value}": must be http(s)://name[:port] without a path`)
}

const CLAUDE_API = { api: 'https://api.anthropic.com', token: 'https://platform.claude.com/v1/oauth/token' }

const claudeApi = (env: Environment): Config['claudeApi'] => {
  const api = apiUrl(env, 'SVC_CLAUDE_API_URL')
  return api === null ? CLAUDE_API : { api, token: `${api}/v1/oauth/token` }
}

const apiUrl = (env: Environment, name: string): string | null => {
  const value = text(env, name)
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new ConfigError(`${name} is "${value}": must be http(s)://name[:port][/path]`)
  return url.href.replace(/\/+$/, '')
}

const LOOPBACK_RANGES = ['127.0.0.0/8', '::1']

const trustedProxies = (env: Environment): readonly string[] =>
  (text(env, 'SVC_TRUSTED_PROXIES') ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .flatMap((one) => {
      if (one === 'loopback') return LOOPBACK_RANGES
      const [address = '', bits] = one.split('/', 2)
      const most = isIP(address) === 6 ? 128 : 32
      const isRange = isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
      if (isRange) return [one]
      throw new ConfigError(`SVC_TRUSTED_PROXIES contains "${one}": must be addresses, CIDR ranges, or loopback`)
    })

/** Settings, and what else a service started by systemd does not get from it. */
const SETTING =
  /^(?:(?:DASHBOARD|LANE)_\w+|SVC_(?!RUN$|LANE$|SLOT$)\w+|LOCK_MAX_HOLD|CLAUDE_CONFIG_DIR|CODEX_HOME|PATH)$/

/** Returns the settings that the environment has. */
export const givenSettings = (env: Environment = process.env): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      !SETTING.test(name) || value === undefined ? [] : [[name, name === 'PATH' ? withoutPackages(value) : value]],
    ),
  )

/** npm and npx add the programs of packages to the path of what they run. */
const withoutPackages = (path: string): string =>
  path
    .split(':')
    .filter((directory) => !directory.includes('/node_modules/'))
    .join(':')

// Passed on: the user's identity and the network settings. Not passed on: credentials of agents, and a surrounding git
// process's variables.
const PASSED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TMPDIR|SSH_AUTH_SOCK|XDG_\w+|SSL_CERT_(?:FILE|DIR)|(?:https?|all|no)_proxy)$/i

const OF_DESKTOP = /^(?:DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|DBUS_SESSION_BUS_ADDRESS)$/

const passedOn = (env: Environment, which: RegExp): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => which.test(entry[0]) && entry[1] !== undefined),
  )

const agentSettings = (env: Environment): Pick<Config, 'agentEnvironment' | 'withheldNames'> => {
  const rules = { pass: names(env, 'LANE_ENV_PASS'), withhold: names(env, 'LANE_ENV_WITHHOLD') }
  const { passed, withheld } = sharedEnvironment(env, rules)
  // Agents run in other directories.
  const own = ['CLAUDE_CONFIG_DIR', 'CODEX_HOME'].flatMap((name) => {
    const [home] = name in passed ? homes(env, name) : []
    return home === undefined ? [] : [[name, home] as const]
  })
  return { agentEnvironment: { ...passed, ...Object.fromEntries(own) }, withheldNames: withheld }
}

/** Reads names of variables, which may contain `*`, with commas between them. */
const names = (env: Environment, name: string): readonly string[] => {
  const given = (text(env, name) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const wrong = given.find((one) => !/^[\w*]+$/.test(one))
  if (wrong === undefined) return given
  throw new ConfigError(`${name} contains "${wrong}": must be names of variables, with commas between them`)
}

const text = (env: Environment, name: string): string | null => env[name]?.trim() || null

const path = (env: Environment, name: string, fallback: string): string => {
  const value = text(env, name)
  return value === null ? fallback : absolute(value)
}

/** Returns the directories of a list that is separated by commas. The first one is the agents' own. */
const homes = (env: Environment, name: string): readonly string[] =>
  (text(env, name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(absolute)

const absolute = (value: string): string => {
  const expanded = value === '~' || value.startsWith('~/') ? join(homedir(), value.slice(1)) : value
  return isAbsolute(expanded) ? expanded : resolve(expanded)
}

const baseBranch = (env: Environment): string => {
  const value = text(env, 'LANE_BASE_BRANCH') ?? 'main'
  if (!isBranchName(value)) throw new ConfigError(`LANE_BASE_BRANCH is "${value}": must be the name of a branch`)
  return value
}

const branchPrefix = (env: Environment): string => {
  const value = env['LANE_BRANCH_PREFIX']?.trim() ?? 'feat/'
  if (!isBranchName(`${value}x`)) {
    throw new ConfigError(`LANE_BRANCH_PREFIX is "${value}": must be the start of a branch name`)
  }
  return value
}

const LOCK_MAX_HOLD = 2700
const LEAST_MAX_HOLD = 300

/** Scripts share the variable, so a value that is no number means the default instead of an error. */
const lockMaxHold = (env: Environment): number => {
  const value = Number(text(env, 'LOCK_MAX_HOLD') ?? LOCK_MAX_HOLD)
  return Number.isFinite(value) ? Math.max(LEAST_MAX_HOLD, value) : LOCK_MAX_HOLD
}

const integer = (env: Environment, name: string, fallback: number, min: number, max: number): number => {
  const value = text(env, name)
  if (value === null) return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(`${name} is "${value}": must be a whole number from ${min} to ${max}`)
  }
  return number
}

const choice = <const W extends string>(env: Environment, name: string, words: readonly W[], fallback: W): W => {
  const value = text(env, name)
  const found = words.find((word) => word === (value ?? fallback))
  if (found === undefined) throw new ConfigError(`${name} is "${value}": must be ${words.join(' or ')}`)
  return found
}
