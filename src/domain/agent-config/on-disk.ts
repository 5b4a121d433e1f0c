import type { Provider } from '../tools/catalog.js'
import { MEMORY_FILES, nameOnShelf, PROJECT_FOLDER, SHELVES } from './kinds.js'

/** Where a folder with configuration is: the home of a tool, or a project. */
export type Ground = 'home' | 'project'

/** What a file is: the type by which changes are told, the scope, and its name. */
interface OnDisk {
  readonly type: string
  readonly scope: 'user' | 'project' | 'local'
  readonly name: string | null
}

/** Files that are configuration by their path. Others in these folders are sessions, caches, state and work. */
const FILES: Readonly<Record<Ground, Readonly<Record<Provider, Readonly<Record<string, string>>>>>> = {
  home: {
    claude: {
      'settings.json': 'settings',
      'keybindings.json': 'keybindings',
      'plugins/installed_plugins.json': 'plugins',
      'plugins/known_marketplaces.json': 'marketplaces',
    },
    codex: { 'config.toml': 'config' },
  },
  project: {
    claude: {
      '.claude/settings.json': 'settings',
      '.claude/settings.local.json': 'settings',
      '.mcp.json': 'mcp',
    },
    codex: { '.codex/config.toml': 'config' },
  },
}

const memoryOf = (tool: Provider, ground: Ground): readonly string[] =>
  MEMORY_FILES[tool][ground === 'home' ? 'user' : 'project']

/** Returns the shelves of a tool with their folders. */
const shelvesOf = (tool: Provider, ground: Ground) =>
  Object.entries(SHELVES[tool]).map(([type, shelf]) => ({
    type,
    shelf,
    folder: ground === 'home' ? shelf.folder : `${PROJECT_FOLDER[tool]}/${shelf.folder}`,
  }))

/** Returns what a path inside the home of a tool or a project is; null for what is no configuration. */
export const configAt = (tool: Provider, ground: Ground, path: string): OnDisk | null => {
  const scope = ground === 'home' ? 'user' : path.endsWith('/settings.local.json') ? 'local' : 'project'
  if (memoryOf(tool, ground).includes(path)) return { type: 'memory', scope, name: path }
  const files = FILES[ground][tool]
  const type = Object.hasOwn(files, path) ? files[path] : undefined
  if (type !== undefined) return { type, scope, name: null }
  for (const { type: shelfType, shelf, folder } of shelvesOf(tool, ground)) {
    const inside = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null
    if (inside === null) continue
    // All that is in the folder of a skill belongs to it.
    if (shelf.ending === 'SKILL.md') return { type: shelfType, scope, name: inside.split('/')[0] ?? null }
    return inside.endsWith(shelf.ending) ? { type: shelfType, scope, name: nameOnShelf(shelf, inside) } : null
  }
  return null
}

/** Whether a path may lead to configuration: anything else needs no watch. */
export const leadsToConfig = (tool: Provider, ground: Ground, path: string): boolean => {
  const isAbove = (file: string): boolean => file === path || file.startsWith(`${path}/`)
  return (
    path === '' ||
    [...Object.keys(FILES[ground][tool]), ...memoryOf(tool, ground)].some(isAbove) ||
    shelvesOf(tool, ground).some(({ folder }) => isAbove(folder) || path.startsWith(`${folder}/`))
  )
}
