import { isWithin } from '../../../domain/access/territory.js'
import type { FileType, Source } from '../../../domain/agent-config/kinds.js'
import { MOST_ITEMS, SOURCES } from '../../../domain/agent-config/kinds.js'
import { type McpServer, mcpServers } from '../../../domain/agent-config/mcp.js'
import { loose } from '../../../domain/agent-config/record.js'
import { configuredIn } from '../../../domain/agent-config/state-file.js'
import type { ConfiguredHook } from '../../../domain/agent-config/settings.js'
import type { ConfigFilesPort } from '../../ports/config-files.js'
import { counted } from '../counted.js'
import type { ConfigPlaces } from '../places.js'
import { inBatches, memoryItems, shelfItems, shelfRoots } from '../shelves.js'
import { claudePlugins } from './plugins.js'
import { claudeSettings } from './settings.js'

export interface ClaudeConfigParts {
  readonly files: ConfigFilesPort
  /** The home of the user of this machine, for `~`. */
  readonly userHome: string
  /** The home of Claude Code. */
  readonly home: string
  /** The file in which it keeps its state, and the servers that users add. */
  readonly state: { readonly root: string; readonly path: string }
  readonly managed: string
}

const MOST_STATE = 64 * 1024 * 1024

/** Returns the reads of Claude Code's configuration: what there is, where it comes from, and what overrides what. */
export const claudeConfig = (parts: ClaudeConfigParts) => {
  const { files, home, userHome, state } = parts
  const settings = claudeSettings(parts)
  const plugins = claudePlugins({ files, home, settings })

  const rootsOf = (places: ConfigPlaces) => shelfRoots('claude', home, places)

  const shelf = (type: FileType) => async (places: ConfigPlaces) =>
    shelfItems(files, 'claude', type, [...rootsOf(places), ...(await plugins.roots(places))])
  const [skills, agents, commands, styles] = [shelf('skill'), shelf('agent'), shelf('command'), shelf('output-style')]

  const memory = (places: ConfigPlaces) => memoryItems(files, 'claude', rootsOf(places))
  const hookScripts = (places: ConfigPlaces) => shelfItems(files, 'claude', 'hook-script', rootsOf(places))

  const stateNow = (): unknown => files.json(state.root, state.path, MOST_STATE)

  const mcp = async (places: ConfigPlaces): Promise<readonly McpServer[]> => {
    const { isHost, project } = places
    const own = stateNow()
    const shared = project === null ? {} : files.json(project, '.mcp.json', MOST_STATE)
    const added = await plugins.servers(places)
    const path = `${state.root}/${state.path}`
    const local = project === null ? {} : loose(loose(loose(own)['projects'])[project])
    return [
      ...mcpServers(local['mcpServers'], { source: 'local', plugin: null, path }),
      ...mcpServers(loose(shared)['mcpServers'], { source: 'project', plugin: null, path: `${project}/.mcp.json` }),
      ...(isHost ? mcpServers(loose(own)['mcpServers'], { source: 'user', plugin: null, path }) : []),
      ...added,
    ].slice(0, MOST_ITEMS)
  }

  /** Returns the path of a script, with its variables replaced. */
  const scriptPath = (script: string, plugin: string | null, path: string, project: string | null): string | null => {
    const known: Readonly<Record<string, string | null>> = {
      CLAUDE_PLUGIN_ROOT: plugin === null ? null : path,
      CLAUDE_PROJECT_DIR: project,
      HOME: userHome,
    }
    const replaced = script
      .replace(/^~\//, `${userHome}/`)
      .replace(/\$\{?(\w+)\}?/g, (whole, name: string) => known[name] ?? whole)
    if (replaced.includes('$')) return null
    return replaced.startsWith('/') ? replaced : project === null ? null : `${project}/${replaced}`
  }

  /**
   * Whether no file is at a path. Null where that is not for the caller to know: the hooks of a project may name any file of the host.
   */
  const isMissing = (path: string, { isHost, project }: ConfigPlaces): boolean | null => {
    if (isHost) return files.facts('/', path) === null
    return project === null || !isWithin(path, project)
      ? null
      : files.facts(project, path.slice(project.length + 1)) === null
  }

  const hooks = async (places: ConfigPlaces) => {
    const all: readonly ConfiguredHook[] = [...(await settings.hooks(places)), ...(await plugins.hooks(places))]
    return inBatches(files, all.slice(0, MOST_ITEMS), ({ script, ...hook }) => {
      const path = script === null ? null : scriptPath(script, hook.plugin, hook.path, places.project)
      return { ...hook, missing: path === null ? null : isMissing(path, places) }
    })
  }

  const overview = async (places: ConfigPlaces) => {
    const [lists, found] = await Promise.all([
      Promise.all([skills(places), agents(places), commands(places), styles(places), memory(places)]),
      Promise.all([
        mcp(places),
        hooks(places),
        settings.items(places),
        plugins.present(places),
        plugins.marketplaces(places),
        settings.keybindings(places),
        settings.statusLines(places),
        hookScripts(places),
      ]),
    ])
    const [servers, hookList, settingFiles, pluginList, marketplaces, keybindings, statusLines, scripts] = found
    const files = settingFiles.filter(({ exists }) => exists)
    const kinds = ['skills', 'agents', 'commands', 'output-styles', 'memory'] as const
    return [
      ...kinds.map((kind, index) => {
        const items = lists[index] ?? []
        const bytes = kind === 'memory' ? items.reduce((sum, { size }) => sum + size, 0) : null
        const overridden = items.filter(({ overriddenBy }) => overriddenBy !== null).length
        return { ...counted(kind, items, ({ scope }) => scope), overridden, bytes }
      }),
      counted('mcp', servers, ({ source }) => source),
      {
        ...counted('hooks', hookList, ({ source }) => source),
        broken: hookList.filter(({ missing }) => missing).length,
      },
      {
        ...counted('settings', files, ({ scope }) => scope),
        overridden: files.reduce((sum, { overridden }) => sum + overridden.length, 0),
        broken: files.filter(({ error }) => error !== null).length,
      },
      {
        ...counted('plugins', pluginList, ({ scope }) => sourceNamed(scope)),
        broken: pluginList.filter(({ installPathExists }) => !installPathExists).length,
      },
      counted('marketplaces', marketplaces, ({ scope }) => scope),
      counted(
        'keybindings',
        keybindings.flatMap(({ bindings }) => Object.keys(bindings)),
        () => 'user',
      ),
      counted('statusline', statusLines, ({ scope }) => scope),
      counted('hook-scripts', scripts, ({ scope }) => scope),
    ]
  }

  return {
    overview,
    skills,
    agents,
    commands,
    'output-styles': async (places: ConfigPlaces) => {
      const [items, used] = await Promise.all([styles(places), settings.outputStyle(places)])
      return items.map((item) => ({ ...item, isUsed: (item.frontmatter['name'] ?? item.name) === used }))
    },
    plugins: plugins.items,
    installed: plugins.installed,
    mcp,
    hooks,
    settings: settings.items,
    memory,
    marketplaces: plugins.marketplaces,
    keybindings: settings.keybindings,
    statusline: settings.statusLines,
    'hook-scripts': hookScripts,
    /** Returns what the state file configures now. */
    stated: () => configuredIn(stateNow()),
  }
}

export type ClaudeConfig = ReturnType<typeof claudeConfig>

const sourceNamed = (scope: string): Source => SOURCES.find((source) => source === scope) ?? 'user'
