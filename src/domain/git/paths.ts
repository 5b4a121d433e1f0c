const MAX_PATH = 4096

/**
 * Returns a path inside a lane as git names it, without `.` and empty segments; null when it is absolute, empty, too long, or
 * could lead out of the lane or into git's own data.
 */
export const lanePath = (text: string): string | null => {
  if (text.startsWith('/') || text.length > MAX_PATH || text.includes('\0')) return null
  const segments = text.split('/').filter((segment) => segment !== '' && segment !== '.')
  const isRefused = segments.some((segment) => segment === '..' || segment.toLowerCase() === '.git')
  return isRefused || segments.length === 0 ? null : segments.join('/')
}

/** Returns the last segment of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Settings of Claude Code that belong to one machine and may hold keys. Some file systems ignore case. */
const SECRET = 'settings.local.json'

/** Returns whether the content of a file must never be shown. */
export const isSecretPath = (path: string): boolean => baseName(path).toLowerCase() === SECRET

// An abbreviated commit has at least four digits.
const REVISION = /^(?:HEAD|[0-9a-f]{4,64})$/i

/** Returns whether a text is `HEAD` or the id of a commit. Names of branches are not accepted. */
export const isRevision = (text: string): boolean => REVISION.test(text)
