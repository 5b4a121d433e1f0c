import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = join(import.meta.dirname, '..', '..', '..', 'ui', 'dist')

/** Size limits of the dashboard in KB (1,000 bytes); scripts, translations and style sheets gzipped. */
export const BUDGET = {
  initial: 170,
  initialFiles: 10,
  laterChunk: 60,
  terminal: 130,
  lanes: 25,
  locale: 15,
  styles: 20,
  laterStyles: 12,
  fonts: 120,
} as const

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}

export interface Weight {
  /** Scripts loaded before the first page shows. */
  readonly initial: number
  /** Number of these files; requests queue. */
  readonly initialFiles: number
  /** Translations of each language and page, by file. */
  readonly locales: Readonly<Record<string, number>>
  /** The script that draws a terminal. */
  readonly terminal: number
  /** The scripts that only the list of lanes loads. */
  readonly lanes: number
  /** Other scripts that a page loads later, by file. */
  readonly later: Readonly<Record<string, number>>
  /** Style sheets of the first page. */
  readonly styles: number
  /** Style sheets that a page loads later, by file. */
  readonly laterStyles: Readonly<Record<string, number>>
  readonly fonts: number
}

const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0)
const bytes = (file: string): Buffer => readFileSync(join(DIST, file))
const zipped = (file: string): number => gzipSync(bytes(file)).length / 1000

/** Returns the sizes of the built dashboard; null before it is built. */
export const weightOfDashboard = (): Weight | null => {
  const manifestFile = join(DIST, '.vite', 'manifest.json')
  if (!existsSync(manifestFile)) return null
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const withImports = (key: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const imported of manifest[key]?.imports ?? []) withImports(imported, seen)
    return seen
  }
  const chunks = Object.values(manifest)
  const all = [...new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))]
  const filesOf = (pattern: RegExp) => all.filter((file) => pattern.test(file))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true) ?? ''
  const wordsOf = (words: string): readonly string[] =>
    Object.keys(manifest).filter((key) => key.startsWith(`src/locales/${words}`) && key.endsWith('.json'))
  const fileOf = (key: string): string => manifest[key]?.file ?? ''
  // Before it shows anything, the page also loads the translations of its frame and of the first page.
  const first = [...withImports(entry), ...wordsOf('de/common'), ...wordsOf('de/now')]
  const initial = new Set(first.map(fileOf))
  const firstStyles = new Set(first.flatMap((key) => manifest[key]?.css ?? []))
  const laterStyles = filesOf(/\.css$/).filter((file) => !firstStyles.has(file))
  const terminal = fileOf('src/pages/lane/terminal/screen.tsx')
  const later = filesOf(/\.js$/).filter((file) => !initial.has(file) && file !== terminal)
  return {
    initial: sum([...initial].map(zipped)),
    initialFiles: initial.size,
    locales: Object.fromEntries(wordsOf('').map((key) => [key, zipped(fileOf(key))])),
    terminal: zipped(terminal),
    lanes: zipped(fileOf('src/pages/lanes/page.tsx')),
    later: Object.fromEntries(later.map((file) => [file, zipped(file)])),
    styles: sum([...firstStyles].map(zipped)),
    laterStyles: Object.fromEntries(laterStyles.map((file) => [file, zipped(file)])),
    fonts: sum(filesOf(/\.woff2$/).map((file) => bytes(file).length / 1000)),
  }
}
