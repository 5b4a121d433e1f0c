import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { TestRepository } from './repository.js'

/** Returns everything that an action on a repository could change: files, the bytes of the index, refs, merges, locks. */
export const stateOf = ({ path, git }: TestRepository) => ({
  // First: it may refresh the index.
  status: git('status', '--porcelain=v2', '--branch', '--untracked-files=all'),
  index: git('ls-files', '--stage', '--debug'),
  bytes: readFileSync(join(path, '.git', 'index')).toString('base64'),
  refs: git('for-each-ref'),
  head: readFileSync(join(path, '.git', 'HEAD'), 'utf8'),
  git: readdirSync(join(path, '.git')).filter((name) => name !== 'COMMIT_EDITMSG' && name !== 'ORIG_HEAD'),
  files: filesIn(path),
})

const filesIn = (dir: string): readonly (readonly [name: string, content: string])[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => name !== '.git')
    .flatMap((entry) => {
      const path = join(dir, entry.name)
      if (entry.isDirectory()) return filesIn(path)
      return [[path, entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, 'base64')] as const]
    })
