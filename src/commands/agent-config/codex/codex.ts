import { withoutSecrets } from '../../../domain/agent-config/hidden.js'
import { type FileType, MOST_ITEMS } from '../../../domain/agent-config/kinds.js'
import { type McpServer, mcpServers } from '../../../domain/agent-config/mcp.js'
import { pluginNamed } from '../../../domain/agent-config/plugins.js'
import { loose, looseList, textOr } from '../../../domain/agent-config/record.js'
import type { ConfigFilesPort } from '../../ports/config-files.js'
import { counted } from '../counted.js'
import { oncePerRequest } from '../once.js'
import type { ConfigPlaces } from '../places.js'
import { type SettingsFile, settingsFile, settingsItems, valueOf } from '../settings-file.js'
import { inBatches, memoryItems, shelfItems, shelfRoots } from '../shelves.js'

interface CodexConfigParts {
  readonly files: ConfigFilesPort
  /** The home of Codex. */
  readonly home: string
}

/** Returns the reads of Codex's configuration. */
export const codexConfig = ({ files, home }: CodexConfigParts) => {
  const rootsOf = (places: ConfigPlaces) => shelfRoots('codex', home, places)

  /** Returns the configuration files, the one that wins first. */
  const configs = oncePerRequest(
    async (places): Promise<readonly SettingsFile[]> =>
      rootsOf(places).map(({ scope, root, inside }) =>
        settingsFile(files, { scope, root, path: `${inside}config.toml` }, 'toml'),
      ),
  )

  const config = async (places: ConfigPlaces) => settingsItems(await configs(places))

  /** Returns the entries of a table in the file of the user, in which Codex keeps plugins and marketplaces. */
  const ofUser = async (places: ConfigPlaces, table: string) =>
    (await configs(places))
      .filter(({ scope }) => scope === 'user')
      .flatMap(({ scope, parsed }) =>
        Object.entries(loose(loose(valueOf(parsed))[table])).map(([name, given]) => ({ scope, name, given })),
      )
      .slice(0, MOST_ITEMS)

  const shelf = (type: FileType) => (places: ConfigPlaces) => shelfItems(files, 'codex', type, rootsOf(places))
  const [skills, rules] = [shelf('skill'), shelf('rule')]

  /** Agents are TOML: their name and description are members, not front matter. */
  const agents = async (places: ConfigPlaces) => {
    const roots = rootsOf(places)
    return inBatches(files, await shelf('agent')(places), (item) => {
      const root = roots.find(({ scope }) => scope === item.scope)?.root ?? home
      const file = files.text(root, item.path.slice(root.length + 1))
      const role = file === null ? {} : loose(valueOf(files.parse(file.text, 'toml')))
      const described = ['name', 'description', 'model'].flatMap((name) => {
        const value = textOr(role[name], null)
        return value === null ? [] : [[name, value] as const]
      })
      const frontmatter = withoutSecrets(Object.fromEntries(described)) as Readonly<Record<string, string>>
      return { ...item, frontmatter }
    })
  }

  const memory = (places: ConfigPlaces) => memoryItems(files, 'codex', rootsOf(places))

  /** Codex removes a server from its own file only, whatever the project's has. */
  const mcp = async (places: ConfigPlaces): Promise<readonly McpServer[]> =>
    (await configs(places))
      .flatMap(({ scope, root, path, parsed }) =>
        mcpServers(loose(valueOf(parsed))['mcp_servers'], { source: scope, plugin: null, path: `${root}/${path}` }),
      )
      .slice(0, MOST_ITEMS)

  const plugins = async (places: ConfigPlaces) =>
    inBatches(files, await ofUser(places, 'plugins'), ({ scope, name: key, given }) => {
      const { name, marketplace } = pluginNamed(key)
      const folder = `plugins/cache/${marketplace ?? ''}/${name}`
      const found = isPlain(name) && isPlain(marketplace ?? '') ? installed(folder) : null
      const enabled = loose(given)['enabled']
      return {
        ...pluginNamed(key),
        scope,
        version: found?.version ?? null,
        installPath: found === null ? null : `${home}/${found.path}`,
        installedAt: null,
        lastUpdated: null,
        gitCommitSha: null,
        project: null,
        installPathExists: found !== null,
        enabled: typeof enabled === 'boolean' ? enabled : null,
        contributes: null,
      }
    })

  /** Returns where a plugin is: below its name, in a folder for its version. */
  const installed = (folder: string): { readonly version: string; readonly path: string } | null => {
    const { paths } = files.find(home, folder, 2, 'plugin.json')
    const shown = paths.length > 0 ? paths : files.find(home, folder, 3, '.md').paths
    const version = shown.at(-1)?.split('/')[0]
    return version === undefined ? null : { version, path: `${folder}/${version}` }
  }

  const marketplaces = async (places: ConfigPlaces) => {
    const added = await plugins(places)
    return inBatches(files, await ofUser(places, 'marketplaces'), ({ scope, name, given }) => {
      const kind = textOr(loose(given)['source_type'], null)
      const source = textOr(loose(given)['source'], null)
      const folder = kind === 'local' ? source : null
      const catalog = folder === null ? null : files.text(folder, '.claude-plugin/marketplace.json')
      const listed = catalog === null ? {} : valueOf(files.parse(catalog.text, 'json'))
      return {
        scope,
        name,
        kind,
        source,
        installLocation: folder,
        lastUpdated: textOr(loose(given)['last_updated'], null),
        exists: folder === null || files.isFolder(folder),
        description: null,
        available: looseList(loose(listed)['plugins']).length,
        installed: added.filter(({ marketplace }) => marketplace === name).length,
      }
    })
  }

  const overview = async (places: ConfigPlaces) => {
    const [skillList, agentList, ruleList, memoryList, servers, pluginList, markets, configList] = await Promise.all([
      skills(places),
      agents(places),
      rules(places),
      memory(places),
      mcp(places),
      plugins(places),
      marketplaces(places),
      config(places),
    ])
    const present = configList.filter(({ exists }) => exists)
    return [
      counted('skills', skillList, ({ scope }) => scope),
      counted('agents', agentList, ({ scope }) => scope),
      counted('rules', ruleList, ({ scope }) => scope),
      {
        ...counted('memory', memoryList, ({ scope }) => scope),
        bytes: memoryList.reduce((sum, { size }) => sum + size, 0),
      },
      counted('mcp', servers, ({ source }) => source),
      {
        ...counted('plugins', pluginList, ({ scope }) => scope),
        broken: pluginList.filter(({ installPathExists }) => !installPathExists).length,
      },
      counted('marketplaces', markets, ({ scope }) => scope),
      {
        ...counted('config', present, ({ scope }) => scope),
        overridden: present.reduce((sum, { overridden }) => sum + overridden.length, 0),
        broken: present.filter(({ error }) => error !== null).length,
      },
    ]
  }

  return { overview, skills, agents, rules, memory, mcp, plugins, marketplaces, config }
}

export type CodexConfig = ReturnType<typeof codexConfig>

/** Whether a text names one folder. */
const isPlain = (name: string): boolean => /^(?!\.)[^/\\\0]+$/.test(name)
