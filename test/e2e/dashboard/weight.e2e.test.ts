import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const DIST = join(import.meta.dirname, '..', '..', '..', 'ui', 'dist')
const KB = 1000

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}

const manifestFile = join(DIST, '.vite', 'manifest.json')
const manifest: Readonly<Record<string, Chunk>> = existsSync(manifestFile)
  ? JSON.parse(readFileSync(manifestFile, 'utf8'))
  : {}

/** The chunk and all that has to be there before it runs. */
const withImports = (key: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key]?.imports ?? []) withImports(imported, seen)
  return seen
}

const zipped = (file: string): number => gzipSync(readFileSync(join(DIST, file))).length
const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0)
const filesOf = (pattern: RegExp): readonly string[] =>
  [...new Set(Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))].filter(
    (file) => pattern.test(file),
  )

describe('the weight of the built dashboard', () => {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true) ?? ''
  const initial = [...withImports(entry)]
  const file = (key: string): string => manifest[key]?.file ?? ''

  it('is known: the build wrote its manifest', () => expect(entry).not.toBe(''))

  it('is at most 170 KB of script, zipped, before the first page shows', () =>
    expect(sum(initial.map((key) => zipped(file(key))))).toBeLessThanOrEqual(170 * KB))

  it('is at most 60 KB for any script that a page loads later', () => {
    const later = Object.keys(manifest).filter((key) => !initial.includes(key) && file(key).endsWith('.js'))
    expect(later.filter((key) => zipped(file(key)) > 60 * KB)).toEqual([])
  })

  it('is at most 20 KB of style sheets, zipped', () =>
    expect(sum(filesOf(/\.css$/).map(zipped))).toBeLessThanOrEqual(20 * KB))

  it('is at most 120 KB of fonts', () => {
    const fonts = filesOf(/\.woff2$/).map((font) => readFileSync(join(DIST, font)).length)
    expect(fonts.length).toBeGreaterThan(0)
    expect(sum(fonts)).toBeLessThanOrEqual(120 * KB)
  })
})
