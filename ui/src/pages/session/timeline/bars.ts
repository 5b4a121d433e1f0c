import type { DrillIn, SwimLane, ToolSpan } from '../../../api/types.js'
import type { Range } from './range.js'

/** A call as it is drawn: in pixels of the visible part. */
interface Bar {
  readonly call: ToolSpan
  readonly x: number
  readonly width: number
  /** How many calls lie on this spot; all but the first are too near to be drawn apart. */
  readonly calls: number
}

/** No bar is thinner than this, or nobody could point at it. */
const THINNEST_PX = 2

const endOf = ({ ended_at }: { readonly ended_at: string | null }, now: number): number =>
  ended_at === null ? now : Date.parse(ended_at)

/** From the first thing to the last; what still runs lasts until now. */
export function wholeOf({ session, swimLanes, toolTimeline }: DrillIn, now: number): Range {
  let from = Date.parse(session.started_at)
  let to = from
  for (const { started_at, ended_at } of swimLanes) {
    from = Math.min(from, Date.parse(started_at))
    // An agent without an end in a session that is over was never heard of again: it must not stretch the axis.
    to = Math.max(to, ended_at === null && session.ended_at !== null ? from : endOf({ ended_at }, now))
  }
  for (const { created_at, ended_at } of toolTimeline) {
    from = Math.min(from, Date.parse(created_at))
    to = Math.max(to, ended_at === null ? Date.parse(created_at) : Date.parse(ended_at))
  }
  return { from, to: Math.max(to, from + 1000) }
}

/** The calls of each agent, in the order of their beginnings. */
export function callsByAgent(calls: readonly ToolSpan[]): ReadonlyMap<string, readonly ToolSpan[]> {
  const byAgent = new Map<string, ToolSpan[]>()
  for (const call of calls) {
    const own = byAgent.get(call.agent_id)
    if (own === undefined) byAgent.set(call.agent_id, [call])
    else own.push(call)
  }
  return byAgent
}

/** The bars of one lane within the visible part. Calls that begin on one pixel become one bar: no lane draws more than it has pixels. */
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
      bars[bars.length - 1] = { ...last, width: Math.max(last.width, length), calls: last.calls + 1 }
    } else bars.push({ call, x, width: length, calls: 1 })
  }
  return bars
}

/** Where an agent lived within the visible part; nothing when it did not. */
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
