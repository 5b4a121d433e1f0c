import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { realPath } from '../../../../src/adapters/files/real-path.js'
import { readConfig } from '../../../../src/config.js'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-real-')))
  mkdirSync(join(folder, 'disk'))
  symlinkSync(join(folder, 'disk'), join(folder, 'link'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('follows links, also above what does not exist yet', () => {
  expect(realPath(join(folder, 'link'))).toBe(join(folder, 'disk'))
  expect(realPath(join(folder, 'link', 'users', 'ada'))).toBe(join(folder, 'disk', 'users', 'ada'))
  expect(realPath('/none/at/all')).toBe('/none/at/all')
})

it('is how the folder of the users is known', () => {
  expect(readConfig({ SVC_USERS_ROOT: join(folder, 'link', 'users') }).usersRoot).toBe(join(folder, 'disk', 'users'))
})
