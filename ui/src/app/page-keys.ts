/** The pages of the rail, in its order: the digits lead to them. */
const PAGES = ['/', '/sessions', '/activity', '/insights', '/config', '/settings'] as const

/** The keys 1 to 6, each for its page. */
export const pageKeys = (go: (page: (typeof PAGES)[number]) => void): Readonly<Record<string, () => void>> =>
  Object.fromEntries(PAGES.map((page, index) => [String(index + 1), () => go(page)]))
