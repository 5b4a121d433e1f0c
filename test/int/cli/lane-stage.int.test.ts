import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lanesCommand } from '../../../src/cli/lanes.js'
import { pipelinesCommand } from '../../../src/cli/pipelines.js'
import { runHere } from '../../support/cli/run.js'
import { type App, startApp } from '../../support/service/app.js'

const PIPELINES = join(import.meta.dirname, '../../../docs/pipelines')

let app: App
let root: string
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-cli-stage-')))
  mkdirSync(join(root, 'shop', 'cart'), { recursive: true })
  app = await startApp({ DASHBOARD_PIPELINES_DIR: PIPELINES }, root)
  vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
  vi.stubEnv('DASHBOARD_PIPELINES_DIR', PIPELINES)
  vi.stubEnv('NO_COLOR', '1')
  const body = { cwd: join(root, 'shop'), pipeline: 'feature' }
  await app.send('/api/lanes', { method: 'POST', body })
})
afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const inside = (...path: readonly string[]): void => void vi.spyOn(process, 'cwd').mockReturnValue(join(root, ...path))
const lanes = (...args: readonly string[]) => runHere([lanesCommand()], ['lanes', ...args])
const pipelines = (...args: readonly string[]) => runHere([pipelinesCommand()], ['pipelines', ...args])

describe('switchyard lanes stage', () => {
  it('declares the stage of the lane that owns the directory, and shows all stages', async () => {
    inside('shop', 'cart')
    expect((await lanes('stage')).out).toBe(
      '[ ] plan (Plan)\n[ ] build (Build)\n[ ] test (Test)\n[ ] review (Review)\n[ ] merge (Merge)\n',
    )
    await lanes('stage', 'plan')
    await lanes('stage', 'review', '--result', 'pass', '--ci', 'green')
    const { out } = await lanes('stage')
    expect(out).toContain('[x] plan (Plan)\n[ ] build (Build)\n[ ] test (Test)\n[?] review (Review): current\n')
    const { lane } = JSON.parse((await lanes('stage', 'review', '--evidence', 'pull/1', 'log.txt', '--json')).out)
    expect(lane).toMatchObject({ ci_status: 'green', stages: { review: { evidence: ['pull/1', 'log.txt'] } } })
  })

  it('names the stages if one is unknown, and says what to do without a lane', async () => {
    inside('shop')
    const unknown = await lanes('stage', 'deploy')
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('plan, build, test, review, merge')])
    expect((await lanes('stage', 'plan', '--result', 'maybe')).code).toBe(2)
    inside()
    const nowhere = await lanes('stage', 'plan')
    expect([nowhere.code, nowhere.err]).toEqual([1, expect.stringContaining('switchyard lanes open')])
  })

  it('switches features', async () => {
    inside('shop')
    expect((await lanes('feature')).err).toContain('no features')
    expect((await lanes('feature', 'feat/cart')).out).toBe('cart\n')
    expect((await lanes('feature', 'search', '--title', 'Search')).err).toContain('stage: none')
    expect((await lanes('feature')).out).toBe('[>] search\n[ ] cart: review\n')
  })
})

describe('switchyard pipelines', () => {
  it('copies the examples, and never overwrites a file', async () => {
    const to = join(root, 'copied')
    mkdirSync(to)
    writeFileSync(join(to, 'bugfix.json'), 'mine')
    const { code, out, err } = await pipelines('init', to)
    expect([code, out]).toEqual([0, `${join(to, 'feature.json')}\n${join(to, 'release.json')}\n`])
    expect(err).toContain(`DASHBOARD_PIPELINES_DIR=${to}`)
    expect([readFileSync(join(to, 'bugfix.json'), 'utf8'), existsSync(join(to, 'feature.json'))]).toEqual([
      'mine',
      true,
    ])
  })

  it('lists the templates, which are all valid, and prints instructions for agents', async () => {
    expect((await pipelines()).out.split('\n').slice(0, 2)).toEqual([
      'bugfix: reproduce (gate) > fix > regression (gate) > merge',
      'feature: plan > build > test > review (gate) > merge',
    ])
    expect(app.complaints).toEqual([])
    expect((await pipelines('prompt')).out).toContain('switchyard lanes stage <stage>')
  })
})

describe('switchyard lanes proof', () => {
  it('stores an image of the feature, never over another one, and lists it', async () => {
    inside('shop')
    await lanes('feature', 'gift-cards')
    const image = join(root, 'basket.png')
    writeFileSync(image, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    expect((await lanes('proof')).err).toContain('no proof')
    expect((await lanes('proof', image, '--group', 'after')).out).toBe('gift-cards/after/basket.png\n')
    const again = JSON.parse((await lanes('proof', image, '--group', 'after', '--json')).out) as { file: string }
    expect(again.file).not.toBe('basket.png')
    await lanes('proof', image, '--group', 'before', '--feature', 'other')
    expect((await lanes('proof', '--feature', 'gift-cards')).out.split('\n').toSorted()).toEqual(
      ['', 'gift-cards/after/basket.png', `gift-cards/after/${again.file}`].toSorted(),
    )
  })

  it.each([
    [['basket.gif', '--group', 'after'], 'basket.gif: must be a .png'],
    [['missing.png', '--group', 'after'], 'missing.png: cannot be read'],
    [['basket.png'], '--group is missing'],
  ])('says what is wrong with %j', async ([file = '', ...more], message) => {
    inside('shop')
    const { err, code } = await lanes('proof', join(root, file), ...more)
    expect([err, code === 0]).toEqual([expect.stringContaining(message), false])
  })
})
