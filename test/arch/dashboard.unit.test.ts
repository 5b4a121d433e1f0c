import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

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
