import { textOf } from '../../events/search.js'

export interface FilesSearch {
  /** The lane whose folder is shown; the own home without one. */
  readonly lane?: number
  /** The home of somebody else, which an admin reads. */
  readonly home?: string
  readonly path?: string
  readonly trash?: true
}

/** Reads the address of the page. */
export function filesSearch(given: Record<string, unknown>): FilesSearch {
  const [lane, home, path] = [Number(given['lane']), textOf(given['home']), textOf(given['path'])]
  return {
    ...(Number.isSafeInteger(lane) && lane > 0 ? { lane } : {}),
    ...(home === undefined ? {} : { home }),
    ...(path === undefined ? {} : { path }),
    ...(given['trash'] === true ? { trash: true } : {}),
  }
}
