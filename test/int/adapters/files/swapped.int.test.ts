import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replaceFileAt } from '../../../../src/adapters/files/replace-file.js'
import { blobId } from '../../../../src/adapters/git/blob-id.js'
import { discardPaths } from '../../../../src/adapters/git/discard-paths.js'
import { systemGit } from '../../../../src/adapters/git/git.js'
import { gitHunks } from '../../../../src/adapters/git/hunks.js'
import { fileText, image } from '../../../../src/adapters/git/file.js'
import { withMarkers } from '../../../../src/adapters/git/markers.js'
import { laneFiles } from '../../../../src/adapters/git/save.js'
import { readNewFile } from '../../../../src/adapters/git/untracked.js'
import { proofFiles } from '../../../../src/adapters/proof/proof.js'
import { run } from '../../../../src/adapters/process/run.js'
import { stackFiles } from '../../../../src/adapters/stack/files.js'
import type { ChangedPath } from '../../../../src/domain/git/status.js'
import { repositoryAt } from '../../../support/git/repository.js'
import { swapping } from '../../../support/git/swapping.js'

const SWAPS = 2000
const SECRET = 'hush-4711\n'
const MINE = 'mine\n'
const CHANGE = {
  path: 's/a.txt',
  from: null,
  status: ' M',
  conflicted: false,
  submodule: false,
  head: null,
  index: null,
  workMode: '100644',
} satisfies ChangedPath

let root: string
let dir: string
let stop: () => Promise<void>
const outside = (): string => join(root, 'outside')
const outsideContent = () =>
  readdirSync(outside())
    .toSorted()
    .map((name) => [name, readFileSync(join(outside(), name), 'utf8')])
const git = systemGit({ PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: '/nonexistent' })

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-swapped-')))
  dir = repositoryAt(join(root, 'shop'), { 'b.txt': 'b\n' }).path
  mkdirSync(join(dir, 's'))
  mkdirSync(outside())
  for (const name of ['a.txt', 'a.png', 'env']) {
    writeFileSync(join(dir, 's', name), MINE)
    writeFileSync(join(outside(), name), SECRET)
  }
  symlinkSync(outside(), join(dir, 'link'))
  await Effect.runPromise(git.directories(dir))
  stop = await swapping(join(dir, 's'), join(dir, 'link'))
})
afterAll(async () => {
  await stop()
  rmSync(root, { recursive: true, force: true })
})

/** Runs something again and again while the folder is swapped. Returns the different results, without failures. */
const results = async (work: () => unknown): Promise<readonly string[]> => {
  const found = new Set<string>()
  for (let n = 0; n < SWAPS; n++) {
    try {
      found.add(JSON.stringify(await work()))
    } catch {
      // The folder was missing for a moment, or a link.
    }
  }
  return [...found]
}
const answer = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(effect)
const text = (): Effect.Effect<{ readonly lines: readonly string[] }, unknown> => fileText(git, dir, 's/a.txt', 'work')

describe('a folder that is swapped for a link out of the lane', () => {
  const READS: Readonly<Record<string, () => unknown>> = {
    'a file': () => answer(text()),
    'an image': async () => Buffer.from((await answer(image(git, dir, 's/a.png', 'work'))).bytes).toString(),
    'an untracked file': () => readNewFile(dir, 's/a.txt').patch,
    'the file of a hunk': () => answer(gitHunks(git).readWork(dir, CHANGE)),
    'a file of proof': async () => {
      const port = proofFiles(root, { topOf: Effect.succeed, excludeAtTop: () => Effect.void }, run)
      const bytes = await answer(port.read('shop' as unknown as number, { slug: '.', group: 's', file: 'a.txt' }))
      return bytes === null ? null : Buffer.from(bytes).toString()
    },
  }

  it.each(Object.entries(READS))('is not shown: %s', async (_, read) => {
    const found = await results(read)
    expect(found.filter((one) => one.includes('hush'))).toEqual([])
    expect(found.some((one) => one.includes('mine'))).toBe(true)
  })

  it('has no conflict markers', async () => {
    writeFileSync(join(outside(), 'a.txt'), '<<<<<<< a\n=======\n>>>>>>> b\n')
    expect(await results(() => withMarkers(dir, ['s/a.txt']))).toEqual(['[]'])
    writeFileSync(join(outside(), 'a.txt'), SECRET)
  })

  const other = (): string => `mine ${Math.random()}\n`
  const WRITES: Readonly<Record<string, () => unknown>> = {
    'a saved file': async () => {
      const { lines } = await answer(text())
      const baseSha = blobId(Buffer.from(lines.map((line) => `${line}\n`).join('')))
      return answer(laneFiles(git).save(dir, { path: 's/a.txt', content: other(), baseSha }))
    },
    'a file that is replaced': () => replaceFileAt(join(dir, 's', 'a.txt'), other(), 0o600, () => true),
    'a discarded hunk': async () => {
      const before = await answer(gitHunks(git).readWork(dir, CHANGE))
      return answer(gitHunks(git).putInWork(dir, CHANGE, { before, after: [other()] }))
    },
    'a deleted file': async () => {
      await answer(discardPaths(git, dir, { restored: [], deleted: ['s/a.txt'], unborn: false }))
      await answer(gitHunks(git).deleteNew(dir, 's/a.txt'))
    },
    'an environment file': () =>
      answer(stackFiles(join(root, 'stacks')).writeEnv(dir, 's/env', { PORT: String(Math.random()) })),
    'a cleared directory': () => answer(stackFiles(join(root, 'stacks')).clear(dir, ['s'])),
  }

  it.each(Object.entries(WRITES))('is not changed: %s', async (_, write) => {
    const before = outsideContent()
    await results(write)
    expect(outsideContent()).toEqual(before)
  })
})
