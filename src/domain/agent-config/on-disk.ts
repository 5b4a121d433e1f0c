import type { Provider } from '../tools/catalog.js'
import { nameOnShelf, SHELVES } from './kinds.js'

/** What a file in the home of a tool is: the type by which changes are told, and its name. */
interface OnDisk {
  readonly type: string
  readonly name: string | null
}

/** Files that are configuration by their path. Others in these homes are sessions, caches and state. */
const FILES: Readonly<Record<Provider, Readonly<Record<string, string>>>> = {
  claude: {
    'settings.json': 'settings',
    'keybindings.json': 'keybindings',
    'CLAUDE.md': 'memory',
    'plugins/installed_plugins.json': 'plugins',
    'plugins/known_marketplaces.json': 'marketplaces',
  },
  codex: { 'config.toml': 'config', 'AGENTS.md': 'memory', 'AGENTS.override.md': 'memory' },
}

/** Returns what a path inside the home of a tool is; null for what is no configuration. */
export const configAt = (tool: Provider, path: string): OnDisk | null => {
  const type = Object.hasOwn(FILES[tool], path) ? FILES[tool][path] : undefined
  if (type !== undefined) return { type, name: type === 'memory' ? path : null }
  for (const [shelfType, shelf] of Object.entries(SHELVES[tool])) {
    const inside = path.startsWith(`${shelf.folder}/`) ? path.slice(shelf.folder.length + 1) : null
    if (inside === null) continue
    // All that is in the folder of a skill belongs to it.
    if (shelf.ending === 'SKILL.md') return { type: shelfType, name: inside.split('/')[0] ?? null }
    return inside.endsWith(shelf.ending) ? { type: shelfType, name: nameOnShelf(shelf, inside) } : null
  }
  return null
}

/** Whether a path may lead to configuration: anything else needs no watch. */
export const leadsToConfig = (tool: Provider, path: string): boolean => {
  const isAbove = (file: string): boolean => file === path || file.startsWith(`${path}/`)
  return (
    path === '' ||
    Object.keys(FILES[tool]).some(isAbove) ||
    Object.values(SHELVES[tool]).some(({ folder }) => path === folder || path.startsWith(`${folder}/`))
  )
}
