import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { ImportPlaces, NamedFolder } from '../../commands/ports/import-places.js'
import type { TranscriptRoots } from '../../commands/ports/transcripts.js'
import type { Provider } from '../../domain/tools/catalog.js'

const LAYOUT = { claude: 'projects', codex: 'sessions' } as const

/** Returns the absolute path, with `~` expanded to the home directory; null for any other text. */
export const expanded = (path: string): string | null => {
  const trimmed = path.trim()
  const whole = trimmed === '~' || trimmed.startsWith('~/') ? join(homedir(), trimmed.slice(1)) : trimmed
  return isAbsolute(whole) && !whole.includes('\0') ? whole : null
}

/** Folders on this machine that a user names to import from. */
export const importPlaces: ImportPlaces = {
  folder: (path): NamedFolder => {
    const whole = expanded(path)
    if (whole === null) return 'not absolute'
    try {
      const real = realpathSync(whole)
      return statSync(real).isDirectory() ? { path: real } : 'no directory'
    } catch {
      return 'not there'
    }
  },
  rootsIn: (path, provider): TranscriptRoots => {
    const rootOf = (own: Provider): string | null =>
      (provider ?? own) === own && existsSync(join(path, LAYOUT[own])) ? path : null
    const roots = { claude: rootOf('claude'), codex: rootOf('codex') }
    return roots.claude === null && roots.codex === null ? { ...roots, folders: [{ path, provider }] } : roots
  },
}
