import type { Visibility } from '../../domain/access/visibility.js'
import { ancestorsOf } from '../../domain/lane/lane.js'
import type { Reader } from '../sql.js'
import { Filter, literally } from './filter.js'

/**
 * Finds the project of a directory: the directory itself, or for a worktree of a lane the same place in its repository (ADR 26).
 * A session without a known directory has no project.
 */
export type ProjectOf = <Directory extends string | null>(cwd: Directory) => Directory | string

/** Returns a function that finds projects. Nothing is stored in sessions, and each directory is looked up once. */
export const projectFinder = (db: Reader, visibility: Visibility): ProjectOf => {
  const { where, params } = new Filter(visibility, 'owner').and('cwd in (select value from json_each(?))')
  const sql = `select cwd, repository from p_worktree ${where} order by length(cwd) desc limit 1`
  const hasAny = db.get<{ one: number }>('select 1 as one from p_worktree limit 1') !== undefined
  const known = new Map<string, string>()
  const find = (cwd: string): string => {
    const worktree = db.get<{ cwd: string; repository: string }>(sql, ...params, JSON.stringify(ancestorsOf(cwd)))
    return worktree === undefined ? cwd : worktree.repository + cwd.slice(worktree.cwd.length)
  }
  return (cwd) => {
    // Only paths of this machine have ancestors; those of Windows machines start with a letter.
    if (!hasAny || cwd === null || !cwd.startsWith('/')) return cwd
    let project = known.get(cwd)
    if (project === undefined) known.set(cwd, (project = find(cwd)))
    return project
  }
}

/** Returns the directories that belong to projects: their own and the same places in the worktrees of lanes. */
export const directoriesOf = (db: Reader, visibility: Visibility, projects: readonly string[]): readonly string[] =>
  projects.flatMap((project) => (project.startsWith('/') ? [project, ...placesIn(db, visibility, project)] : [project]))

const placesIn = (db: Reader, visibility: Visibility, project: string): readonly string[] => {
  const { where, params } = new Filter(visibility, 'owner').and(
    'repository in (select value from json_each(?))',
    JSON.stringify(ancestorsOf(project)),
  )
  return db
    .all<{ cwd: string; repository: string }>(`select cwd, repository from p_worktree ${where}`, ...params)
    .map(({ cwd, repository }) => cwd + project.slice(repository.length))
}

/** Returns the worktrees of lanes whose repository has one of the names, which are the last part of its path. */
export const worktreesNamed = (db: Reader, visibility: Visibility, names: readonly string[]): readonly string[] => {
  const { where, params } = new Filter(visibility, 'owner').and(
    `exists (select 1 from json_each(?) n where repository like '%/' || n.value escape '\\')`,
    JSON.stringify(names.map(literally)),
  )
  return db.all<{ cwd: string }>(`select cwd from p_worktree ${where}`, ...params).map(({ cwd }) => cwd)
}
