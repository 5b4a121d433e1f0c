/** A part of a text, from its first character to after its last one. */
export type Part = readonly [begin: number, end: number]

/** Returns a path below the directory of the session without that directory. */
export const within = (directory: string | null, path: string): string =>
  directory !== null && path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path

// Characters that may come before a path. After any other, it is the end of a longer path.
const BEFORE_A_PATH = /[\s"'`(=:,;<>[{]/

/** Returns where a text contains the directory of the session before a path in it. */
export function directoryParts(directory: string | null, text: string): readonly Part[] {
  if (directory === null) return []
  const prefix = `${directory}/`
  const parts: Part[] = []
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + prefix.length)) {
    if (at === 0 || BEFORE_A_PATH.test(text.charAt(at - 1))) parts.push([at, at + prefix.length])
  }
  return parts
}

/** Returns a text with every path below the directory of the session shortened. */
export function pathsWithin(directory: string | null, text: string): string {
  let [short, at] = ['', 0]
  for (const [begin, end] of directoryParts(directory, text)) {
    short += text.slice(at, begin)
    at = end
  }
  return short + text.slice(at)
}
