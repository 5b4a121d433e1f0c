import { reject, type Rejection } from '../rejection.js'
import { plain } from '../text.js'

/** A remote machine whose transcripts are read over SSH. */
export interface RemoteSource {
  readonly id: string
  readonly label: string
  /** `user@host`, or a host alias of the user's SSH configuration. */
  readonly host: string
  readonly sshPort: number | null
  /** The user's key file; null lets SSH choose. */
  readonly identityFile: string | null
  /**
   * The directories of Claude Code and Codex there: absolute, or under the home directory with `~/`. On Windows also `C:/…`,
   * `//server/share/…`, and either POSIX form after `wsl:` for the default WSL distribution.
   */
  readonly remoteHome: string
  readonly remoteCodexHome: string
  readonly enabled: boolean
}

export type RemoteSettings = Omit<RemoteSource, 'id'>

/** The body of a request: every member may be missing or of any type. */
export interface RemoteInput {
  readonly label?: unknown
  readonly host?: unknown
  readonly ssh_port?: unknown
  readonly identity_file?: unknown
  readonly remote_home?: unknown
  readonly remote_codex_home?: unknown
  readonly enabled?: unknown
}

const MAX_LABEL = 100
const MAX_HOST = 255
const MAX_PATH = 1024

// The whole text, never starting with a dash: ssh would read it as an option, and -oProxyCommand runs programs.
const HOST = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*@)?(?:[A-Za-z0-9_][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])$/
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const PATH = /^(?:~|~\/[^\u0000-\u001f\u007f]*|\/[^\u0000-\u001f\u007f]*)$/
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const DRIVE_PATH = /^[A-Za-z]:\/[^\u0000-\u001f\u007f\\]*$/
const WSL = 'wsl:'

/** The shell that reads a remote folder: the login shell, WSL on Windows, or a POSIX shell on Windows. */
export interface RemoteFolder {
  readonly shell: 'login' | 'wsl' | 'windows'
  readonly path: string
}

/** Returns how to reach a folder of the settings. */
export const remoteFolder = (folder: string): RemoteFolder => {
  if (folder.startsWith(WSL)) return { shell: 'wsl', path: folder.slice(WSL.length) }
  return { shell: DRIVE_PATH.test(folder) || folder.startsWith('//') ? 'windows' : 'login', path: folder }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/** The codes of settings that are not valid. */
type InvalidRemote =
  | 'INVALID_LABEL'
  | 'INVALID_HOST'
  | 'INVALID_PORT'
  | 'INVALID_IDENTITY_FILE'
  | 'INVALID_REMOTE_HOME'
  | 'INVALID_INPUT'

type Read<T> = { readonly value: T } | Rejection<InvalidRemote>

const wrong = (code: InvalidRemote, field: string, should: string): Rejection<InvalidRemote> =>
  reject(code, `${field}: ${should}`, { fields: { field } })

const readLabel = (value: unknown): Read<string> => {
  const label = typeof value === 'string' ? plain(value).trim() : ''
  if (label === '' || label.length > MAX_LABEL) {
    return wrong('INVALID_LABEL', 'label', `must be a string of 1 to ${MAX_LABEL} characters`)
  }
  return { value: label }
}

const readHost = (value: unknown): Read<string> =>
  typeof value === 'string' && value.length <= MAX_HOST && HOST.test(value)
    ? { value }
    : wrong(
        'INVALID_HOST',
        'host',
        'must be user@host or a host alias of your SSH configuration, without spaces or options',
      )

const readPort = (value: unknown): Read<number | null> => {
  if (isAbsent(value)) return { value: null }
  const port = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65_535
    ? { value: port }
    : wrong('INVALID_PORT', 'ssh_port', 'must be a whole number from 1 to 65535')
}

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_PATH && PATH.test(value) && !value.split('/').includes('..')

const readIdentity = (value: unknown): Read<string | null> => {
  if (isAbsent(value)) return { value: null }
  return isPath(value)
    ? { value }
    : wrong('INVALID_IDENTITY_FILE', 'identity_file', 'must be an absolute path on this machine or start with ~/')
}

const HOME_FORMS = 'must be an absolute path on the remote machine or start with ~/; on Windows C:/… or wsl:~/…'

const isHome = (value: unknown): value is string => {
  if (typeof value !== 'string' || value.length > MAX_PATH) return false
  const { shell, path } = remoteFolder(value)
  const isOfDrive = shell === 'windows' && DRIVE_PATH.test(path) && !path.split('/').includes('..')
  return isOfDrive || isPath(path)
}

const readHome = (value: unknown, name: string, fallback: string): Read<string> => {
  if (isAbsent(value)) return { value: fallback }
  return isHome(value) ? { value } : wrong('INVALID_REMOTE_HOME', name, HOME_FORMS)
}

const readEnabled = (value: unknown): Read<boolean> => {
  if (isAbsent(value)) return { value: true }
  return typeof value === 'boolean' ? { value } : wrong('INVALID_INPUT', 'enabled', 'must be true or false')
}

/** Reads the settings of a request. A new source gets defaults, a known one keeps the settings that the request leaves out. */
export const readRemoteSettings = (
  input: RemoteInput,
  known: RemoteSettings | null,
): RemoteSettings | Rejection<InvalidRemote> => {
  const kept = <T>(given: unknown, held: T | undefined, read: (value: unknown) => Read<T>): Read<T> =>
    given === undefined && held !== undefined ? { value: held } : read(given)
  const label = kept(input.label, known?.label, readLabel)
  if ('_tag' in label) return label
  const host = kept(input.host, known?.host, readHost)
  if ('_tag' in host) return host
  const sshPort = kept(input.ssh_port, known?.sshPort, readPort)
  if ('_tag' in sshPort) return sshPort
  const identityFile = kept(input.identity_file, known?.identityFile, readIdentity)
  if ('_tag' in identityFile) return identityFile
  const remoteHome = kept(input.remote_home, known?.remoteHome, (value) => readHome(value, 'remote_home', '~/.claude'))
  if ('_tag' in remoteHome) return remoteHome
  const remoteCodexHome = kept(input.remote_codex_home, known?.remoteCodexHome, (value) =>
    readHome(value, 'remote_codex_home', '~/.codex'),
  )
  if ('_tag' in remoteCodexHome) return remoteCodexHome
  const enabled = kept(input.enabled, known?.enabled, readEnabled)
  if ('_tag' in enabled) return enabled
  return {
    label: label.value,
    host: host.value,
    sshPort: sshPort.value,
    identityFile: identityFile.value,
    remoteHome: remoteHome.value,
    remoteCodexHome: remoteCodexHome.value,
    enabled: enabled.value,
  }
}

/** The remote machine could not be reached or queried. The message is one line that says what to do. */
export class SshFailure extends Error {
  readonly _tag = 'SshFailure'
}

export const tooSlow = (): SshFailure => new SshFailure('the remote machine did not respond in time')
