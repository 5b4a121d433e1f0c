import { type PagePath, PAGES } from '../navigation/pages.js'

/** The keys 1 to 9, one for each page of the rail. */
export const pageKeys = (go: (page: PagePath) => void): Readonly<Record<string, () => void>> =>
  Object.fromEntries(PAGES.map(([page], index) => [String(index + 1), () => go(page)]))
