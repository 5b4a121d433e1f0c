import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { bytesOf } from '../files/regular-file.js'
import type { Git } from './git.js'

/** Where Claude Code creates the worktrees of sessions, in the top directory of a repository. */
const SESSION_WORKTREES = '/.claude/worktrees/'
const HAS_RULE = /^\/?\.claude(?:\/|\/worktrees\/?)?$/m
/** Nobody ignores that much. */
const MAX_BYTES = 1024 * 1024

/**
 * Adds the directory of session worktrees to the ignore rules of this clone, which are not committed. Without the rule, git lists the
 * directory as untracked, so a failure is ignored.
 */
export const excludeSessionWorktrees = (git: Git, dir: string): Effect.Effect<void> =>
  exclude(git, dir, SESSION_WORKTREES, (rules) => HAS_RULE.test(rules))

/** Adds an entry of the top directory to the ignore rules of this clone, like the session worktrees. */
export const excludeAtTop = (git: Git, dir: string, name: string): Effect.Effect<void> =>
  exclude(git, dir, `/${name}`, (rules) => rules.split('\n').includes(`/${name}`))

/**
 * Keeps git from listing a file of a directory, in this clone. Returns false if git tracks it, so that a rule has no effect.
 * @param path below any directory of the repository
 */
export const excludeFile = (git: Git, dir: string, path: string): Effect.Effect<boolean> =>
  Effect.zipRight(
    exclude(git, dir, `**/${path}`, (rules) => rules.split('\n').includes(`**/${path}`)),
    Effect.match(git.read(dir, ['ls-files', '-z', '--', path]), {
      onFailure: () => true,
      onSuccess: (listed) => listed.length === 0,
    }),
  )

const exclude = (git: Git, dir: string, rule: string, isIn: (rules: string) => boolean): Effect.Effect<void> =>
  Effect.ignore(
    Effect.flatMap(git.directories(dir), ({ common }) => Effect.try(() => addRule(join(common, 'info'), rule, isIn))),
  )

const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants

const addRule = (folder: string, rule: string, isIn: (rules: string) => boolean): void => {
  mkdirSync(folder, { recursive: true })
  const fd = openSync(join(folder, 'exclude'), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o666)
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile() || stats.size > MAX_BYTES) return
    const rules = bytesOf(fd, stats.size).toString('utf8')
    if (!isIn(rules)) writeSync(fd, `${rules === '' || rules.endsWith('\n') ? '' : '\n'}${rule}\n`)
  } finally {
    closeSync(fd)
  }
}

/** Returns the top of the working directory that contains a directory; outside of one, the directory itself. */
export const topOf = (git: Git, dir: string): Effect.Effect<string> =>
  Effect.match(git.directories(dir), { onFailure: () => dir, onSuccess: ({ top }) => top ?? dir })
