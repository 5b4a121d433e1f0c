import { comparable, type Totals } from './totals.js'

/** Milliseconds between two lines of one burst. A model takes longer to answer. */
const BURST = 500
/** Milliseconds between the head of a rollout and the first line behind it. */
const AFTER_HEAD = 3000

/**
 * A fork continues from its parent's totals, and a continued thread from those of its earlier file. Older releases copy the
 * counts to the start of the new file, in one burst: until `over`, those only move the counter. They are recognized by the
 * totals in the other file; if that is missing, by the burst. Newer releases name where the parent's history ends
 * (`history_base`) and copy nothing.
 */
export interface Replay {
  /** The session whose counts are repeated. */
  readonly parent: string
  /** Spawned as a subagent: its counter starts at zero unless it got its parent's history. */
  readonly spawned: boolean
  /** When the rollout starts. Lines with an earlier time are copies. */
  readonly headAt: number
  over: boolean
  /** The time of the last line of the burst, and whether anything followed the head. */
  at: number
  begun: boolean
  /** Whether the burst has ended. */
  paused: boolean
}

export const replayOf = (parent: string, headAt: number, { over = false, spawned = false } = {}): Replay => ({
  parent,
  spawned,
  headAt,
  over,
  at: headAt,
  begun: false,
  paused: false,
})

/** What the rollouts of a session contain: cumulative totals as comparable texts, and ids of responses. */
export interface Told {
  readonly totals: ReadonlySet<string>
  readonly responses: ReadonlySet<string>
}

/** Returns what the other rollouts of a session contain; null if none can be read. */
export type TotalsOf = (session: string) => Told | null

/** Notes the time of a line behind the head. */
export function follow(replay: Replay, at: number): void {
  if (replay.over || replay.paused || at < replay.headAt) return
  if (at - replay.at > (replay.begun ? BURST : AFTER_HEAD)) replay.paused = true
  replay.begun = true
  replay.at = Math.max(replay.at, at)
}

/** Whether a count repeats one of the parent. The first one that does not ends the replay. */
export function repeatsTotals(
  replay: Replay,
  totals: Totals,
  starts: boolean,
  at: number,
  totalsOf: TotalsOf,
): boolean {
  if (replay.over) return false
  const parents = totalsOf(replay.parent)
  // A subagent whose own first request has the size of its parent's.
  const isOwn = replay.spawned && replay.paused && starts
  const repeats =
    at < replay.headAt || (parents === null ? !replay.paused : !isOwn && parents.totals.has(comparable(totals)))
  replay.over = !repeats
  return repeats
}

/** Whether a record of a response repeats one of the parent. */
export function repeatsResponse(replay: Replay, response: string, at: number, totalsOf: TotalsOf): boolean {
  const parents = totalsOf(replay.parent)
  if (parents?.responses.has(response) === true) return true
  return !replay.over && (at < replay.headAt || (parents === null && !replay.paused))
}
