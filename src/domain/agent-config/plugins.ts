import { loose, looseList, textOr } from './record.js'

/** A plugin, as the list of the CLI has it. */
export interface InstalledPlugin {
  /** `name@marketplace`. */
  readonly key: string
  readonly name: string
  readonly marketplace: string | null
  readonly scope: string
  /** The project that it is installed for; null for all. */
  readonly project: string | null
  readonly version: string | null
  readonly installPath: string | null
  readonly installedAt: string | null
  readonly lastUpdated: string | null
  readonly gitCommitSha: string | null
}

/** Returns the name and the marketplace of a key. */
export const pluginNamed = (key: string): Pick<InstalledPlugin, 'key' | 'name' | 'marketplace'> => {
  const at = key.lastIndexOf('@')
  return at <= 0
    ? { key, name: key, marketplace: null }
    : { key, name: key.slice(0, at), marketplace: key.slice(at + 1) }
}

/** Returns the installed plugins. The first form of the file has one installation for each key, the second one a list. */
export const installedPlugins = (file: unknown): readonly InstalledPlugin[] =>
  Object.entries(loose(loose(file)['plugins'])).flatMap(([key, given]) =>
    (Array.isArray(given) ? looseList(given) : [given]).map((one) => {
      const plugin = loose(one)
      const member = (name: string): string | null => textOr(plugin[name], null)
      return {
        ...pluginNamed(key),
        scope: member('scope') ?? 'user',
        project: member('projectPath'),
        version: member('version'),
        installPath: member('installPath'),
        installedAt: member('installedAt'),
        lastUpdated: member('lastUpdated'),
        gitCommitSha: member('gitCommitSha'),
      }
    }),
  )

/**
 * Returns a path that a manifest declares, inside of the plugin; null if it leads out of it. Links are for the caller to refuse.
 */
export const declaredPath = (path: string): string | null => {
  if (path.startsWith('/') || path.includes('\0') || path.includes('\\')) return null
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  return segments.length === 0 || segments.includes('..') ? null : segments.join('/')
}

export interface Marketplace {
  readonly name: string
  readonly kind: string | null
  /** A repository, an address or a folder. */
  readonly source: string | null
  readonly installLocation: string | null
  readonly lastUpdated: string | null
}

/** Returns the marketplaces of Claude Code's list. */
export const knownMarketplaces = (file: unknown): readonly Marketplace[] =>
  Object.entries(loose(file)).map(([name, given]) => {
    const entry = loose(given)
    const source = loose(entry['source'])
    return {
      name,
      kind: textOr(source['source'], null),
      source: textOr(source['repo'] ?? source['url'] ?? source['path'] ?? source['package'], null),
      installLocation: textOr(entry['installLocation'], null),
      lastUpdated: textOr(entry['lastUpdated'], null),
    }
  })
