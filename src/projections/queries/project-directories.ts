import type { Visibility } from '../../domain/access/visibility.js'
import { ancestorsOf } from '../../domain/lane/lane.js'
import { CLI_WORKTREES, outsideCliWorktree, projectName } from '../../domain/session/project.js'
import type { Reader } from '../sql.js'
import { Filter, literally } from './filter.js'

/**
 * Finds the project of a directory: the directory itself, or for a worktree of a lane or of `claude --worktree` the same place in
 * its repository (ADR 26). A session without a known directory has no project.
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
    if (cwd === null) return cwd
    const outside = outsideCliWorktree(cwd)
    // Only paths of this machine have ancestors; those of Windows machines start with a letter.
    if (!hasAny || !outside.startsWith('/')) return outside
    let project = known.get(outside)
    if (project === undefined) known.set(outside, (project = find(outside)))
    return project
  }
}

/** Returns the directories that belong to projects: their own and the same places in worktrees. */
export const directoriesOf = (db: Reader, visibility: Visibility, projects: readonly string[]): readonly string[] => {
  const own = projects.flatMap((project) =>
    project.startsWith('/') ? [project, ...placesIn(db, visibility, project)] : [project],
  )
  const wanted = new Set(own)
  return [...own, ...inCliWorktrees(db, visibility).filter((cwd) => wanted.has(outsideCliWorktree(cwd)))]
}

/** Returns the directories of sessions in worktrees of `claude --worktree`. */
const inCliWorktrees = (db: Reader, visibility: Visibility): readonly string[] => {
  const { where, params } = new Filter(visibility, 'owner').and('instr(cwd, ?) > 0', CLI_WORKTREES)
  return db.all<{ cwd: string }>(`select distinct cwd from p_session_group ${where}`, ...params).map(({ cwd }) => cwd)
}

const placesIn = (db: Reader, visibility: Visibility, project: string): readonly string[] => {
  const { where, params } = new Filter(visibility, 'owner').and(
    'repository in (select value from json_each(?))',
    JSON.stringify(ancestorsOf(project)),
  )
  return db
    .all<{ cwd: string; repository: string }>(`select cwd, repository from p_worktree ${where}`, ...params)
    .map(({ cwd, repository }) => cwd + project.slice(repository.length))
}

/** Returns the worktrees whose repository has one of the names, which are the last part of its path. */
export const worktreesNamed = (db: Reader, visibility: Visibility, names: readonly string[]): readonly string[] => {
  const { where, params } = new Filter(visibility, 'owner').and(
    `exists (select 1 from json_each(?) n where repository like '%/' || n.value escape '\\')`,
    JSON.stringify(names.map(literally)),
  )
  const ofLanes = db.all<{ cwd: string }>(`select cwd from p_worktree ${where}`, ...params).map(({ cwd }) => cwd)
  const ofCli = inCliWorktrees(db, visibility).filter((cwd) => names.includes(projectName(outsideCliWorktree(cwd))))
  return [...ofLanes, ...ofCli]
}
