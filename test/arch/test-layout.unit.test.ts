import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

const foldersOfTests = (path: string): readonly string[] => {
  const files = readdirSync(join(root, path), { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.name.includes('.test.'),
  )
  return [...new Set(files.map((file) => relative(join(root, path), file.parentPath)))]
}

/** Tests of test support code have no source folder. */
const isSupport = (folder: string): boolean => /^(support|bench)(\/|$)/.test(folder)

const sourceOf = (folder: string): string =>
  join(/^ui(\/|$)/.test(folder) ? folder.replace('ui', 'ui/src') : `src/${folder}`)

it.each(['test/unit', 'test/int'])('each folder of %s mirrors a source folder', (tests) => {
  const folders = foldersOfTests(tests)
  expect(folders).toContain('adapters/agent-cli')
  expect(folders.filter((folder) => !isSupport(folder) && !existsSync(join(root, sourceOf(folder))))).toEqual([])
})

it('tests send signals with `kill`, which cannot reach their own group', () => {
  const files = readdirSync(join(root, 'test'), { withFileTypes: true, recursive: true })
    .filter(({ name }) => /\.tsx?$/.test(name))
    .map(({ parentPath, name }) => join(parentPath, name))
  const signalling = files.filter((file) => readFileSync(file, 'utf8').includes('process.kill('))
  expect(signalling.map((file) => relative(root, file)).toSorted()).toEqual([
    'test/arch/test-layout.unit.test.ts',
    'test/support/process/is-alive.ts',
    'test/support/process/kill.ts',
  ])
})
