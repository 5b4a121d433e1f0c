import type { DrillIn, SwimLane, ToolSpan } from '../../../api/types.js'
import type { Range } from './range.js'

/** A call as a bar, in pixels of the visible range. */
interface Bar {
  readonly call: ToolSpan
  readonly x: number
  readonly width: number
  /** The number of calls at this place; all but the first are too close to be drawn separately. */
  readonly calls: number
  /** Whether one of them failed. */
  readonly failed: boolean
}

/** Thinner bars could not be hit with the pointer. */
const THINNEST_PX = 2

const endOf = ({ ended_at }: { readonly ended_at: string | null }, now: number): number =>
  ended_at === null ? now : Date.parse(ended_at)

/** Returns the time range of the session. What is still running lasts until now. */
export function wholeOf({ session, swimLanes, toolTimeline }: DrillIn, now: number): Range {
  let from = Date.parse(session.started_at)
  let to = from
  for (const { started_at, ended_at } of swimLanes) {
    from = Math.min(from, Date.parse(started_at))
    // An agent without an end in an ended session would stretch the axis until now.
    to = Math.max(to, ended_at === null && session.ended_at !== null ? from : endOf({ ended_at }, now))
  }
  for (const { created_at, ended_at } of toolTimeline) {
    from = Math.min(from, Date.parse(created_at))
    to = Math.max(to, ended_at === null ? Date.parse(created_at) : Date.parse(ended_at))
  }
  return { from, to: Math.max(to, from + 1000) }
}

/** Returns the calls by agent, in order of their start. */
export function callsByAgent(calls: readonly ToolSpan[]): ReadonlyMap<string, readonly ToolSpan[]> {
  const byAgent = new Map<string, ToolSpan[]>()
  for (const call of calls) {
    const own = byAgent.get(call.agent_id)
    if (own === undefined) byAgent.set(call.agent_id, [call])
    else own.push(call)
  }
  return byAgent
}

/**
 * Returns the bars of a lane in the visible range. Calls that start on the same pixel become one bar, so there are no more bars
 * than pixels.
 */
export function barsOf(calls: readonly ToolSpan[], range: Range, width: number, now: number): readonly Bar[] {
  const scale = width / (range.to - range.from)
  const bars: Bar[] = []
  for (const call of calls) {
    const start = Date.parse(call.created_at)
    const end = endOf(call, now)
    if (end < range.from || start > range.to) continue
    const x = Math.max(0, (start - range.from) * scale)
    const length = Math.max(THINNEST_PX, (Math.min(end, range.to) - range.from) * scale - x)
    const last = bars.at(-1)
    if (last !== undefined && Math.floor(last.x) === Math.floor(x)) {
      bars[bars.length - 1] = {
        ...last,
        width: Math.max(last.width, length),
        calls: last.calls + 1,
        failed: last.failed || call.failed,
      }
    } else bars.push({ call, x, width: length, calls: 1, failed: call.failed })
  }
  return bars
}

/** Returns the time of an agent in the visible range; undefined if it is outside. */
export function spanOf(
  lane: SwimLane,
  whole: Range,
  range: Range,
  width: number,
): { readonly x: number; readonly width: number } | undefined {
  const from = Math.max(range.from, Date.parse(lane.started_at))
  const to = Math.min(range.to, lane.ended_at === null ? whole.to : Date.parse(lane.ended_at))
  if (to < from) return undefined
  const scale = width / (range.to - range.from)
  return { x: (from - range.from) * scale, width: Math.max(THINNEST_PX, (to - from) * scale) }
}
