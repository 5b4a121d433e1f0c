import { useSyncExternalStore } from 'react'
import type { Lane, Session } from '../api/types.js'
import { laneRows, sessionRows } from '../rows/rows.js'
import { laneGroups, laneState, type LaneState, sessionsByLane } from './lane-triage.js'
import { sameGroups } from './same-groups.js'
import type { Group } from './triage.js'

let lanes: readonly Lane[] = []
let sessions: readonly Session[] = []
let states: ReadonlyMap<string, LaneState> = new Map()
let bySession: ReadonlyMap<number, readonly Session[]> = new Map()
let groups: readonly Group[] = []
let laneOf: ReadonlyMap<string, Lane> = new Map()

const isSame = (a: LaneState | undefined, b: LaneState): boolean =>
  a !== undefined && a.group === b.group && a.lead === b.lead && a.since === b.since

/** Computes everything once per change. A state that is the same as before keeps its identity. */
function refresh(): void {
  if (lanes === laneRows.all() && sessions === sessionRows.all()) return
  lanes = laneRows.all()
  sessions = sessionRows.all()
  bySession = sessionsByLane(lanes, sessions)
  laneOf = new Map(lanes.flatMap((lane) => (bySession.get(lane.id) ?? []).map(({ id }) => [id, lane] as const)))
  const before = states
  states = new Map(
    lanes.map((lane) => {
      const key = String(lane.id)
      const known = before.get(key)
      const state = laneState(lane, bySession.get(lane.id) ?? [])
      return [key, known !== undefined && isSame(known, state) ? known : state]
    }),
  )
  groups = sameGroups(groups, laneGroups(states))
}

const subscribe = (listener: () => void): (() => void) => {
  const stops = [laneRows.subscribeAll(listener), sessionRows.subscribeAll(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

const currentGroups = (): readonly Group[] => {
  refresh()
  return groups
}

/** The lanes by what they need, live. */
export const useLaneGroups = (): readonly Group[] => useSyncExternalStore(subscribe, currentGroups)

/** What one lane needs, live: renders when that changes. */
export const useLaneState = (id: string): LaneState | undefined =>
  useSyncExternalStore(subscribe, () => {
    refresh()
    return states.get(id)
  })

/** Returns what one lane needs, for code outside of components. */
export const laneStateOf = (id: number): LaneState | undefined => {
  refresh()
  return states.get(String(id))
}

/** Returns the lane that a session runs in, or ran in. */
export const laneOfSession = (id: string): Lane | undefined => {
  refresh()
  return laneOf.get(id)
}

/** The same, live. */
export const useLaneOf = (id: string): Lane | undefined => useSyncExternalStore(subscribe, () => laneOfSession(id))

/** Returns the known sessions of a lane. */
export const sessionsOfLane = (id: number): readonly Session[] => {
  refresh()
  return bySession.get(id) ?? []
}
