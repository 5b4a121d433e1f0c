import type { FileType, Shelf, Source } from '../../../domain/agent-config/kinds.js'
import { MOST_ITEMS, SHELVES } from '../../../domain/agent-config/kinds.js'
import { type McpServer, mcpServers } from '../../../domain/agent-config/mcp.js'
import {
  declaredPath,
  type InstalledPlugin,
  installedPlugins,
  knownMarketplaces,
} from '../../../domain/agent-config/plugins.js'
import { loose, looseList, textOr, texts } from '../../../domain/agent-config/record.js'
import { type ConfiguredHook, hooksIn } from '../../../domain/agent-config/settings.js'
import type { ConfigFilesPort } from '../../ports/config-files.js'
import { oncePerRequest } from '../once.js'
import type { ConfigPlaces } from '../places.js'
import { inBatches, type ShelfRoot } from '../shelves.js'
import type { ClaudeSettings } from './settings.js'

interface PluginParts {
  readonly files: ConfigFilesPort
  readonly home: string
  readonly settings: ClaudeSettings
}

/** A plugin that is here, with its manifest. */
export interface PresentPlugin extends InstalledPlugin {
  readonly enabled: boolean | null
  readonly installPathExists: boolean
}

/** What a plugin adds that has a name and a description. */
const CONTRIBUTIONS = [
  { type: 'skill', member: 'skills' },
  { type: 'agent', member: 'agents' },
  { type: 'command', member: 'commands' },
  { type: 'output-style', member: 'outputStyles' },
] as const satisfies readonly { readonly type: FileType; readonly member: string }[]

const MANIFEST = '.claude-plugin/plugin.json'
const MOST_LIST = 4 * 1024 * 1024

/** Returns the reads of Claude Code's plugins. */
export const claudePlugins = ({ files, home, settings }: PluginParts) => {
  const json = (root: string, path: string): unknown => files.json(root, path, MOST_LIST) ?? {}

  const installed = (): readonly InstalledPlugin[] => installedPlugins(json(home, 'plugins/installed_plugins.json'))

  /** Returns the plugins that a request sees: those of its project, and those of the host. */
  const present = oncePerRequest(async (places): Promise<readonly PresentPlugin[]> => {
    const all = await settings.read(places)
    const isEnabled = settings.plugins(all)
    const shown = installed().filter(({ project }) => (project === null ? places.isHost : project === places.project))
    return inBatches(files, shown.slice(0, MOST_ITEMS), (plugin) => ({
      ...plugin,
      enabled: isEnabled(plugin.key),
      installPathExists: plugin.installPath !== null && files.isFolder(plugin.installPath),
    }))
  })

  /** Returns the entries of a kind that a plugin adds: on its shelf, and where its manifest says. */
  const contributed = async (root: string, manifest: unknown, type: FileType, member: string) => {
    const shelf: Shelf | undefined = SHELVES.claude[type]
    if (shelf === undefined) return []
    const declared = texts(loose(manifest)[member]).flatMap((path) => declaredPath(path) ?? [])
    const folders = [...new Set([shelf.folder, ...declared])]
    const found = folders.map((folder) =>
      folder.endsWith('.md')
        ? [folder]
        : files.find(root, folder, shelf.depth, shelf.ending).paths.map((path) => `${folder}/${path}`),
    )
    const read = await inBatches(files, [...new Set(found.flat())].slice(0, MOST_ITEMS), (path) => {
      const file = files.markdown(root, path)
      if (file === null) return null
      const plain = path.replace(/\/SKILL\.md$/, '').replace(/\.md$/, '')
      const name = file.frontmatter['name'] ?? plain.slice(plain.lastIndexOf('/') + 1)
      return { kind: type, name, description: file.frontmatter['description'] ?? null }
    })
    return read.filter((item) => item !== null)
  }

  /** Returns what a plugin adds. */
  const contributions = async ({ installPath, installPathExists }: PresentPlugin) => {
    if (installPath === null || !installPathExists) return null
    const manifest = json(installPath, MANIFEST)
    const items = (
      await Promise.all(CONTRIBUTIONS.map(({ type, member }) => contributed(installPath, manifest, type, member)))
    ).flat()
    const count = (type: FileType): number => items.filter(({ kind }) => kind === type).length
    const from = { source: 'plugin', plugin: null, path: installPath } as const
    return {
      skills: count('skill'),
      agents: count('agent'),
      commands: count('command'),
      outputStyles: count('output-style'),
      hooks: hooksOf(installPath, manifest, from).length,
      mcpServers: serversOf(installPath, manifest, from).length,
      items,
    }
  }

  type From = { readonly source: Source; readonly plugin: string | null; readonly path: string }

  /** Returns what a manifest has itself or names as files, or what is in the usual file. */
  const declaredOr = (root: string, declared: unknown, usual: string): readonly unknown[] => {
    const own = typeof declared === 'object' && declared !== null && !Array.isArray(declared) ? [declared] : []
    const paths = [...new Set([usual, ...texts(declared).flatMap((path) => declaredPath(path) ?? [])])]
    return [...own, ...paths.map((path) => json(root, path))]
  }

  const hooksOf = (root: string, manifest: unknown, from: From): readonly ConfiguredHook[] =>
    declaredOr(root, loose(manifest)['hooks'], 'hooks/hooks.json').flatMap((file) =>
      hooksIn('hooks' in loose(file) ? file : { hooks: file }, from),
    )

  const serversOf = (root: string, manifest: unknown, from: From): readonly McpServer[] =>
    declaredOr(root, loose(manifest)['mcpServers'], '.mcp.json').flatMap((file) =>
      mcpServers(loose(file)['mcpServers'] ?? file, from),
    )

  /** Plugins that are not switched off, with the folders they are in and their manifests. */
  const active = oncePerRequest(async (places) => {
    const on = (await present(places)).flatMap(({ key, enabled, installPath, installPathExists }) =>
      enabled === false || installPath === null || !installPathExists ? [] : [{ key, root: installPath }],
    )
    return inBatches(files, on, ({ key, root }) => ({ key, root, manifest: json(root, MANIFEST) }))
  })

  const fromEach = async <A>(
    places: ConfigPlaces,
    read: (root: string, manifest: unknown, from: From) => readonly A[],
  ): Promise<readonly A[]> =>
    (
      await inBatches(files, await active(places), ({ key, root, manifest }) =>
        read(root, manifest, { source: 'plugin', plugin: key, path: root }),
      )
    ).flat()

  return {
    /** All plugins, also those of projects. */
    installed,
    present,

    items: async (places: ConfigPlaces) =>
      inBatches(files, await present(places), async (plugin) => ({
        ...plugin,
        contributes: await contributions(plugin),
      })),

    /** The folders in which plugins have skills, agents, commands and styles. */
    roots: async (places: ConfigPlaces): Promise<readonly ShelfRoot[]> =>
      (await active(places)).map(({ key, root }) => ({ scope: 'plugin', root, inside: '', plugin: key })),

    hooks: (places: ConfigPlaces) => fromEach(places, hooksOf),
    servers: (places: ConfigPlaces) => fromEach(places, serversOf),

    marketplaces: async (places: ConfigPlaces) => {
      if (!places.isHost) return []
      const known = json(home, 'plugins/known_marketplaces.json')
      const plugins = await present(places)
      return inBatches(files, knownMarketplaces(known).slice(0, MOST_ITEMS), (marketplace) => {
        const { name, installLocation } = marketplace
        const catalog = installLocation === null ? {} : json(installLocation, '.claude-plugin/marketplace.json')
        return {
          ...marketplace,
          scope: 'user' as const,
          exists: installLocation !== null && files.isFolder(installLocation),
          description: textOr(loose(loose(catalog)['metadata'])['description'] ?? loose(catalog)['description'], null),
          available: looseList(loose(catalog)['plugins']).length,
          installed: plugins.filter((plugin) => plugin.marketplace === name).length,
        }
      })
    },
  }
}

export type ClaudePlugins = ReturnType<typeof claudePlugins>
