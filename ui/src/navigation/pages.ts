/** The pages in the order of the rail, and the key of each name in `pages`. */
export const PAGES = [
  ['/', 'now'],
  ['/lanes', 'lanes'],
  ['/sessions', 'sessions'],
  ['/search', 'search'],
  ['/activity', 'activity'],
  ['/insights', 'insights'],
  ['/alerts', 'alerts'],
  ['/config', 'config'],
  ['/settings', 'settings'],
] as const

/**
 * Who sees a section: everybody, those with an account of their own, those who see the rows of others, or those who see the host:
 * they and the user of local mode.
 */
export type Circle = 'all' | 'users' | 'staff' | 'host'

/** The sections of Settings that not everybody sees. */
const CIRCLES: Readonly<Partial<Record<string, Circle>>> = {
  account: 'users',
  users: 'staff',
  audit: 'staff',
  hooks: 'host',
  data: 'host',
  machines: 'host',
}

/** Returns who sees a section. */
export const circleOf = (name: PageName): Circle => CIRCLES[name] ?? 'all'

/** The sections of Settings. */
export const SECTIONS = [
  ['/settings/account', 'account'],
  ['/settings/preferences', 'preferences'],
  ['/settings/users', 'users'],
  ['/settings/audit', 'audit'],
  ['/settings/hooks', 'hooks'],
  ['/settings/pricing', 'pricing'],
  ['/settings/data', 'data'],
  ['/settings/import', 'import'],
  ['/settings/machines', 'machines'],
  ['/settings/about', 'about'],
] as const

export type PagePath = (typeof PAGES)[number][0]
export type PageName = (typeof PAGES | typeof SECTIONS)[number][1]

/** Returns the page or section at a path, or the page above it; undefined for an unknown path. */
export function pageAt(path: string): PageName | undefined {
  const clean = path.replace(/\/+$/, '') || '/'
  const all = [...SECTIONS, ...PAGES]
  return all.find(([at]) => clean === at || (at !== '/' && clean.startsWith(`${at}/`)))?.[1]
}
