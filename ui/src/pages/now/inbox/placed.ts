import { isOfOthers } from '../../../api/own-rows.js'
import type { Decision, Lane, Pane } from '../../../api/types.js'
import { type Group, type GroupKey, ORDER } from '../../../live/triage.js'
import type { WaitingDialog } from '../../../live/waiting-dialogs.js'

/** A row of Now that is no session. */
export type Item =
  | { readonly is: 'decision'; readonly decision: Decision }
  | { readonly is: 'dialog'; readonly lane: Lane; readonly pane: Pane }

/** What Now shows. */
export interface Inbox {
  readonly groups: readonly Group[]
  /** By the key of the row. */
  readonly items: ReadonlyMap<string, Item>
  /** By session. */
  readonly ofSession: ReadonlyMap<string, Decision>
}

/** What the service said, and when. */
export interface Decisions {
  readonly decisions: readonly Decision[]
  readonly later: readonly Decision[]
  readonly at: number
}

interface Facts {
  readonly dialogs: readonly WaitingDialog[]
  /** Undefined until it is read. */
  readonly decided: Decisions | undefined
  /** Returns the lane that a session runs in. */
  readonly laneOf: (session: string) => number | undefined
  /** Returns since when a session is in its situation; undefined for one that is no longer known. */
  readonly since: (session: string) => string | undefined
  readonly isActive: (session: string) => boolean
}

const isOfLane = ({ kind }: Decision): boolean => kind === 'review' || kind === 'land' || kind === 'conflict'
/** Whether a decision is about a session, whose row it is. */
export const isOfSession = ({ kind }: Decision): boolean => kind === 'ask' || kind === 'failed'

const dialogKey = ({ lane, pane }: WaitingDialog): string => `dialog-${lane.id}-${pane.slot}`

/** Places what the service wants decided among the groups of sessions. */
export function placed(groups: readonly Group[], facts: Facts): Inbox {
  const { dialogs, decided, laneOf, since, isActive } = facts
  const [open, later] = [decided?.decisions ?? [], decided?.later ?? []]
  const postponed = new Set(later.filter(isOfSession).map(({ session_id: id }) => id))
  const ofSession = new Map(
    [...open, ...later].flatMap((one) =>
      isOfSession(one) && one.session_id !== null ? [[one.session_id, one] as const] : [],
    ),
  )
  const items = new Map<string, Item>([
    ...dialogs.map((dialog) => [dialogKey(dialog), { is: 'dialog', ...dialog }] as const),
    ...[...open, ...later]
      .filter((one) => !isOfSession(one))
      .map((decision) => [decision.id, { is: 'decision', decision }] as const),
  ])
  const lanes = new Set([...open, ...later].filter(isOfLane).map(({ lane }) => lane?.id))
  // The service leaves out failures that only an import brought. It has not heard of the newest yet.
  const isKnown = (id: string): boolean =>
    decided === undefined || ofSession.has(id) || isActive(id) || Date.parse(since(id) ?? '') > decided.at
  const ids: Record<GroupKey, readonly string[]> = {
    waiting: [],
    others: [],
    failed: [],
    other: [],
    review: [],
    land: [],
    working: [],
    turn: [],
    idle: [],
    later: [],
    done: [],
    archived: [],
  }
  for (const group of groups) ids[group.key] = group.ids
  const isHere = (id: string): boolean => !postponed.has(id)
  for (const key of ['waiting', 'others'] as const)
    ids[key] = inTime(
      ids[key].filter(isHere),
      dialogs.filter(({ lane }) => isOfOthers(lane) === (key === 'others')),
      since,
    )
  ids.failed = ids.failed.filter((id) => isHere(id) && isKnown(id))
  ids.other = open.filter(({ kind }) => kind === 'conflict' || kind === 'budget').map(({ id }) => id)
  ids.review = open.filter(({ kind }) => kind === 'review').map(({ id }) => id)
  ids.land = open.filter(({ kind }) => kind === 'land').map(({ id }) => id)
  // The row of the lane shows what its agents left.
  const isApart = (id: string): boolean => !lanes.has(laneOf(id))
  ids.turn = ids.turn.filter(isApart)
  ids.idle = ids.idle.filter(isApart)
  ids.later = later.map((one) => (isOfSession(one) ? (one.session_id ?? one.id) : one.id))
  return {
    groups: ORDER.map((key) => ({ key, ids: ids[key] })).filter((group) => group.ids.length > 0),
    items,
    ofSession,
  }
}

/** Puts the dialogs among the waiting sessions, the longest waiting first. */
function inTime(
  waiting: readonly string[],
  dialogs: readonly WaitingDialog[],
  since: (session: string) => string | undefined,
): readonly string[] {
  if (dialogs.length === 0) return waiting
  return [
    ...waiting.map((id) => ({ id, at: since(id) ?? '' })),
    ...dialogs.map((dialog) => ({ id: dialogKey(dialog), at: dialog.pane.started_at })),
  ]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ id }) => id)
}
