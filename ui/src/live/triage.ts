import { isOfOthers, type Owned } from '../api/own-rows.js'
import type { Session, Situation } from '../api/types.js'

/** `others` wait for somebody else; staff of a server see them. `other`, `review`, `land` and `later` come from the decisions of the service; only lanes are `archived`. */
export type GroupKey =
  | 'waiting'
  | 'others'
  | 'failed'
  | 'other'
  | 'review'
  | 'land'
  | 'working'
  | 'turn'
  | 'idle'
  | 'later'
  | 'done'
  | 'archived'

export interface Group {
  readonly key: GroupKey
  readonly ids: readonly string[]
}

/** What needs the user comes first. */
export const ORDER: readonly GroupKey[] = [
  'waiting',
  'others',
  'failed',
  'other',
  'review',
  'land',
  'working',
  'turn',
  'idle',
  'later',
  'done',
  'archived',
]

const GROUP_OF: Readonly<Record<Situation, GroupKey>> = {
  needs_you: 'waiting',
  failed: 'failed',
  working: 'working',
  your_turn: 'turn',
  ready: 'idle',
  interrupted: 'idle',
  done: 'done',
  abandoned: 'done',
}

const DAY_MS = 86_400_000

/** A dismissed failure needs no attention: its session counts as idle or done. */
const groupOf = (session: Session): GroupKey => {
  if (session.failure_dismissed) return session.status === 'active' ? 'idle' : 'done'
  const group = GROUP_OF[session.situation]
  return group === 'waiting' && isOfOthers(session) ? 'others' : group
}

/** Returns the newest start of a session in each lane. */
function newestStarts(sessions: readonly Session[]): ReadonlyMap<number, string> {
  const newest = new Map<number, string>()
  for (const { lane_id: lane, started_at: start } of sessions)
    if (lane !== null && start > (newest.get(lane) ?? '')) newest.set(lane, start)
  return newest
}

/** Whether a failed session ended and its lane has a newer agent: nobody needs to look at it any more. */
const isReplaced = (session: Session, newest: ReadonlyMap<number, string>): boolean =>
  session.situation === 'failed' &&
  session.status !== 'active' &&
  session.lane_id !== null &&
  session.started_at < (newest.get(session.lane_id) ?? '')

/** Now shows all open sessions, failures of the last day, and sessions that ended today. */
function belongs(session: Session, now: number, today: number): boolean {
  const since = Date.parse(session.situation_since)
  const group = groupOf(session)
  if (group === 'failed') return session.status === 'active' || since >= now - DAY_MS
  return group !== 'done' || since >= today
}

/** An agent at work makes a new step all the time, so its row would keep moving if steps decided. */
const orderedBy = (group: GroupKey, session: Session): string =>
  group === 'working' ? session.started_at : session.situation_since

/** Whether the longest waiting comes first. */
export const isWaiting = (group: GroupKey): boolean => group === 'waiting' || group === 'others'

/** Waiting sessions: the longest waiting first. All others: the newest first. */
function inOrder(group: GroupKey, a: Session, b: Session): number {
  const [one, other] = [orderedBy(group, a), orderedBy(group, b)]
  const older = one < other ? -1 : one > other ? 1 : 0
  return (isWaiting(group) ? older : -older) || (a.id < b.id ? -1 : 1)
}

/** Returns the sessions of Now in their groups, without empty groups. */
export function triage(sessions: readonly Session[], now: number): readonly Group[] {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const newest = newestStarts(sessions)
  const shown = sessions.filter((session) => belongs(session, now, today) && !isReplaced(session, newest))
  return ORDER.map((key) => ({
    key,
    ids: shown
      .filter((session) => groupOf(session) === key)
      .toSorted((a, b) => inOrder(key, a, b))
      .map((session) => session.id),
  })).filter((group) => group.ids.length > 0)
}

const NOBODY: readonly string[] = []

/** Returns the sessions of a group in order; empty if there is no such group. */
export const idsOf = (groups: readonly Group[], key: GroupKey): readonly string[] =>
  groups.find((group) => group.key === key)?.ids ?? NOBODY

/** Returns the number of sessions in all groups. */
export const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { ids }) => sum + ids.length, 0)

/** Returns the groups without the rows of others, which staff of a server see: headlines and numbers are about their own. */
export const ownOf = (groups: readonly Group[], rowOf: (id: string) => Owned | undefined): readonly Group[] =>
  groups.map(({ key, ids }) => ({ key, ids: ids.filter((id) => !isOfOthers(rowOf(id) ?? {})) }))

/** The headline of the page, and the number in it. Muted sessions do not count as waiting or failed. */
export interface Answer {
  readonly says: 'need' | 'failed' | 'working' | 'quiet'
  readonly count: number
}

export function answerOf(groups: readonly Group[], muted: ReadonlySet<string>): Answer {
  const heard = (key: GroupKey): number => idsOf(groups, key).filter((id) => !muted.has(id)).length
  const waiting = heard('waiting')
  const working = idsOf(groups, 'working').length
  if (waiting > 0) return { says: 'need', count: waiting }
  // Failed rows come before "working" and "quiet".
  const failed = heard('failed')
  if (failed > 0) return { says: 'failed', count: failed }
  return { says: working > 0 ? 'working' : 'quiet', count: working }
}

/** Returns the waiting session after `current`; after the last one, the first. */
export function nextWaiting(waiting: readonly string[], current: string | undefined): string | undefined {
  const index = current === undefined ? -1 : waiting.indexOf(current)
  return waiting[(index + 1) % Math.max(1, waiting.length)]
}
