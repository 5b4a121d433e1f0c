import type { Instant } from '../time.js'

/** A tool call as the strip of a session needs it. */
export interface StripCall {
  readonly agent: string | null
  readonly tool: string
  readonly target: string | null
  readonly from: Instant
  /** Null for a call without a result. */
  readonly to: Instant | null
  readonly kind: StripKind
  /** The event with the transcript line of the call. */
  readonly lineEvent: number | null
}

export type StripKind = 'call' | 'edit' | 'failed'

/** Calls that are too near to be drawn apart. The tool and the target are those of the most important one. */
export interface StripPart extends Omit<StripCall, 'agent' | 'to'> {
  readonly to: Instant
  readonly calls: number
  readonly edits: number
  readonly failures: number
}

export interface StripTrack {
  readonly agent: string | null
  readonly parts: readonly StripPart[]
}

/** Parts of one track: about what fits side by side. */
const RESOLUTION = 400
const RANK: Readonly<Record<StripKind, number>> = { call: 0, edit: 1, failed: 2 }

/**
 * Returns the calls of each agent, the main agent first, then by first call. Calls that start within the same 1/400 of the time
 * become one part.
 * @param calls in the order of their start
 */
export function stripTracks(calls: readonly StripCall[], from: Instant, to: Instant): readonly StripTrack[] {
  const step = Math.max(1, (to - from) / RESOLUTION)
  const tracks = new Map<string | null, StripPart[]>()
  for (const { agent, ...call } of calls) {
    const parts = tracks.get(agent) ?? []
    tracks.set(agent, parts)
    const part: StripPart = {
      ...call,
      to: call.to ?? call.from,
      calls: 1,
      edits: call.kind === 'edit' ? 1 : 0,
      failures: call.kind === 'failed' ? 1 : 0,
    }
    const last = parts.at(-1)
    if (last === undefined || Math.floor((last.from - from) / step) !== Math.floor((part.from - from) / step)) {
      parts.push(part)
      continue
    }
    const shown = RANK[part.kind] > RANK[last.kind] ? part : last
    parts[parts.length - 1] = {
      ...shown,
      from: last.from,
      to: Math.max(last.to, part.to),
      calls: last.calls + 1,
      edits: last.edits + part.edits,
      failures: last.failures + part.failures,
    }
  }
  return [...tracks]
    .map(([agent, parts]) => ({ agent, parts }))
    .toSorted((a, b) => Number(a.agent !== null) - Number(b.agent !== null))
}
