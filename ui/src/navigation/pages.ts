/** The pages in the order of the rail, and the key of each name in `pages`. */
export const PAGES = [
  ['/', 'now'],
  ['/lanes', 'lanes'],
  ['/sessions', 'sessions'],
  ['/search', 'search'],
  ['/activity', 'activity'],
  ['/insights', 'insights'],
  ['/alerts', 'alerts'],
  ['/settings', 'settings'],
] as const

/** The sections of Settings. */
export const SECTIONS = [
  ['/settings/preferences', 'preferences'],
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
