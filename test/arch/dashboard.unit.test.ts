import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..', '..', 'ui', 'src')
const modules = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path))
const matching = (pattern: RegExp): readonly string[] =>
  modules.filter((path) => pattern.test(readFileSync(join(src, path), 'utf8')))

it('only the kit imports the component libraries', () => {
  const users = matching(/from '(?:radix-ui|@radix-ui\/[\w-]+|cmdk)'/)
  expect(users.length).toBeGreaterThan(4)
  expect(users.filter((path) => !path.startsWith('kit/'))).toEqual([])
})

it('selects and dialogs are those of the kit', () => {
  expect(matching(/<select\b|<dialog\b/)).toEqual([])
})

/** The folders from the lowest to the highest: each imports only those before it, so that no circle can arise. */
const FOLDERS = [
  'store',
  'navigation',
  'format',
  'locales',
  'i18n',
  'theme',
  'api',
  'preferences',
  'lazy',
  'rows',
  'live',
  'kit',
  'push',
  'budget',
  'figures',
  'events',
  'calls',
  'pages',
  'app',
] as const

const folderOf = (path: string): string => path.split('/')[0] ?? ''

/** The imports from one folder into another, `from` and `to` as paths in `ui/src`. */
const crossings = modules
  .filter((path) => path.includes('/'))
  .flatMap((from) =>
    [...readFileSync(join(src, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to = '']) => ({
      from,
      to: relative(src, join(src, dirname(from), to)).replaceAll('\\', '/'),
    })),
  )
  .filter(({ from, to }) => folderOf(from) !== folderOf(to) && !to.startsWith('..'))

describe('the folders of the dashboard', () => {
  it('are all in the list', () => {
    const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).toSorted()).toEqual([...FOLDERS].toSorted())
    expect(crossings.length).toBeGreaterThan(500)
  })

  it('import only the folders before them in the list', () => {
    const rank = (path: string): number => FOLDERS.indexOf(folderOf(path) as (typeof FOLDERS)[number])
    const broken = crossings.filter(({ from, to }) => rank(to) >= rank(from))
    expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
})
