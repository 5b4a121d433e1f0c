import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Preflight = RouteAnswer<'GET /api/lanes/:id/land'>
type Failed = { readonly error?: { readonly code: string; readonly rows?: readonly string[] } }

let app: App
let root: string
/** The repository, with `main` checked out, and the worktree of a lane. */
let shop: TestRepository
let work: TestRepository
let lane: number

const post = async <A = Record<string, never>>(path: string, body: object = {}, method: 'POST' | 'DELETE' = 'POST') => {
  const { status, json } = await app.send<A & Failed>(path, { method, body })
  return { status, ...json }
}
const addLane = async (dir: string, title: string): Promise<number> =>
  (await post<{ lane: { id: number } }>('/api/lanes', { cwd: dir, title, base_branch: 'main' })).lane.id
const worktree = (name: string): TestRepository => {
  shop.git('worktree', 'add', '-q', '-b', name, join(root, name), 'main')
  return openedAt(join(root, name))
}
const check = (id = lane) => app.get<Preflight>(`/api/lanes/${id}/land`)
const states = ({ rows }: Preflight) => Object.fromEntries(rows.map(({ id, state }) => [id, state]))
const accept = async (id = lane) => {
  const { expect: seen } = await check(id)
  return post(`/api/lanes/${id}/accept`, { expect: seen })
}
const land = async (body: object = {}, id = lane) =>
  post<RouteAnswer<'POST /api/lanes/:id/land'>>(`/api/lanes/${id}/land`, { expect: (await check(id)).expect, ...body })
const main = () => shop.git('rev-parse', 'main')
const outcome = ({ status, error }: { status: number } & Failed) => [status, error?.code]

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-land-')))
  shop = repositoryAt(join(root, 'shop'), { 'a.txt': 'a\n', 'b.txt': 'b\n' })
  shop.git('config', 'user.name', 'Ada')
  shop.git('config', 'user.email', 'ada@example.com')
  work = worktree('cards')
  app = await startApp({ HOME: root }, root)
  lane = await addLane(work.path, 'Gift cards')
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

describe('the preflight of a landing', () => {
  it('names what is left to do, row by row', async () => {
    expect(await check()).toMatchObject({ verdict: 'refused', ahead: 0, behind: 0, base: 'main', branch: 'cards' })
    work.commit({ 'c.txt': 'c\n' })
    work.write('d.txt', 'd\n')
    const before = await check()
    expect(states(before)).toEqual({
      agents: 'ok',
      accepted: 'ask',
      committed: 'refused',
      checks: 'unknown',
      base: 'ok',
      conflicts: 'ok',
      lanes: 'ok',
      checkout: 'ok',
    })
    expect(before).toMatchObject({ uncommitted: 1, files: 2, checkout: { path: shop.path, changes: 0, busy: null } })
    work.commit({}, 'd')
    shop.commit({ 'e.txt': 'e\n' })
    expect(await check()).toMatchObject({ verdict: 'ask', behind: 1, ahead: 2 })
    expect(states(await check())).toMatchObject({ base: 'warn', committed: 'ok' })
  })

  it('predicts conflicts with the base and with other lanes, and changes nothing', async () => {
    work.commit({ 'a.txt': 'cards\n' })
    const other = worktree('wishes')
    other.commit({ 'a.txt': 'wishes\n' })
    const id = await addLane(other.path, 'Wishlist')
    const refs = () => shop.git('for-each-ref')
    const [before, files] = [refs(), shop.git('status', '--porcelain')]
    expect((await check()).lanes).toEqual([{ lane_id: id, title: 'Wishlist', files: ['a.txt'] }])
    shop.commit({ 'a.txt': 'main\n' })
    expect(await check()).toMatchObject({ conflicts: ['a.txt'], lanes: null, verdict: 'refused' })
    shop.git('reset', '-q', '--hard', 'HEAD~1')
    expect([refs(), shop.git('status', '--porcelain')]).toEqual([before, files])
  })

  it('refuses while an agent works, a merge is in progress, or the directory of the base is not clean', async () => {
    work.commit({ 'c.txt': 'c\n' })
    const hook = (name: string) => app.hook(name, { session_id: 's1', cwd: work.path, prompt: 'go' })
    await hook('UserPromptSubmit')
    expect(states(await check()).agents).toBe('refused')
    await hook('Stop')
    expect(states(await check()).agents).toBe('ok')
    shop.write('a.txt', 'mine\n')
    expect(await check()).toMatchObject({ verdict: 'refused', checkout: { changes: 1 } })
    shop.git('checkout', '-q', 'a.txt')
    shop.write('untracked.txt', 'mine\n')
    expect((await check()).verdict).toBe('ask')
  })

  it('does not work on the base itself, without a base, or without a commit', async () => {
    const onMain = await addLane(shop.path, 'Main')
    expect(
      outcome(
        await app.send(`/api/lanes/${onMain}/land`).then(({ status, json }) => ({ status, ...(json as Failed) })),
      ),
    ).toEqual([400, 'ENOBASE'])
    await app.send(`/api/lanes/${lane}`, { method: 'PATCH', body: { base_branch: 'nowhere' } })
    expect(((await app.send<Failed>(`/api/lanes/${lane}/land`)).json.error ?? {}).code).toBe('ENOBASE')
  })
})

describe('a lane with commits of the upstream that the base does not have', () => {
  /** A colleague pushes two commits; `main` of the shop stays where it is. */
  beforeEach(() => {
    shop.git('clone', '-q', '--bare', shop.path, join(root, 'origin.git'))
    shop.git('remote', 'add', 'origin', join(root, 'origin.git'))
    shop.git('fetch', '-q', 'origin')
    shop.git('branch', '-q', '--set-upstream-to=origin/main', 'main')
    shop.git('clone', '-q', join(root, 'origin.git'), join(root, 'colleague'))
    const colleague = openedAt(join(root, 'colleague'))
    for (const [name, value] of [
      ['user.name', 'Bob'],
      ['user.email', 'bob@example.com'],
    ] as const)
      colleague.git('config', name, value)
    colleague.commit({ 'x.txt': 'x\n' })
    colleague.commit({ 'y.txt': 'y\n' })
    colleague.git('push', '-q', 'origin', 'main')
    shop.git('fetch', '-q', 'origin')
  })
  const files = (commit: string) => shop.git('diff', '--name-only', `${commit}^1`, commit).split('\n')

  it('squashes only its own work, on top of what it was made from', async () => {
    shop.git('worktree', 'add', '-q', '--no-track', '-b', 'fresh', join(root, 'fresh'), 'origin/main')
    const fresh = openedAt(join(root, 'fresh'))
    const before = main()
    const id = (await post<{ lane: { id: number } }>('/api/lanes', { cwd: fresh.path, base_branch: 'origin/main' }))
      .lane.id
    expect(await check(id)).toMatchObject({ verdict: 'refused', ahead: 0, brought: 2 })
    fresh.commit({ 'c.txt': 'c\n' })
    const found = await check(id)
    expect(found).toMatchObject({ ahead: 1, behind: 0, brought: 2, files: 1, base: 'main' })
    expect(states(found).base).toBe('warn')
    const landed = await land({ how: 'squash', message: 'Add c', confirm: true }, id)
    expect(landed).toMatchObject({ status: 200, before })
    expect([shop.git('rev-parse', 'main^'), main()]).toEqual([shop.git('rev-parse', 'origin/main'), landed.commit])
    expect([files(landed.commit), shop.git('status', '--porcelain')]).toEqual([['c.txt'], ''])
    expect(readFileSync(join(shop.path, 'y.txt'), 'utf8')).toBe('y\n')
  })

  it('shows and squashes only its own work after an update, also where the base is checked out nowhere', async () => {
    shop.git('checkout', '-q', '-b', 'elsewhere')
    work.commit({ 'c.txt': 'c\n' })
    expect(await check()).toMatchObject({ ahead: 1, brought: 0, files: 1 })
    work.git('merge', '-q', '--no-edit', 'origin/main')
    expect(await check()).toMatchObject({ behind: 0, brought: 2, files: 1, checkout: null })
    const { commit } = await land({ how: 'squash', message: 'Add c', confirm: true })
    expect([main(), shop.git('rev-parse', 'main^'), files(commit)]).toEqual([
      commit,
      shop.git('rev-parse', 'origin/main'),
      ['c.txt'],
    ])
  })

  it('builds on the base where that has commits of its own', async () => {
    shop.commit({ 'own.txt': 'own\n' })
    work.commit({ 'c.txt': 'c\n' })
    work.git('merge', '-q', '--no-edit', 'origin/main')
    const before = main()
    expect(await check()).toMatchObject({ brought: 0, behind: 1, base: 'main' })
    await land({ how: 'squash', message: 'Add c', confirm: true })
    expect(shop.git('rev-parse', 'main^')).toBe(before)
  })

  it('is compared with its base where it has commits of both', async () => {
    shop.commit({ 'own.txt': 'own\n' })
    work.git('merge', '-q', '--no-edit', 'main')
    work.git('merge', '-q', '--no-edit', 'origin/main')
    work.commit({ 'c.txt': 'c\n' })
    expect(await check()).toMatchObject({ brought: 0, behind: 0, files: 3 })
  })

  it('counts from its base after the branch of the remote was deleted', async () => {
    work.commit({ 'c.txt': 'c\n' })
    shop.git('update-ref', '-d', 'refs/remotes/origin/main')
    expect(await check()).toMatchObject({ ahead: 1, brought: 0, files: 1, verdict: 'ask' })
  })
})

describe('a landing', () => {
  it('happens once, however often it is requested at once', async () => {
    work.commit({ 'c.txt': 'c\n' })
    const { expect: seen } = await check()
    const all = await Promise.all([1, 2, 3].map(() => land({ expect: seen, confirm: true })))
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(shop.git('log', '--oneline', '--first-parent', 'main').split('\n')).toHaveLength(2)
  })

  it('does nothing while another program holds the index of the base', async () => {
    work.commit({ 'c.txt': 'c\n' })
    const before = main()
    writeFileSync(join(shop.path, '.git', 'index.lock'), '')
    expect(outcome(await land({ confirm: true }))).toEqual([409, 'EGIT'])
    rmSync(join(shop.path, '.git', 'index.lock'))
    expect([main(), shop.git('status', '--porcelain')]).toEqual([before, ''])
  })

  it('merges where the base is checked out, with its files, and is recorded', async () => {
    const before = main()
    const head = work.commit({ 'c.txt': 'c\n' })
    expect(outcome(await accept())).toEqual([200, undefined])
    expect(await check()).toMatchObject({ verdict: 'allowed', accepted: { current: true } })
    const landed = await land()
    expect(landed).toMatchObject({ status: 200, base: 'main', how: 'merge', before, head, folder: shop.path })
    expect(shop.git('rev-parse', 'main^1', 'main^2')).toBe(`${before}\n${head}`)
    expect(readFileSync(join(shop.path, 'c.txt'), 'utf8')).toBe('c\n')
    expect(shop.git('status', '--porcelain')).toBe('')
    expect(shop.git('log', '-1', '--format=%s')).toBe("Merge branch 'cards'")
    expect(await check()).toMatchObject({ ahead: 0, landed: { commit: landed.commit, reverted: null } })
  })

  it('moves a base that is checked out nowhere, and touches no directory', async () => {
    shop.git('checkout', '-q', '-b', 'elsewhere')
    shop.write('a.txt', 'mine\n')
    work.commit({ 'c.txt': 'c\n' })
    const landed = await land({ confirm: true, how: 'squash', message: 'Gift cards\n\nAll of them.' })
    expect(landed).toMatchObject({ status: 200, folder: null })
    expect(main()).toBe(landed.commit)
    expect(shop.git('log', '-1', '--format=%P %B', 'main')).toBe(`${landed.before} Gift cards\n\nAll of them.`)
    expect(shop.git('status', '--porcelain')).toBe(' M a.txt')
  })

  it('squashes into one commit where the base is checked out', async () => {
    work.commit({ 'c.txt': 'c\n' })
    work.commit({ 'd.txt': 'd\n' })
    const landed = await land({ confirm: true, how: 'squash' })
    expect(shop.git('log', '--format=%s', `${landed.before}..main`)).toBe('Gift cards')
    expect(shop.git('status', '--porcelain')).toBe('')
  })

  it('needs a confirmation for what was not accepted, or changed since', async () => {
    work.commit({ 'c.txt': 'c\n' })
    expect(await land()).toMatchObject({ status: 400, error: { code: 'ECONFIRM', rows: ['accepted'] } })
    await accept()
    work.commit({ 'c.txt': 'cc\n' })
    expect(await check()).toMatchObject({ accepted: { current: false }, verdict: 'ask' })
    work.git('revert', '--no-edit', 'HEAD')
    // The same content is accepted again.
    expect(await check()).toMatchObject({ accepted: { current: true }, verdict: 'allowed' })
    await post(`/api/lanes/${lane}/accept`, {}, 'DELETE')
    expect(await check()).toMatchObject({ accepted: null, verdict: 'ask' })
  })

  it('needs a confirmation where a check failed', async () => {
    work.commit({ 'c.txt': 'c\n' })
    await accept()
    expect(states(await check())['checks']).toBe('unknown')
    const ran = async (command: string, ok: boolean): Promise<void> => {
      await post(`/api/lanes/${lane}/checks/test`, { command })
      await until('the check', async () => (await check()).checks?.[0]?.ok === ok)
    }
    await ran('exit 1', false)
    expect(await land()).toMatchObject({ status: 400, error: { code: 'ECONFIRM', rows: ['checks'] } })
    await ran('true', true)
    expect(states(await check())['checks']).toBe('ok')
    expect((await land()).status).toBe(200)
  })

  it('does nothing if anything is not as the user saw it', async () => {
    work.commit({ 'c.txt': 'c\n' })
    const { expect: seen } = await check()
    const before = main()
    for (const change of [{ head: before }, { base: '0'.repeat(40) }, { diff: 'other' }])
      expect(outcome(await land({ expect: { ...seen, ...change }, confirm: true }))).toEqual([409, 'ESTALE'])
    work.commit({ 'd.txt': 'd\n' })
    expect(outcome(await land({ expect: seen, confirm: true }))).toEqual([409, 'ESTALE'])
    expect(outcome(await post(`/api/lanes/${lane}/accept`, { expect: seen }))).toEqual([409, 'ESTALE'])
    expect(main()).toBe(before)
  })

  it('is refused with conflicts, and with files that it would overwrite, and leaves no merge', async () => {
    work.commit({ 'c.txt': 'c\n' })
    shop.write('c.txt', 'mine, not tracked\n')
    const before = main()
    expect(outcome(await land({ confirm: true }))).toEqual([409, 'EGIT'])
    expect(outcome(await land({ confirm: true, how: 'squash' }))).toEqual([409, 'EGIT'])
    expect([main(), readFileSync(join(shop.path, 'c.txt'), 'utf8')]).toEqual([before, 'mine, not tracked\n'])
    rmSync(join(shop.path, 'c.txt'))
    shop.commit({ 'c.txt': 'theirs\n' })
    expect(await land({ confirm: true })).toMatchObject({ error: { code: 'ENOTLANDABLE', rows: ['conflicts'] } })
    expect(shop.git('status', '--porcelain')).toBe('')
  })

  it('leaves no merge where a hook of the repository refuses it', async () => {
    work.commit({ 'c.txt': 'c\n' })
    const hook = join(shop.path, '.git', 'hooks', 'pre-merge-commit')
    mkdirSync(join(shop.path, '.git', 'hooks'), { recursive: true })
    writeFileSync(hook, '#!/bin/sh\necho no merges today >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const before = main()
    expect(outcome(await land({ confirm: true }))).toEqual([409, 'EGIT'])
    expect([main(), shop.git('status', '--porcelain')]).toEqual([before, ''])
  })

  it('takes only valid requests', async () => {
    work.commit({ 'c.txt': 'c\n' })
    expect(outcome(await land({ how: 'rebase' }))).toEqual([400, 'EBADFIELD'])
    expect(outcome(await land({ message: ' ' }))).toEqual([400, 'EBADMESSAGE'])
    expect(outcome(await land({ expect: null }))).toEqual([400, 'EEXPECT'])
  })
})

describe('what the user has seen of a lane', () => {
  const seen = () => app.get<RouteAnswer<'GET /api/lanes/:id/seen'>>(`/api/lanes/${lane}/seen`)
  const put = (body: object) => app.send<Failed>(`/api/lanes/${lane}/seen`, { method: 'PUT', body })
  const marks = async (isSeen = true) =>
    (await seen()).files.flatMap(({ path, blocks }) =>
      blocks.filter((block) => block.seen === isSeen).map(({ hash, ordinal }) => ({ path, hash, ordinal })),
    )

  it('is marked block by block, and stays when lines above change', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `line ${n}\n`)
    shop.commit({ 'long.txt': lines.join('') })
    work.git('merge', '-q', 'main')
    work.write('long.txt', lines.with(10, 'ten\n').with(30, 'thirty\n').join(''))
    work.write('new.txt', 'new\n')
    const before = await seen()
    expect(before).toMatchObject({ blocks: 3, seen: 0, base: 'refs/heads/main', truncated: false })
    expect(before.files.map(({ path, status, blocks }) => [path, status, blocks.length])).toEqual([
      ['long.txt', 'M', 2],
      ['new.txt', '?', 1],
    ])
    expect((await put({ seen: await marks(false) })).status).toBe(200)
    expect(await seen()).toMatchObject({ blocks: 3, seen: 3 })
    // An edit above moves the lines of both blocks, and is new itself.
    work.write('long.txt', ['first\n', ...lines.with(10, 'ten\n').with(30, 'thirty!\n')].join(''))
    work.git('add', '.')
    work.git('commit', '-qm', 'all')
    expect((await seen()).files[0]?.blocks.map(({ new_start: at, seen: isSeen }) => [at, isSeen])).toEqual([
      [1, false],
      [12, true],
      [32, false],
    ])
    // A revert of an edit is seen still.
    work.write('long.txt', lines.with(10, 'ten\n').with(30, 'thirty\n').join(''))
    expect(await seen()).toMatchObject({ blocks: 3, seen: 3 })
    await put({ unseen: await marks() })
    expect(await seen()).toMatchObject({ blocks: 3, seen: 0 })
  })

  it('follows a renamed file, and changes with a binary one', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `line ${n}\n`)
    shop.commit({ 'long.txt': lines.join('') })
    work.git('merge', '-q', 'main')
    work.write('long.txt', lines.with(10, 'ten\n').join(''))
    work.write('image.png', '\0one')
    await put({ seen: await marks(false) })
    work.git('mv', 'long.txt', 'moved.txt')
    const { files, blocks, seen: count } = await seen()
    expect([blocks, count, files.map(({ path, from }) => [path, from])]).toEqual([
      2,
      2,
      [
        ['moved.txt', 'long.txt'],
        ['image.png', null],
      ],
    ])
    work.write('image.png', '\0two')
    expect((await marks(false)).map(({ path }) => path)).toEqual(['image.png'])
  })

  it('is read file by file, with the lines around each change', async () => {
    const file = (path: string) =>
      app.send<RouteAnswer<'GET /api/lanes/:id/seen/file'> & Failed>(
        `/api/lanes/${lane}/seen/file?path=${encodeURIComponent(path)}`,
      )
    shop.commit({ 'long.txt': 'one\ntwo\nthree\n' })
    work.git('merge', '-q', 'main')
    work.commit({ 'long.txt': 'one\n2\nthree\n' })
    work.git('mv', 'long.txt', 'moved.txt')
    work.write('new.txt', 'new\n')
    work.write('settings.local.json', '{}\n')
    const lines = async (path: string) =>
      (await file(path)).json.hunks.flatMap((hunk) => hunk.lines.map(({ type, text }) => `${type} ${text}`))
    expect((await file('moved.txt')).json).toMatchObject({ from: 'long.txt', status: 'R', truncated: false })
    expect(await lines('moved.txt')).toEqual(['context one', 'removed two', 'added 2', 'context three'])
    expect([await lines('new.txt'), await lines('settings.local.json')]).toEqual([['added new'], []])
    for (const path of ['b.txt', 'none.txt', '../a.txt', ''])
      expect((await file(path)).json.error?.code).toBe('ENOFILECHANGE')
  })

  it('is new again when a byte changes that is no UTF-8, and does not depend on a large file beside it', async () => {
    const latin = (byte: number) => writeFileSync(join(work.path, 'z.txt'), Buffer.from([0x61, byte, 0x0a]))
    writeFileSync(join(work.path, 'large.txt'), 'x'.repeat(9 * 1024 * 1024))
    latin(0xe9)
    work.write('crlf.txt', 'a\r\n')
    work.git('add', '.')
    await put({ seen: await marks(false) })
    expect(await seen()).toMatchObject({ blocks: 3, seen: 3, truncated: false })
    work.git('commit', '-qm', 'all')
    expect(await seen()).toMatchObject({ blocks: 3, seen: 3 })
    latin(0xe8)
    expect((await marks(false)).map(({ path }) => path)).toEqual(['z.txt'])
    work.write('crlf.txt', 'a\n')
    expect((await marks(false)).map(({ path }) => path).toSorted()).toEqual(['crlf.txt', 'z.txt'])
  })

  it('takes only valid marks', async () => {
    for (const wrong of [[{ path: 'a', hash: 'x', ordinal: 0 }], 'all', [1], Array.from({ length: 1001 }, () => ({}))])
      expect((await put({ seen: wrong })).json.error?.code).toBe('EBADFIELD')
  })
})

describe('a revert', () => {
  const revert = (base: string) => post(`/api/lanes/${lane}/revert`, { expect: { base } })

  it.each([
    ['merge', true],
    ['squash', false],
  ])('of a %s takes the changes back, once', async (how, isHeld) => {
    work.commit({ 'a.txt': 'cards\n', 'c.txt': 'c\n' })
    if (!isHeld) shop.git('checkout', '-q', '-b', 'elsewhere')
    const { before } = await land({ confirm: true, how })
    if (isHeld) shop.commit({ 'b.txt': 'later\n' })
    expect(outcome(await revert(before))).toEqual([409, 'ESTALE'])
    expect(outcome(await revert(main()))).toEqual([200, undefined])
    expect(shop.git('show', 'main:a.txt')).toBe('a')
    expect(() => shop.git('show', 'main:c.txt')).toThrow()
    expect(shop.git('status', '--porcelain')).toBe('')
    expect(shop.git('show', 'main:b.txt')).toBe(isHeld ? 'later' : 'b')
    expect(outcome(await revert(main()))).toEqual([409, 'ENOTLANDABLE'])
  })

  it('is refused where later work conflicts with it', async () => {
    work.commit({ 'a.txt': 'cards\n' })
    await land({ confirm: true })
    shop.commit({ 'a.txt': 'later\n' })
    const before = main()
    expect(outcome(await revert(before))).toEqual([409, 'ECONFLICTS'])
    expect([main(), shop.git('status', '--porcelain')]).toEqual([before, ''])
  })
})

describe('the page of a pull request', () => {
  const page = () => app.get<RouteAnswer<'GET /api/lanes/:id/pull-request'>>(`/api/lanes/${lane}/pull-request`)

  it('is that of the host of the remote, with a title and the commits, without the login of the URL', async () => {
    work.commit({ 'c.txt': 'c\n' }, 'Apply cards')
    expect(await page()).toMatchObject({ url: null, title: 'Gift cards', text: '- Apply cards', branch: 'cards' })
    shop.git('remote', 'add', 'origin', 'https://ada:secret@github.com/ada/shop.git')
    const { url } = await page()
    expect(url).toBe('https://github.com/ada/shop/compare/main...cards?expand=1&title=Gift+cards&body=-+Apply+cards')
  })

  it('closes the issues that the lane has links to', async () => {
    work.commit({ 'c.txt': 'c\n' }, 'Apply cards')
    shop.git('remote', 'add', 'origin', 'git@github.com:Ada/shop.git')
    const links = {
      '#412': 'https://github.com/ada/shop/issues/412',
      '#3': 'https://github.com/ada/shop/pull/3',
      design: 'https://example.org/cards',
      'ENG-7': 'https://linear.app/ada/issue/ENG-7/cards',
      other: 'https://github.com/ada/other/issues/1',
    }
    await app.send(`/api/lanes/${lane}`, { method: 'PATCH', body: { links } })
    expect((await page()).text).toBe(
      '- Apply cards\n\nCloses #412\nCloses ENG-7\nCloses https://github.com/ada/other/issues/1',
    )
  })
})
