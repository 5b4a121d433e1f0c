/** The pages that can be gone to by name. */
export const PAGES = [
  ['/', 'Now', 'who waits, who works'],
  ['/sessions', 'Sessions', 'the whole history'],
  ['/activity', 'Activity', 'events as they happen'],
  ['/insights', 'Insights', 'cost, tools, workflows'],
  ['/settings', 'Settings', 'hooks, pricing, data, display'],
] as const

export type Page = (typeof PAGES)[number]

/** The pages whose name or description has a word that begins like this; all of them for nothing. */
export function pagesLike(words: string): readonly Page[] {
  const wanted = words.trim().toLowerCase()
  return PAGES.filter(([, name, what]) =>
    `${name} ${what}`
      .toLowerCase()
      .split(/[\s,]+/)
      .some((word) => word.startsWith(wanted)),
  )
}
