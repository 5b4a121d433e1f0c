import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Provider } from '../../../domain/tools/catalog.js'

/** A folder of transcripts that a link below a root leads to, as GNU Stow and programs that sync folders make them. */
export interface LinkedFolder {
  /** The link. Transcripts below it are named by it, as the CLI names them in its hooks. */
  readonly path: string
  /** The folders from the root to the link, and the link. */
  readonly folders: readonly string[]
  readonly real: string
  readonly provider: Provider
}

/** How far below a root a folder may be a link: a project of Claude Code, and a year, a month or a day of Codex. */
const LINK_DEPTH: Readonly<Record<Provider, number>> = { claude: 1, codex: 3 }

/**
 * Returns the links to folders below the roots that are followed: each real folder once, and none that is below a root anyway or
 * contains one, which would be a loop. Nothing else that a link leads to is read.
 */
export function linkedFolders(
  roots: readonly (readonly [root: string, provider: Provider])[],
): readonly LinkedFolder[] {
  const taken = roots.flatMap(([root]) => realFolder(root) ?? [])
  const followed: LinkedFolder[] = []
  for (const [root, provider] of roots) {
    for (const folders of linksBelow(root, [], LINK_DEPTH[provider])) {
      const path = join(root, ...folders)
      const real = realFolder(path)
      if (real === null || taken.some((other) => isWithin(real, other) || isWithin(other, real))) continue
      taken.push(real)
      followed.push({ path, folders, real, provider })
    }
  }
  return followed
}

function* linksBelow(root: string, folders: readonly string[], depth: number): Generator<readonly string[]> {
  const found = entriesOf(join(root, ...folders)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of found) {
    const path = [...folders, entry.name]
    if (entry.isSymbolicLink()) yield path
    else if (entry.isDirectory() && depth > 1) yield* linksBelow(root, path, depth - 1)
  }
}

/** Returns the entries of a folder; none if it is missing, unreadable, or was removed meanwhile. */
export const entriesOf = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

const realFolder = (path: string): string | null => {
  try {
    const real = realpathSync(path)
    return lstatSync(real).isDirectory() ? real : null
  } catch {
    return null
  }
}

const isWithin = (path: string, folder: string): boolean => asPrefix(path).startsWith(asPrefix(folder))

const asPrefix = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep)
