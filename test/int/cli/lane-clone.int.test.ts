import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lanesCommand } from '../../../src/cli/lanes.js'
import { runHere } from '../../support/cli/run.js'
import { repositoryAt } from '../../support/git/repository.js'
import { type GitServer, hasGitServer, startGitServer } from '../../support/git/server.js'
import { type App, startApp } from '../../support/service/app.js'

describe.skipIf(!hasGitServer)('switchyard lanes clone', () => {
  let app: App
  let root: string
  let server: GitServer
  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-cli-clone-')))
    server = await startGitServer(root, 'ada:hush-token-4711')
    writeFileSync(join(root, '.gitconfig'), `[http]\n\tsslCAInfo = ${server.certificate}\n`)
    const shop = repositoryAt(join(root, 'other'), { 'a.txt': 'one\n' })
    shop.git('push', '--quiet', server.create('shop.git'), 'HEAD:main')
    app = await startApp({ HOME: root }, root)
    vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
    vi.stubEnv('NO_COLOR', '1')
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await app.close()
    server.stop()
    rmSync(root, { recursive: true, force: true })
  })
  const run = (...args: readonly string[]) => runHere([lanesCommand()], ['lanes', 'clone', ...args])

  it('says that a login is needed, and leaves nothing', async () => {
    const place = mkdtempSync(join(root, 'place-'))
    const { code, err } = await run(server.url('shop.git'), '--into', place)
    expect([code, readdirSync(place)]).toEqual([1, []])
    expect(err).toContain('--user')
    expect((await run(server.url('shop.git'), '--remember')).code).toBe(2)
    expect((await run('file:///etc', '--into', place)).err).toContain('url')
  })

  it('prints the directory of the new lane', async () => {
    await app.send('/api/git-credentials', {
      method: 'POST',
      body: { protocol: 'https', host: server.host, username: 'ada', password: 'hush-token-4711' },
    })
    const place = mkdtempSync(join(root, 'place-'))
    const { code, out } = await run(server.url('shop.git'), '--into', place, '--name', 'mine', '--title', 'Shop')
    expect([code, out, existsSync(join(place, 'mine', 'a.txt'))]).toEqual([0, `${join(place, 'mine')}\n`, true])
    const { lanes } = await app.get<{ lanes: { cwd: string; title: string }[] }>('/api/lanes')
    expect(lanes).toContainEqual(expect.objectContaining({ cwd: join(place, 'mine'), title: 'Shop' }))
  })
})
