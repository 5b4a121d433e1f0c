/** Bytes of a path inside a folder. */
const MAX_PATH = 4096

/** The names of a path inside a folder, from the top; empty for the folder itself. */
export type Segments = readonly string[]

/** Returns the names of a path inside a folder, literally: nothing is decoded or normalised. Null for what is no such path. */
export const readSegments = (path: unknown): Segments | null => {
  if (typeof path !== 'string' || path.includes('\0') || !path.isWellFormed()) return null
  if (Buffer.byteLength(path) > MAX_PATH) return null
  if (path === '') return []
  const segments = path.split('/')
  return segments.some((one) => one === '' || one === '.' || one === '..') ? null : segments
}

/** Whether a path leads to what git manages. Some file systems ignore case. */
export const isOfGit = (segments: Segments): boolean => segments.some(isGitName)

export const isGitName = (name: string): boolean => name.toLowerCase() === '.git'

/** Settings and logins of the agent CLIs, which may hold keys. */
const SECRET = new Set(['settings.local.json', '.credentials.json'])
/** The folder and the name of the login of Codex. */
const [CODEX, CODEX_LOGIN] = ['.codex', 'auth.json']

/** Whether the content of a file must never be shown or copied. */
export const isSecretName = (name: string, folder: string): boolean => {
  const lower = name.toLowerCase()
  return SECRET.has(lower) || (lower === CODEX_LOGIN && folder.toLowerCase() === CODEX)
}

/** The folder with what was deleted in an own folder. */
export const TRASH_NAME = '.switchyard-trash'

/** Whether an entry at the top of a home is hidden: what starts with a dot is kept by programs. */
export const isHiddenAtHome = (name: string): boolean => name.startsWith('.')
