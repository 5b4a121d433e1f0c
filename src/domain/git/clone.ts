import { isPublishUrl } from './remote-url.js'

const MAX_URL = 2048

/** Where a repository is cloned from. */
export interface CloneSource {
  readonly url: string
  readonly host: string
  /** Null for the one of the protocol. */
  readonly port: number | null
  readonly isHttps: boolean
  /** The last segment of its path, without `.git`. */
  readonly name: string
}

const SCP_LIKE = /^[^@]+@(\[[^\]]+\]|[^:]+):(.+)$/

/** Reads the address of a repository; null for one that cannot be published to either, such as a path or `ext::`. */
export const readCloneSource = (given: unknown): CloneSource | null => {
  if (!isPublishUrl(given) || given.startsWith('-') || Buffer.byteLength(given) > MAX_URL) return null
  const isHttps = /^https:/i.test(given)
  if (!isHttps && !/^ssh:/i.test(given)) {
    const [, host = '', path = ''] = SCP_LIKE.exec(given) ?? []
    return { url: given, host: bare(host), port: null, isHttps, name: nameOf(path) }
  }
  const { hostname, port, pathname } = new URL(given)
  return { url: given, host: bare(hostname), port: port === '' ? null : Number(port), isHttps, name: nameOf(pathname) }
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '')

const nameOf = (path: string): string => {
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return decoded(last).replace(/\.git$/i, '')
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** How far a clone is, as git says it. */
export interface CloneProgress {
  readonly phase: string
  /** 0 to 100. */
  readonly percent: number
}

const PROGRESS = /(?:remote: )?([A-Z][A-Za-z ]+): +(\d{1,3})%/g

/** Returns the newest progress in a part of git's messages; null without any. */
export const readProgress = (text: string): CloneProgress | null => {
  const found = [...text.matchAll(PROGRESS)].at(-1)
  return found === undefined ? null : { phase: found[1] ?? '', percent: Math.min(100, Number(found[2])) }
}

/** Why a repository cannot be cloned, as far as git's message says it. */
export type CloneRefusal = 'unknown-host' | 'ssh-login' | 'no-repository' | 'redirect' | null

export const refusalIn = (message: string): CloneRefusal => {
  if (/Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/i.test(message)) return 'unknown-host'
  if (/Permission denied|Too many authentication failures|no mutual signature/i.test(message)) return 'ssh-login'
  if (/redirect/i.test(message)) return 'redirect'
  return /not found|does not appear to be a git repository|does not exist|not a git repository|error: 404/i.test(
    message,
  )
    ? 'no-repository'
    : null
}
