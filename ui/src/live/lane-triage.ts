import { isOfOthers } from '../api/own-rows.js'
import type { Lane, Pane, Session } from '../api/types.js'
import { type Group, type GroupKey, isWaiting } from './triage.js'

/** What a lane needs, and why. */
export interface LaneState {
  readonly group: GroupKey
  /** The session that decides the group, whose activity the row shows; undefined if no agent reported one. */
  readonly lead: string | undefined
  /** Since when. */
  readonly since: string
}

/** How the sign of a pane looks. */
export type PaneLook = 'need' | 'fail' | 'work' | 'turn' | 'shell' | 'ended'

const ORDER: readonly GroupKey[] = ['waiting', 'others', 'failed', 'working', 'turn', 'idle', 'archived']

/** An agent in an archived lane that needs the user or works is shown all the same. */
const ACTIVE: ReadonlySet<GroupKey> = new Set(['waiting', 'others', 'working'])

const isFailed = ({ situation, failure_dismissed: isDismissed }: Session): boolean =>
  situation === 'failed' && !isDismissed

/** Whether the agent of a pane shows a dialog that it starts with. */
export const isAtDialog = ({ alive, waiting }: Pane): boolean => alive && waiting !== null

/** Returns the first matching session in an order. */
const pick = (
  sessions: readonly Session[],
  fits: (session: Session) => boolean,
  order: (a: Session, b: Session) => number,
): Session | undefined => sessions.filter(fits).toSorted(order)[0]

const oldest = (a: Session, b: Session): number => (a.situation_since < b.situation_since ? -1 : 1)
const newest = (a: Session, b: Session): number => -oldest(a, b)
// An agent at work makes a new step all the time, so its row would keep moving if steps decided.
const lastStarted = (a: Session, b: Session): number => (a.started_at > b.started_at ? -1 : 1)

/** Returns the state of a lane from its row and the sessions in it that are known. */
export function laneState(lane: Lane, sessions: readonly Session[]): LaneState {
  const state = stateInUse(lane, sessions)
  return lane.archived_at === null || ACTIVE.has(state.group) ? state : { ...state, group: 'archived' }
}

function stateInUse(lane: Lane, sessions: readonly Session[]): LaneState {
  const open = sessions.filter(({ status }) => status === 'active')
  const last = sessions.toSorted(newest)[0]
  const of = (group: GroupKey, { id, situation_since: since }: Session): LaneState => ({ group, lead: id, since })

  const asks = pick(open, ({ situation }) => situation === 'needs_you', oldest)
  const waiting = isOfOthers(lane) ? 'others' : 'waiting'
  // Before its session starts, only the pane shows that an agent waits.
  const atDialog = lane.panes.find(isAtDialog)
  if (atDialog !== undefined && (asks === undefined || atDialog.started_at < asks.situation_since))
    return { group: waiting, lead: undefined, since: atDialog.started_at }
  if (asks !== undefined) return of(waiting, asks)
  if (lane.status === 'failed') return { group: 'failed', lead: undefined, since: lane.updated_at }
  const failed = pick(open, isFailed, newest) ?? (last !== undefined && isFailed(last) ? last : undefined)
  if (failed !== undefined) return of('failed', failed)
  if (lane.status === 'provisioning') return { group: 'working', lead: undefined, since: lane.created_at }
  const works = pick(open, ({ situation }) => situation === 'working', lastStarted)
  if (works !== undefined) return of('working', works)
  const starting = lane.panes.find(({ alive, shell, session_id: session }) => alive && !shell && session === null)
  if (starting !== undefined) return { group: 'working', lead: undefined, since: starting.started_at }
  const turn = pick(open, ({ situation }) => situation === 'your_turn', newest)
  if (turn !== undefined) return of('turn', turn)
  return last === undefined ? { group: 'idle', lead: undefined, since: lane.updated_at } : of('idle', last)
}

/** Returns how the sign of a pane looks, from the session in it. */
export function paneLook(pane: Pane, session: Session | undefined): PaneLook {
  const { alive, shell } = pane
  if (!alive) return 'ended'
  if (isAtDialog(pane)) return 'need'
  if (shell) return 'shell'
  if (session === undefined) return 'work'
  if (session.situation === 'needs_you') return 'need'
  if (isFailed(session)) return 'fail'
  return session.situation === 'working' ? 'work' : 'turn'
}

/** Returns the sessions of each lane: those in its directories, and those in its panes. */
export function sessionsByLane(
  lanes: readonly Lane[],
  sessions: readonly Session[],
): ReadonlyMap<number, readonly Session[]> {
  const inPane = new Map(
    lanes.flatMap(({ id, panes }) => panes.map(({ session_id: session }) => [session, id] as const)),
  )
  const found = new Map<number, Session[]>(lanes.map(({ id }) => [id, []]))
  for (const session of sessions) {
    const lane = inPane.get(session.id) ?? session.lane_id
    if (lane !== null) found.get(lane)?.push(session)
  }
  return found
}

/** Returns the ids of lanes in their groups, without empty groups: the longest waiting first, the newest first elsewhere. */
export function laneGroups(states: ReadonlyMap<string, LaneState>): readonly Group[] {
  const all = [...states]
  return ORDER.map((key) => ({
    key,
    ids: all
      .filter(([, { group }]) => group === key)
      .toSorted(([a, one], [b, other]) => {
        const older = one.since < other.since ? -1 : one.since > other.since ? 1 : 0
        return (isWaiting(key) ? older : -older) || (a < b ? -1 : 1)
      })
      .map(([id]) => id),
  })).filter(({ ids }) => ids.length > 0)
}
