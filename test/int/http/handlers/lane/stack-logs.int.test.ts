import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { newProfile } from '../../../../support/stack/profile.js'
import { stackOf } from '../../../../support/stack/shop.js'

let app: App
let repository: TestRepository
let id: number
let stack: ReturnType<typeof stackOf>
beforeEach(async () => {
  app = await startApp()
  repository = repositoryAt(join(app.folder, 'shop'), { 'a.txt': 'a' })
  const body = { cwd: repository.path }
  id = (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body })).json.lane.id
  stack = stackOf(app, id)
})
afterEach(async () => {
  await stack.down()
  await app.close()
})

describe('a log', () => {
  it('is read from its end, in whole characters', async () => {
    expect((await stack.log('web')).json).toEqual({ available: false })
    newProfile(repository.path, null, { boot: `printf 'ab\\342\\202\\254cd' >"$LANE_LOG_DIR/web.log"`, health: 'true' })
    await stack.up()
    expect((await stack.log('web')).json).toEqual({
      available: true,
      svc: 'web',
      size: 7,
      truncated: false,
      text: 'ab€cd',
    })
    expect((await stack.log('web', '?tail=4')).json).toMatchObject({ size: 7, truncated: true, text: 'cd' })
    expect((await stack.log('web', '?tail=-5')).json).toMatchObject({ text: 'd' })
    expect((await stack.log('web', '?tail=99999999')).json).toMatchObject({ truncated: false })
  })

  it('never leads out of its folder', async () => {
    const secret = join(app.folder, 'secret.log')
    writeFileSync(secret, 'secret')
    newProfile(repository.path, null, { boot: 'true', health: 'true' })
    await stack.up()
    const logs = join(app.folder, 'data', 'stack', String(id), 'logs')
    symlinkSync(secret, join(logs, 'link.log'))
    mkdirSync(join(logs, 'folder.log'))
    for (const name of ['link', 'folder', 'none', 'a%00']) expect((await stack.log(name)).status).toBe(404)
    expect((await stack.log('..%2f..%2f..%2f..%2fsecret')).status).toBe(400)
    expect((await stack.runtime()).logs).toEqual([])
  })

  it('is not read from a folder that a hook replaced by a link', async () => {
    mkdirSync(join(app.folder, 'secrets'))
    writeFileSync(join(app.folder, 'secrets', 'a.log'), 'secret')
    newProfile(repository.path, null, {
      boot: `rmdir "$LANE_LOG_DIR" && ln -s ${JSON.stringify(join(app.folder, 'secrets'))} "$LANE_LOG_DIR"`,
      health: 'true',
    })
    await stack.up()
    expect((await stack.log('a')).status).toBe(404)
    expect((await stack.runtime()).logs).toEqual([])
  })
})
