import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as Effect from 'effect/Effect'
import { gitDirectoriesOf } from './directories.js'

/** Where Claude Code creates the worktrees of sessions, in the top directory of a repository. */
const SESSION_WORKTREES = '/.claude/worktrees/'
const HAS_RULE = /^\/?\.claude(?:\/|\/worktrees\/?)?$/m

/**
 * Adds the directory of session worktrees to the ignore rules of this clone, which are not committed. Without the rule, git lists the
 * directory as untracked, so a failure is ignored.
 */
export const excludeSessionWorktrees = (dir: string): Effect.Effect<void> =>
  Effect.ignore(Effect.try(() => exclude(dir, SESSION_WORKTREES, (rules) => HAS_RULE.test(rules))))

/** Adds an entry of the top directory to the ignore rules of this clone, like the session worktrees. */
export const excludeAtTop = (dir: string, name: string): void =>
  exclude(dir, `/${name}`, (rules) => rules.split('\n').includes(`/${name}`))

const exclude = (dir: string, rule: string, isIn: (rules: string) => boolean): void => {
  const place = gitDirectoriesOf(dir)
  if (place === null) return
  const path = join(place.common, 'info', 'exclude')
  const rules = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (isIn(rules)) return
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${rules === '' || rules.endsWith('\n') ? '' : '\n'}${rule}\n`)
}

/** Returns the top of the working directory that contains a directory; outside of one, the directory itself. */
export const topOf = (dir: string): string => {
  const levels = gitDirectoriesOf(dir)?.prefix.split('/').length ?? 1
  return resolve(dir, ...Array.from({ length: levels - 1 }, () => '..'))
}
