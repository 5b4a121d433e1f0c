import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Name, startTeam, type Team } from '../../../../support/service/team.js'

let team: Team
let own: string
beforeAll(async () => {
  team = await startTeam()
  own = join(team.app.folder, 'data', 'users', 'grace')
  for (const name of ['shop', 'shop10', 'shop9', '.claude', 'shop/.git'])
    mkdirSync(join(own, name), { recursive: true })
  writeFileSync(join(own, 'notes.txt'), 'x')
  writeFileSync(join(own, 'shop', '.env'), 'x')
  symlinkSync('/', join(own, 'out'))
  symlinkSync(join(own, 'shop'), join(own, 'in'))
})
afterAll(() => team.close())

interface Listed {
  readonly path: string
  readonly parent: string | null
  readonly home: string
  readonly entries: readonly { readonly name: string; readonly path: string; readonly file?: true }[]
  readonly error?: { readonly code: string }
}
const list = async (name: Name, query: Readonly<Record<string, string>> = {}) =>
  (await team.as<Listed>(name, `/api/lanes/browse?${new URLSearchParams(query).toString()}`)).json
const names = ({ entries }: Listed) => entries.map(({ name }) => name)
const make = async (name: Name, parent: string, folder: unknown) => {
  const { status, json } = await team.as<{ path?: string; error?: { code: string } }>(name, '/api/lanes/browse/mkdir', {
    method: 'POST',
    body: { parent, name: folder },
  })
  return [status, json.path ?? json.error?.code]
}

describe('the folder browser', () => {
  it('opens on the own folder of a member, in natural order, without what agents keep there', async () => {
    const top = await list('grace', { hidden: '1', files: '1' })
    expect([top.path, top.home, top.parent]).toEqual([own, own, null])
    // A link that leaves the folder is not followed, so it is not shown.
    expect(names(top)).toEqual(['in', 'shop', 'shop9', 'shop10', 'notes.txt'])
    expect(top.entries.at(-1)).toMatchObject({ path: join(own, 'notes.txt'), file: true })
  })

  it('shows hidden names below it when asked to', async () => {
    expect(names(await list('grace', { path: '~/shop' }))).toEqual([])
    const shop = await list('grace', { path: join(own, 'shop'), hidden: '1', files: '1' })
    expect([names(shop), shop.parent]).toEqual([['.git', '.env'], own])
  })

  it('tells nothing about what is outside of it', async () => {
    for (const path of ['/', '/etc', '/does/not/exist', `${own}/..`, join(own, 'out'), `${own}/../bob`])
      expect((await list('grace', { path })).error?.code, path).toBe('EFOLDER')
    for (const path of ['relative', '~bob', 'a\u0000b'])
      expect((await list('grace', { path })).error?.code).toBe('EBADPATH')
    expect((await list('ann', { path: own })).error?.code).toBe('EFOLDER')
  })

  it('shows an admin every folder', async () => {
    const root = await list('ada', { path: '/' })
    expect([root.parent, names(root).includes('etc')]).toEqual([null, true])
    expect((await list('ada', { path: '/does/not/exist' })).error?.code).toBe('ENOTFOUND')
  })
})

describe('a new folder', () => {
  it('is made inside of the own folder only', async () => {
    expect(await make('grace', own, 'new')).toEqual([201, join(own, 'new')])
    expect(await make('grace', '~', 'new')).toEqual([409, 'EEXISTS'])
    expect(await make('grace', '/tmp', 'new')).toEqual([403, 'EFOLDER'])
    expect(await make('grace', join(own, 'none'), 'new')).toEqual([400, 'ENOTFOUND'])
  })
  it.each(['', '.', '..', 'a/b', 'a\nb', 'a\u0000b', 'x'.repeat(256), null, 7])('is not called %j', async (name) => {
    expect(await make('grace', own, name)).toEqual([400, 'EBADNAME'])
  })
})
