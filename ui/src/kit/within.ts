/** A part of a text, from its first letter to behind its last one. */
export type Part = readonly [begin: number, end: number]

/** A path below the session's directory without that directory: its end tells files apart, not its beginning. */
export const within = (directory: string | null, path: string): string =>
  directory !== null && path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path

// What may stand before a path. After anything else it is the end of a longer one.
const BEFORE_A_PATH = /[\s"'`(=:,;<>[{]/

/** Where a text names the session's directory before a path in it. */
export function directoryParts(directory: string | null, text: string): readonly Part[] {
  if (directory === null) return []
  const prefix = `${directory}/`
  const parts: Part[] = []
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + prefix.length)) {
    if (at === 0 || BEFORE_A_PATH.test(text.charAt(at - 1))) parts.push([at, at + prefix.length])
  }
  return parts
}

/** A text with every path of the session's directory as it is called there. */
export function pathsWithin(directory: string | null, text: string): string {
  let [short, at] = ['', 0]
  for (const [begin, end] of directoryParts(directory, text)) {
    short += text.slice(at, begin)
    at = end
  }
  return short + text.slice(at)
}
