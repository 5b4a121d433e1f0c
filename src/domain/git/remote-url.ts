/** The place of a remote that git reaches over HTTP: what a login is for. */
export interface RemotePlace {
  readonly protocol: 'http' | 'https'
  /** In lower case, with the port unless it is that of the protocol. */
  readonly host: string
}

/** A host name has at most 253 characters, and a port 5. */
const MAX_HOST = 253 + ':65535'.length
const MAX_URL = 2000
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const SPACE_OR_CONTROL = /[\s\u0000-\u001f\u007f]/

/**
 * Returns the place that a login is for, as clients send it; null if it is not valid. The host may have a port, and nothing else.
 * @param protocol `http` or `https`
 */
export const placeOf = (protocol: unknown, host: unknown): RemotePlace | null => {
  if (protocol !== 'http' && protocol !== 'https') return null
  if (typeof host !== 'string' || host.length > MAX_HOST || !/^[\w.:[\]-]+$/.test(host)) return null
  const url = parsed(`${protocol}://${host}`)
  return url === null ? null : { protocol, host: url.host }
}

/** Returns the place of a remote that is reached over HTTP; null for others, such as SSH. */
export const httpPlace = (url: string): RemotePlace | null => {
  if (!/^https?:\/\/[^/\\]/i.test(url)) return null
  const address = parsed(url)
  return address === null ? null : { protocol: address.protocol === 'https:' ? 'https' : 'http', host: address.host }
}

export const isSamePlace = (a: RemotePlace, b: RemotePlace): boolean => a.protocol === b.protocol && a.host === b.host

// A host that starts with a hyphen would be an option of ssh.
const SCP_LIKE = /^[A-Za-z0-9_][\w.-]*@(?:[A-Za-z0-9_][\w.-]*|\[[0-9A-Fa-f:.]+\]):(?!\/\/)./

/**
 * Whether a branch may be published to a URL: `https://` without a login, `ssh://`, or `user@host:path`. Other transports can
 * run programs, or send the login unencrypted.
 */
export const isPublishUrl = (url: unknown): url is string => {
  if (typeof url !== 'string' || url.length > MAX_URL || SPACE_OR_CONTROL.test(url)) return false
  // A URL parser reads https:///host as https://host; git does not.
  if (/^https:\/\//i.test(url))
    return /^https:\/\/[^/\\]/i.test(url) && parsed(url) !== null && !/^https:\/\/[^/]*@/i.test(url)
  if (!/^ssh:\/\//i.test(url)) return SCP_LIKE.test(url)
  const address = parsed(url)
  if (address === null || address.password !== '') return false
  return !address.hostname.startsWith('-') && !address.username.startsWith('-')
}

/**
 * Returns the remote that a branch is pushed to: that of its upstream, else the only one, else `origin`; null if there is no
 * such remote.
 */
export const pushRemote = (remotes: readonly string[], upstreamRemote: string | null): string | null => {
  if (upstreamRemote !== null && remotes.includes(upstreamRemote)) return upstreamRemote
  return remotes.length === 1 ? (remotes[0] ?? null) : (remotes.find((name) => name === 'origin') ?? null)
}

const HIDDEN = '***'

/** Returns a text of git without the logins in URLs, and without the given passwords. */
export const withoutLogins = (text: string, passwords: readonly string[] = []): string =>
  passwords
    .flatMap((password) => [password, encodeURIComponent(password)])
    .reduce((hidden, password) => hidden.replaceAll(password, HIDDEN), text)
    .replace(/(\/\/)[^/\s]+@/g, '$1')

/** Returns a URL with a host, or null. */
const parsed = (url: string): URL | null => {
  if (!URL.canParse(url)) return null
  const address = new URL(url)
  return address.host === '' ? null : address
}

/** The repository of a remote on a host. */
export interface RemoteRepository {
  /** In lower case, without a port: web pages have their own. */
  readonly host: string
  /** Without slashes at its ends and without `.git`. */
  readonly path: string
}

const SCP_PARTS = /^(?:[^/@:]+@)?([A-Za-z0-9_][\w.-]*):(?!\/\/)(.+)$/

/** Returns which repository of which host a remote is; null for a path on this machine. */
export const remoteRepository = (url: string): RemoteRepository | null => {
  if (url.length > MAX_URL || SPACE_OR_CONTROL.test(url)) return null
  const address = /^(?:https?|ssh|git):\/\//i.test(url) ? parsed(url) : null
  const [, scpHost, scpPath] = address === null ? (SCP_PARTS.exec(url) ?? []) : []
  const [host, path] = address === null ? [scpHost, scpPath] : [address.hostname, address.pathname]
  if (host === undefined || path === undefined) return null
  const named = path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
    .split('/')
  if (named.length < 2) return null
  // A page of the host is meant, never one that the path leads to.
  if (named.some((part) => part === '' || part === '.' || part === '..' || /[?#\\]/.test(part))) return null
  return { host: host.toLowerCase(), path: named.join('/') }
}
