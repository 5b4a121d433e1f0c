import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemDirectories } from '../../../../src/adapters/files/directories.js'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-directories-')))
  mkdirSync(join(folder, 'real', 'below'), { recursive: true })
  symlinkSync(join(folder, 'real'), join(folder, 'link'))
  writeFileSync(join(folder, 'file'), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const find = (path: string) => Effect.runPromise(systemDirectories.find(join(folder, path)))

it.each([
  ['real', 'real', 'directory'],
  ['link/below', 'real/below', 'directory'],
  ['real/../link/./below/', 'real/below', 'directory'],
  ['link/none/deep', 'real/none/deep', 'missing'],
  ['file', 'file', 'file'],
  ['file/below', 'file/below', 'missing'],
])('%s is %s: a %s', async (path, real, is) => {
  expect(await find(path)).toEqual({ path: join(folder, real), is })
})

it('a link to itself is unreadable', async () => {
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'))
  expect((await find('loop')).is).toBe('unreadable')
})
