import type { Visibility } from '../../domain/access/visibility.js'
import type { Note } from '../../domain/session/mark.js'
import type { Situation } from '../../domain/session/status.js'
import type { Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import { projectFinder } from './project-directories.js'

interface QuietSession {
  readonly stream: number
  readonly id: string
  readonly name: string
}

/** Returns the active sessions without activity since an instant. */
export const quietSessions = (db: Reader, visibility: Visibility, since: Instant): readonly QuietSession[] => {
  const filter = new Filter(visibility, 'owner').and(`status = 'active' and last_at < ?`, since)
  return db.all<QuietSession>(
    `select stream, id, name from p_session ${filter.where} order by last_at`,
    ...filter.params,
  )
}

/** Returns the streams of the active sessions in a directory or below it. */
export const activeSessionsIn = (db: Reader, visibility: Visibility, directory: string): readonly number[] => {
  const filter = new Filter(visibility, 'owner').and(
    `status = 'active' and source = 'local' and (cwd = ? or substr(cwd, 1, ?) = ?)`,
    directory,
    directory.length + 1,
    `${directory}/`,
  )
  return db
    .all<{ stream: number }>(`select stream from p_session ${filter.where}`, ...filter.params)
    .map(({ stream }) => stream)
}

interface StuckAgent {
  readonly stream: number
  readonly session: string
  readonly id: string
  readonly name: string
}

/** Returns the agents of active sessions that have had a status, without any change, since an instant. */
export const stuckAgents = (
  db: Reader,
  visibility: Visibility,
  status: string,
  since: Instant,
): readonly StuckAgent[] => {
  const active = (agent: 's.main_status = ? and s.last_at < ?' | 'a.status = ? and a.last_at < ?'): Filter =>
    new Filter(visibility, 's.owner').and(`s.status = 'active'`).and(agent, status, since)
  const mains = active('s.main_status = ? and s.last_at < ?')
  const others = active('a.status = ? and a.last_at < ?')
  return db.all<StuckAgent>(
    `select s.stream, s.id as session, s.id || '-main' as id, coalesce(s.main_name, 'Main Agent - ' || s.name) as name
       from p_session s ${mains.where}
     union all
     select a.stream, s.id, a.id, a.name from p_session s join p_agent a on a.stream = s.stream ${others.where}`,
    ...mains.params,
    ...others.params,
  )
}

interface WaitingSession extends QuietSession {
  /** When it started to wait. */
  readonly since: Instant
}

/** Returns the open sessions that have needed the user since an instant or longer. */
export const waitingSessions = (db: Reader, visibility: Visibility, until: Instant): readonly WaitingSession[] => {
  const filter = new Filter(visibility, 'owner').and(
    `status = 'active' and situation = 'needs_you' and situation_since <= ?`,
    until,
  )
  return db.all<WaitingSession>(
    `select stream, id, name, situation_since as since from p_session ${filter.where} order by situation_since`,
    ...filter.params,
  )
}

/** Returns a session by its id, if it is open. */
export const openSession = (db: Reader, visibility: Visibility, id: string): QuietSession | undefined => {
  const filter = new Filter(visibility, 'owner').and(`id = ? and status = 'active'`, id)
  return db.get<QuietSession>(`select stream, id, name from p_session ${filter.where}`, ...filter.params)
}

/** Whether a session ran in one of the projects. */
export const isInProjects = (
  db: Reader,
  visibility: Visibility,
  stream: number,
  projects: readonly string[],
): boolean => {
  const filter = new Filter(visibility, 'owner').and('stream = ?', stream)
  const session = db.get<{ cwd: string | null }>(`select cwd from p_session ${filter.where}`, ...filter.params)
  if (session?.cwd == null) return false
  return projects.includes(session.cwd) || projects.includes(projectFinder(db, visibility)(session.cwd))
}

export interface SessionSituation extends QuietSession {
  readonly owner: string
  readonly situation: Situation
  readonly since: Instant
  readonly isOpen: boolean
  readonly headline: Note | null
}

/** Returns what sessions need from the user, and since when. */
export const situationsOf = (
  db: Reader,
  visibility: Visibility,
  streams: readonly number[],
): readonly SessionSituation[] => {
  const filter = new Filter(visibility, 'owner').and(
    'stream in (select value from json_each(?))',
    JSON.stringify(streams),
  )
  return db
    .all<Omit<SessionSituation, 'isOpen' | 'headline'> & { readonly status: string; readonly headline: string | null }>(
      `select stream, id, name, owner, status, situation, situation_since as since, headline from p_session ${filter.where}`,
      ...filter.params,
    )
    .map(({ status, headline, ...session }) => ({
      ...session,
      isOpen: status === 'active',
      headline: headline === null ? null : (JSON.parse(headline) as Note),
    }))
}
