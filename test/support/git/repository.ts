import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startShell } from '../process/shell.js'

/** The same author, time and configuration on every machine. */
const ENV = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  LC_ALL: 'C.UTF-8',
}

const shell = startShell(ENV)

/** Runs git in a directory, as a user would, and returns its output. Throws when it fails. */
export const gitIn = (dir: string, ...args: readonly string[]): string =>
  shell.run('git', ['-C', dir, ...args]).replace(/\n$/, '')

export interface TestRepository {
  readonly path: string
  readonly git: (...args: readonly string[]) => string
  readonly write: (name: string, text: string) => void
  /** Writes files and commits everything. Returns the id of the commit. */
  readonly commit: (files: Readonly<Record<string, string>>, message?: string) => string
}

/** Returns a directory that has a repository. */
export const openedAt = (path: string): TestRepository => {
  const git = (...args: readonly string[]): string => gitIn(path, ...args)
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  const commit = (files: Readonly<Record<string, string>>, message = 'a change'): string => {
    for (const [name, text] of Object.entries(files)) write(name, text)
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '-m', message)
    return git('rev-parse', 'HEAD')
  }
  return { path, git, write, commit }
}

/** Creates a repository with the branch `main` and one commit of some files. */
export const repositoryAt = (path: string, files: Readonly<Record<string, string>>): TestRepository => {
  mkdirSync(path, { recursive: true })
  gitIn(path, 'init', '--quiet', '-b', 'main')
  const repository = openedAt(path)
  repository.commit(files, 'the first')
  return repository
}
