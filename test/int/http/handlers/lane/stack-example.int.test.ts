import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { newBase, stackOf } from '../../../../support/stack/shop.js'
import { readFileSync } from 'node:fs'

type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']

const EXAMPLE = join(import.meta.dirname, '../../../../../docs/stack')

const output = (command: string): string => execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim()
const has = (command: string): boolean => {
  try {
    return output(command) !== ''
  } catch {
    return false
  }
}
// Postgres refuses to run as root.
const isRoot = userInfo().uid === 0
const hasPostgres =
  ['initdb', 'pg_ctl', 'psql', 'createdb'].every((name) => has(`command -v ${name}`)) &&
  (!isRoot || has('command -v runuser && getent passwd postgres'))
const hasRedis = has('command -v redis-server')

if (!hasPostgres) console.warn('no Postgres is installed: the example of a stack is not tested')
if (!hasRedis) console.warn('no redis is installed: the example of a stack is tested without it')

describe.skipIf(!hasPostgres)('the example of a stack', () => {
  let root: string
  let app: App
  let data: string
  let base: number
  const asPostgres = (...command: readonly string[]): void => {
    const [program = '', ...args] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    execFileSync(program, args, { stdio: 'ignore', cwd: '/' })
  }
  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-example-')))
    data = mkdtempSync(join(tmpdir(), 'switchyard-postgres-'))
    if (isRoot) chownSync(data, Number(output('id -u postgres')), Number(output('id -g postgres')))
    chmodSync(data, 0o700)
    asPostgres('initdb', '-D', join(data, 'db'), '-A', 'trust', '-U', 'shop', '--no-sync')
    const options = `-c listen_addresses= -c unix_socket_directories=${data} -c fsync=off`
    asPostgres('pg_ctl', '-D', join(data, 'db'), '-o', options, '-l', join(data, 'log'), '-w', 'start')
    const { path } = repositoryAt(join(root, 'shop'), { '.gitignore': '.env*\n.svc\n' })
    cpSync(join(EXAMPLE, 'profile'), join(path, '.svc', 'profile'), { recursive: true })
    cpSync(join(EXAMPLE, 'app'), join(path, 'app'), { recursive: true })
    const profile = join(path, '.svc', 'profile', 'profile.json')
    base = newBase()
    writeFileSync(profile, readFileSync(profile, 'utf8').replace('3000', String(base)))
    writeFileSync(join(path, '.env.stack'), `PGHOST=${data}\nPGUSER=shop\n`)
    execFileSync('git', ['-C', path, 'add', '-A'])
    execFileSync('git', ['-C', path, '-c', 'user.name=Ada', '-c', 'user.email=a@b', 'commit', '-qm', 'the shop'])
    app = await startApp({ SVC_DURABILITY: 'normal' }, root)
  })
  afterAll(async () => {
    await app.close()
    asPostgres('pg_ctl', '-D', join(data, 'db'), '-m', 'immediate', 'stop')
    for (const dir of [root, data]) rmSync(dir, { recursive: true, force: true })
  })

  const newLane = async (slug: string): Promise<Lane> => {
    const body = { sourceRepo: join(root, 'shop'), slug }
    const made = await app.send<{ lane: Lane }>('/api/lanes/worktree', { method: 'POST', body })
    const read = async () => (await app.get<{ lane: Lane }>(`/api/lanes/${made.json.lane.id}`)).lane
    await until('the worktree', async () => (await read()).status === 'idle')
    return read()
  }
  const databases = (): string[] =>
    output(`psql -h ${data} -U shop -d postgres -AtXc "select datname from pg_database where datname like 'shop%'"`)
      .split('\n')
      .filter((name) => name !== '')
      .toSorted()
  const productsAt = async (port: number): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}/products`)).json()

  it('has executable hooks', () => {
    for (const name of ['boot', 'health', 'migrate', 'seed', 'db-create', 'db-drop'])
      expect(statSync(join(EXAMPLE, 'profile', 'hooks', name)).mode & 0o111).not.toBe(0)
  })

  it('gives two lanes a shop each, with data of their own, and leaves nothing', async () => {
    const lanes = [await newLane('one'), await newLane('two')]
    const stacks = lanes.map(({ id }) => stackOf(app, id))
    for (const stack of stacks) expect((await stack.up()).runtime).toMatchObject({ healthy: true, lastError: null })
    expect(databases()).toEqual(['shop_1', 'shop_1_test', 'shop_2', 'shop_2_test'])
    expect((await stacks[0]?.hook('seed'))?.result?.code).toBe(0)
    expect(await productsAt(base + 1)).toEqual({ database: 'shop_1', redis: 1, products: ['kettle', 'teapot'] })
    expect(await productsAt(base + 2)).toEqual({ database: 'shop_2', redis: 2, products: [] })
    for (const { id, cwd } of lanes) {
      const facts = await app.get(`/api/lanes/${id}/preflight?action=remove`)
      const body = { confirm: true, expect: facts, force: true }
      expect((await app.send(`/api/lanes/${id}/remove`, { method: 'POST', body })).status).toBe(200)
      expect(existsSync(cwd)).toBe(false)
    }
    expect(databases()).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
