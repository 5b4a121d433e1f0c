import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src/adapters/clock.js'
import { type Git, systemGit } from '../../../../src/adapters/git/git.js'
import { gitReads } from '../../../../src/adapters/git/reads.js'
import { repositoryAt, type TestRepository } from '../../../support/git/repository.js'
import { shim } from '../../../support/git/shim.js'

let root: string
let hung: TestRepository
let other: TestRepository
let git: Git
const started = (): number => readFileSync(join(root, 'log'), 'utf8').length
const limited = (milliseconds: number): Git => {
  writeFileSync(join(root, 'log'), '')
  const env = { PATH: shim(root, `printf x >> ${join(root, 'log')}`), HOME: '/nonexistent' }
  return systemGit(env, undefined, undefined, milliseconds)
}
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-hung-')))
  hung = repositoryAt(join(root, 'hung'), { 'a.txt': 'one\n' })
  other = repositoryAt(join(root, 'other'), { 'a.txt': 'one\n' })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const fifo = (path: string): void => {
  rmSync(path, { force: true })
  execFileSync('mkfifo', [path])
}
const factsOf = (dir: string) => Effect.runPromise(gitReads(git, systemClock()).facts(dir))

/** A file that nobody writes to, which git waits for. */
const PLACES: Readonly<Record<string, () => string>> = {
  'the ignore rules': () => join(hung.path, '.gitignore'),
  'the configuration': () => join(hung.path, '.git', 'config'),
  'the head': () => join(hung.path, '.git', 'HEAD'),
  'the index': () => join(hung.path, '.git', 'index'),
  'the ignore rules of the clone': () => join(hung.path, '.git', 'info', 'exclude'),
}

describe('a repository whose files hold git', () => {
  it.each(Object.entries(PLACES))('%s: is unavailable in time, and others are read meanwhile', async (_, placeOf) => {
    git = limited(4000)
    fifo(placeOf())
    let ended = 0
    const reads = Array.from({ length: 12 }, async () => {
      const facts = await factsOf(hung.path)
      ended++
      return facts
    })
    expect((await factsOf(other.path))?.branch).toBe('main')
    expect(ended).toBe(0)
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 12 }, () => null))
    const before = started()
    expect(await factsOf(hung.path)).toBeNull()
    expect(started()).toBe(before)
  })

  it('is read again when the file is gone', async () => {
    git = limited(2000)
    fifo(join(hung.path, '.gitignore'))
    expect(await factsOf(hung.path)).toBeNull()
    rmSync(join(hung.path, '.gitignore'))
    expect((await factsOf(hung.path))?.branch).toBe('main')
  })

  it('leaves room for others also when there are several', async () => {
    git = limited(6000)
    const many = Array.from({ length: 4 }, (_, n) => repositoryAt(join(root, `hung-${n}`), { 'a.txt': 'one\n' }))
    for (const { path } of many) fifo(join(path, '.gitignore'))
    let ended = 0
    const reads = many.flatMap(({ path }) =>
      Array.from({ length: 3 }, async () => {
        await factsOf(path)
        ended++
      }),
    )
    expect((await factsOf(other.path))?.branch).toBe('main')
    expect(ended).toBe(0)
    await Promise.all(reads)
  })
})
