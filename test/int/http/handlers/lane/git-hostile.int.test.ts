import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArmedRepository, armedRepository, ODD_NAMES } from '../../../../support/git/armed.js'
import { gitIn, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

/** The reads of a lane with the files of these names. */
const readsOf = (names: readonly string[]): readonly string[] => [
  '',
  '/branches',
  '/log',
  '/changes',
  '/changes?full=1&words=1&context=1',
  '/changes?range=branch',
  '/changes?range=branch&full=1&words=1',
  '/changes?range=commit&sha=HEAD',
  '/changes?range=commit&sha=HEAD&full=1',
  '/raw?path=logo.svg',
  '/raw?path=logo.svg&rev=HEAD',
  '/ls',
  '/ls?q=a',
  '/tree',
  '/tree?path=lib',
  '/tree-all',
  ...names
    .map((name) => encodeURIComponent(name))
    .flatMap((path) => [
      `/log?file=${path}`,
      `/changes?path=${path}&context=0`,
      `/changes?range=branch&path=${path}&words=1`,
      `/changes?range=commit&sha=HEAD&path=${path}`,
      `/file?path=${path}`,
      `/file?path=${path}&rev=HEAD`,
      `/raw?path=${path}`,
    ]),
]

let app: App
let root: string
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-hostile-')))
  app = await startApp({ HOME: root }, root)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const laneOn = async (cwd: string): Promise<number> => {
  const body = { cwd, base_branch: 'base' }
  return (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body })).json.lane.id
}
/** Returns the answers to all reads, by their path. */
const answers = async (lane: number, names: readonly string[]): Promise<Readonly<Record<string, string>>> => {
  const found = await Promise.all(
    readsOf(names).map(async (read) => {
      const { status, text } = await app.send(`/api/lanes/${lane}/git${read}`)
      return [read, `${status} ${text}`] as const
    }),
  )
  return Object.fromEntries(found)
}
const contentsOf = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => [path, readFileSync(path, 'base64')])

describe('a repository in which everything names a program', () => {
  let shop: ArmedRepository
  let lane: number
  beforeAll(async () => {
    shop = armedRepository(root)
    lane = await laneOn(shop.path)
  })

  it('runs none of them on any read, and nothing is written or read outside of it', async () => {
    const names = ['a.txt', 'b.txt', 'lib/c.txt', 'new name.txt', 'sub', 'sub/inner.txt', 'untracked.txt', ...ODD_NAMES]
    const links = ['out.txt', 'out', 'out/secret.txt', 'out/settings.local.json', 'out.png', '../outside/secret.txt']
    const before = [contentsOf(shop.path), contentsOf(shop.outside), readdirSync(root)]
    const found = await answers(lane, [...names, ...links])
    expect(shop.ran()).toEqual([])
    expect([contentsOf(shop.path), contentsOf(shop.outside), readdirSync(root)]).toEqual(before)
    expect(Object.entries(found).filter(([, text]) => text.includes(shop.secret))).toEqual([])
    // They are answers, not failures.
    const ok = Object.values(found).filter((text) => text.startsWith('200 ') && !text.includes('"available":false'))
    expect(ok.length).toBeGreaterThan(80)
    for (const read of ['', '/changes', '/log', '/tree-all', '/branches'])
      expect(found[read]).toMatch(/^200 \{"available":true/)
    expect(found[`/changes?path=${encodeURIComponent('--output=marks')}&context=0`]).toContain('"filter":"evil"')
    expect(app.complaints).toEqual([])
  })

  it('runs them without the settings of the service, so that the test above can fail', () => {
    for (const args of [['status'], ['diff', 'HEAD', 'a.txt'], ['log', '-p', '-1', '--textconv', 'HEAD~']]) {
      try {
        shop.git(...args)
      } catch {
        // Some of the programs break git.
      }
    }
    const some = ['core.fsmonitor', 'diff.evil.command', 'diff.evil.textconv', 'filter.evil.clean']
    expect(shop.ran()).toEqual(expect.arrayContaining(some))
  })
})

/** Each of them changes what git prints. */
const SETTINGS = [
  ['diff.noprefix', 'true'],
  ['diff.mnemonicPrefix', 'true'],
  ['diff.interHunkContext', '9'],
  ['diff.context', '9'],
  ['diff.renames', 'copies'],
  ['diff.renames', 'false'],
  ['diff.orderFile', '/dev/null'],
  ['diff.suppressBlankEmpty', 'true'],
  ['diff.relative', 'true'],
  ['diff.algorithm', 'patience'],
  ['diff.indentHeuristic', 'false'],
  ['diff.colorMoved', 'zebra'],
  ['diff.wsErrorHighlight', 'all'],
  ['diff.ignoreSubmodules', 'all'],
  ['diff.submodule', 'log'],
  ['diff.external', 'false'],
  ['color.ui', 'always'],
  ['core.quotePath', 'true'],
  ['core.abbrev', '12'],
  ['status.relativePaths', 'false'],
  ['status.showUntrackedFiles', 'no'],
  ['status.renames', 'false'],
  ['status.short', 'true'],
  ['status.aheadBehind', 'false'],
  ['status.showStash', 'true'],
  ['log.decorate', 'short'],
  ['log.date', 'relative'],
  ['log.showSignature', 'true'],
  ['log.follow', 'true'],
  ['log.excludeDecoration', 'refs/heads/*'],
  ['format.pretty', 'oneline'],
  ['i18n.logOutputEncoding', 'latin1'],
  ['column.ui', 'always'],
  ['branch.sort', '-committerdate'],
] as const

describe('the settings of a user', () => {
  let shop: TestRepository
  let lane: number
  let expected: Readonly<Record<string, string>>
  const names = ['a.txt']
  beforeAll(async () => {
    const old = Array.from({ length: 40 }, (_, n) => `line ${n}\n`).join('')
    shop = repositoryAt(join(root, 'plain'), {
      'a.txt': old,
      'lib/ü "x".txt': 'x\n',
      'old.txt': old,
      'logo.svg': '<svg/>',
    })
    shop.git('branch', 'base')
    shop.commit({ 'a.txt': old.replace('line 5\n', 'line five\n\n').replace('line 11\n', 'line eleven\n') }, 'Grüße')
    shop.git('tag', 'v1')
    shop.git('update-ref', 'refs/remotes/origin/main', 'base')
    shop.git('mv', 'old.txt', 'moved.txt')
    shop.write('a.txt', old.replace('line 1\n', 'line one\n\n').replace('line 9\n', 'line  nine\t\n'))
    shop.write('copy.txt', old)
    shop.git('add', 'copy.txt')
    shop.write('lib/ü "x".txt', 'y\n')
    shop.write('new.txt', 'new\n')
    lane = await laneOn(shop.path)
    expected = await answers(lane, names)
  })

  it.each(SETTINGS)('%s = %s changes no answer', async (key, value) => {
    writeFileSync(join(root, '.gitconfig'), '')
    gitIn(root, 'config', '--file', join(root, '.gitconfig'), key, value)
    expect(await answers(lane, names)).toEqual(expected)
  })

  it('change no answer together, in the configuration of the user or of the repository', async () => {
    for (const [key, value] of SETTINGS) gitIn(root, 'config', '--file', join(root, '.gitconfig'), key, value)
    expect(await answers(lane, names)).toEqual(expected)
    writeFileSync(join(root, '.gitconfig'), '')
    for (const [key, value] of SETTINGS) shop.git('config', key, value)
    expect(await answers(lane, names)).toEqual(expected)
  })
})
