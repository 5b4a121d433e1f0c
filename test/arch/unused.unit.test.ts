import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
/** The demo has source code of its invented projects in strings. */
const isCode = (path: string): boolean => /\.tsx?$/.test(path) && !path.startsWith('src/cli/demo/projects/')
const files = ['src', 'ui/src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .map((path) => path.replaceAll('\\', '/'))
  .filter(isCode)
const code = new Map(
  files.map((path) => [path, readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')]),
)

it('no function, constant or class is exported for tests alone', () => {
  const uses = new Map<string, number>()
  for (const text of code.values())
    for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*/g)) uses.set(name, (uses.get(name) ?? 0) + 1)
  const exported = [...code].flatMap(([path, text]) =>
    [...text.matchAll(/^export (?:async )?(?:abstract )?(?:const|function\*?|class) ([\w$]+)/gm)].map(
      ([, name = '']) => ({ path, name }),
    ),
  )
  expect(exported.length).toBeGreaterThan(1000)
  const unused = exported.filter(({ name }) => uses.get(name) === 1)
  expect(unused.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
})
