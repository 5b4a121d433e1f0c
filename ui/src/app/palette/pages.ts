/** The pages that can be gone to by name. */
const PAGES = [
  ['/', 'Now', 'who waits, who works'],
  ['/sessions', 'Sessions', 'the whole history'],
  ['/search', 'Search', 'words in any conversation'],
  ['/activity', 'Activity', 'events as they happen'],
  ['/insights', 'Insights', 'cost, tools, workflows'],
  ['/config', 'Config', 'pricing, alerts, webhooks, sources'],
  ['/settings', 'Settings', 'hooks, import, data, preferences'],
] as const

/** Their sections, offered once there are words that name them. */
const SECTIONS = [
  ['/config/pricing', 'Pricing', 'what tokens cost'],
  ['/config/alerts', 'Alerts', 'what to watch for, what was found'],
  ['/config/webhooks', 'Webhooks', 'whom to tell of alerts'],
  ['/config/sources', 'Remote sources', 'machines read over SSH'],
  ['/settings/hooks', 'Hooks', 'how the agents report'],
  ['/settings/import', 'Import and export', 'history, backup'],
  ['/settings/data', 'Data', 'clean up, delete'],
  ['/settings/preferences', 'Preferences', 'theme, contrast, notifications'],
  ['/settings/about', 'About', 'version, updates'],
] as const

export type Page = (typeof PAGES)[number] | (typeof SECTIONS)[number]

const hasWordLike = (text: string, wanted: string): boolean =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .some((word) => word.startsWith(wanted))

/** The pages and sections of which a word begins like this; all pages for nothing. */
export function pagesLike(words: string): readonly Page[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return PAGES
  return [...PAGES, ...SECTIONS].filter(([, name, what]) => hasWordLike(`${name} ${what}`, wanted))
}

/** The saved views whose name has a word that begins like this; none for nothing, since Sessions lists them. */
export function viewsLike<View extends { readonly name: string }>(
  views: readonly View[],
  words: string,
): readonly View[] {
  const wanted = words.trim().toLowerCase()
  return wanted === ''
    ? []
    : views.filter(({ name }) => hasWordLike(name, wanted) || name.toLowerCase().startsWith(wanted))
}
