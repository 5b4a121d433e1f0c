import type { Visibility } from '../../domain/access/visibility.js'
import { toUsd } from '../../domain/pricing/cost.js'
import { projectName } from '../../domain/session/project.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter, type Scope } from './filter.js'
import { directoriesOf, projectFinder } from './project-directories.js'
import type { SessionCosts } from './session-places.js'

export interface ProjectQuery extends Scope {
  readonly limit: number
  readonly offset: number
  /** Substring of the directory. */
  readonly q: string | undefined
}

interface Directory {
  readonly cwd: string
  readonly sessions: number
  readonly active: number
  readonly last: Instant
}

const scoped = (visibility: Visibility, { sources, providers }: Scope): Filter =>
  new Filter(visibility, 'owner').in('source', sources).in('provider', providers)

/** Returns the projects that sessions ran in, most recently used first. */
const projectsIn = (db: Reader, visibility: Visibility, scope: Scope): readonly Directory[] => {
  const projectOf = projectFinder(db, visibility)
  const projects = new Map<string, Directory>()
  for (const { cwd, sessions, active, last } of directoriesIn(db, visibility, scope)) {
    const project = projectOf(cwd)
    const known = projects.get(project) ?? { cwd: project, sessions: 0, active: 0, last: 0 }
    projects.set(project, {
      cwd: project,
      sessions: known.sessions + sessions,
      active: known.active + active,
      last: Math.max(known.last, last),
    })
  }
  return [...projects.values()].toSorted((a, b) => b.last - a.last || (a.cwd < b.cwd ? -1 : 1))
}

/** Returns the directories that sessions ran in. */
const directoriesIn = (db: Reader, visibility: Visibility, scope: Scope): readonly Directory[] => {
  const filter = scoped(visibility, scope)
  const counts = db.all<{ cwd: string; sessions: number; active: number }>(
    `select cwd, sum(n) as sessions, coalesce(sum(n) filter (where status = 'active'), 0) as active
     from p_session_group ${filter.whereAnd(`cwd <> ''`)} group by cwd`,
    ...filter.params,
  )
  const busy = new Map(
    db
      .all<{ cwd: string; last: Instant }>(
        `select cwd, max(last_at) as last from p_session ${filter.whereAnd(`status = 'active' and cwd is not null`)}
         group by cwd`,
        ...filter.params,
      )
      .map(({ cwd, last }) => [cwd, last]),
  )
  return counts.map((row) => {
    const { where, params } = scoped(visibility, scope).and(`status <> 'active' and cwd = ?`, row.cwd)
    const over = db.get<{ last: Instant }>(
      `select last_at as last from p_session ${where} order by last_at desc limit 1`,
      ...params,
    )
    return { ...row, last: Math.max(busy.get(row.cwd) ?? 0, over?.last ?? 0) }
  })
}

const streamsIn = (db: Reader, visibility: Visibility, scope: Scope, project: string): readonly number[] => {
  const directories = directoriesOf(db, visibility, [project])
  // Each condition has an index.
  const parts = [`status = 'active'`, `status <> 'active'`].map((part) =>
    scoped(visibility, scope).and(part).in('cwd', directories),
  )
  return db
    .all<{ stream: number }>(
      parts.map(({ where }) => `select stream from p_session ${where}`).join(' union all '),
      ...parts.flatMap(({ params }) => params),
    )
    .map(({ stream }) => stream)
}

const shapeOf = ({ cwd, sessions, active, last }: Directory, cost: bigint) => ({
  name: projectName(cwd),
  cwd,
  sessions,
  active,
  cost: toUsd(cost),
  last_activity: iso(last),
})

/** Returns a page of the projects that sessions ran in, most recently used first. */
export const listProjects = (db: Reader, visibility: Visibility, costs: SessionCosts, query: ProjectQuery) => {
  const text = query.q?.toLowerCase()
  const found = projectsIn(db, visibility, query).filter(
    ({ cwd }) => text === undefined || cwd.toLowerCase().includes(text),
  )
  const projects = found
    .slice(query.offset, query.offset + query.limit)
    .map((directory) => shapeOf(directory, costOf(costs, streamsIn(db, visibility, query, directory.cwd))))
  return { projects, total: found.length }
}

const costOf = (costs: SessionCosts, streams: readonly number[]): bigint =>
  streams.reduce((sum, stream) => sum + costs.of(stream), 0n)

export interface OneProjectQuery extends Scope {
  readonly name: string
  /** Which directory, if several have the name. */
  readonly cwd: string | undefined
  /** What happened before or after is left out of the files. */
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

/** SQL condition: calls that write a file. */
const EDITS = `tool in ('Edit', 'MultiEdit', 'Write', 'NotebookEdit')`
const MOST_FILES = 500

/**
 * Returns a project by its name, which is the last part of its directory: the directories of that name, most recently used first,
 * and the files that were edited most in the one that was chosen, or else the first. Undefined if there is none.
 */
export const projectByName = (db: Reader, visibility: Visibility, costs: SessionCosts, query: OneProjectQuery) => {
  const named = projectsIn(db, visibility, query).filter(({ cwd }) => projectName(cwd) === query.name)
  const chosen = query.cwd === undefined ? named[0] : named.find(({ cwd }) => cwd === query.cwd)
  if (chosen === undefined) return undefined
  const streams = streamsIn(db, visibility, query, chosen.cwd)
  const { files, total } = editedFiles(db, visibility, chosen.cwd, streams, query)
  return {
    project: shapeOf(chosen, costOf(costs, streams)),
    directories: named.map(({ cwd, sessions, last }) => ({ cwd, sessions, last_activity: iso(last) })),
    files,
    total_files: total,
  }
}

interface Edited {
  readonly sessions: Set<number>
  edits: number
  failed: number
  last: Instant
}

/** Counts the calls that edited each file. A call that several sessions report counts in the first. */
const editedFiles = (
  db: Reader,
  visibility: Visibility,
  cwd: string,
  streams: readonly number[],
  { from, to }: OneProjectQuery,
) => {
  const filter = new Filter(visibility, 'stream')
    .and('stream in (select value from json_each(?))', JSON.stringify(streams))
    .and(`${EDITS} and repeats = 0 and ended_at is not null and target is not null`)
  if (from !== undefined) filter.and('ended_at >= ?', from)
  if (to !== undefined) filter.and('ended_at <= ?', to)
  const calls = db.all<{ stream: number; target: string; ok: number | null; at: Instant }>(
    `select stream, target, ok, ended_at as at from p_call ${filter.where}`,
    ...filter.params,
  )
  const files = new Map<string, Edited>()
  const projectOf = projectFinder(db, visibility)
  for (const { stream, target, ok, at } of calls) {
    // A patch of Codex names several files.
    for (const path of target.split(', ').map((one) => relative(cwd, projectOf(one)))) {
      const file = files.get(path) ?? { sessions: new Set(), edits: 0, failed: 0, last: 0 }
      files.set(path, file)
      if (ok === 0) file.failed++
      else file.edits++
      file.sessions.add(stream)
      file.last = Math.max(file.last, at)
    }
  }
  const changed = [...files].filter(([, { edits }]) => edits > 0)
  return {
    total: changed.length,
    files: changed
      .toSorted(([a, one], [b, other]) => other.edits - one.edits || (a < b ? -1 : 1))
      .slice(0, MOST_FILES)
      .map(([path, { sessions, edits, failed, last }]) => ({
        path,
        sessions: sessions.size,
        edits,
        failed,
        last_edit: iso(last),
      })),
  }
}

const relative = (cwd: string, path: string): string => {
  const folder = cwd.endsWith('/') ? cwd : `${cwd}/`
  return path.startsWith(folder) ? path.slice(folder.length) : path
}

export type ProjectPage = ReturnType<typeof listProjects>
export type OneProject = NonNullable<ReturnType<typeof projectByName>>
