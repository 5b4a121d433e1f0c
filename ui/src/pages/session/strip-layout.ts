import type { SessionStrip } from '../../api/types.js'

type Track = SessionStrip['tracks'][number]
export type StripPart = Track['parts'][number]

/** A part as it is drawn, in thousandths of the width. */
export interface StripBar {
  readonly agent: string
  readonly part: StripPart
  readonly x: number
  readonly width: number
}

export interface StripRow {
  readonly key: string
  /** The time in which the agents of the row worked. */
  readonly spans: readonly { readonly x: number; readonly width: number }[]
  readonly bars: readonly StripBar[]
}

export interface StripTime {
  readonly from: number
  readonly to: number
}

export const WIDTH = 1000
const THINNEST = 3
/** The maximum number of rows of subagents; with more agents at a time, the later ones share the last row. */
const MOST_ROWS = 3
/** Subagents in one row are this far apart. */
const GAP = 8

/** Returns the time that a strip covers, from the start of the session as in its timeline; undefined without calls. */
export function stripTime({ tracks }: SessionStrip, startedAt: string): StripTime | undefined {
  const parts = tracks.flatMap((track) => track.parts)
  if (parts.length === 0) return undefined
  const from = Math.min(Date.parse(startedAt), ...parts.map((part) => Date.parse(part.from)))
  return { from, to: Math.max(from + 1000, ...parts.map((part) => Date.parse(part.to))) }
}

/** Returns the rows of a strip: the main agent's, then those of subagents, as few as they fit in without overlap. */
export function stripRows({ tracks }: SessionStrip, main: string, { from, to }: StripTime): readonly StripRow[] {
  const at = (time: string): number => ((Date.parse(time) - from) / (to - from)) * WIDTH
  const barsOf = ({ agent_id: agent, parts }: Track): readonly StripBar[] =>
    parts.map((part) => {
      const x = Math.min(at(part.from), WIDTH - THINNEST)
      return { agent, part, x, width: Math.max(THINNEST, Math.min(at(part.to), WIDTH) - x) }
    })
  const own = tracks.find((track) => track.agent_id === main)
  const rows: { key: string; end: number; spans: { x: number; width: number }[]; bars: StripBar[] }[] = []
  for (const track of tracks) {
    if (track === own) continue
    const bars = barsOf(track)
    const x = bars[0]?.x ?? 0
    const end = Math.max(...bars.map((bar) => bar.x + bar.width))
    let row = rows.find((known) => known.end + GAP <= x)
    if (row === undefined && rows.length < MOST_ROWS) {
      row = { key: track.agent_id, end: 0, spans: [], bars: [] }
      rows.push(row)
    }
    row ??= rows.at(-1)
    if (row === undefined) continue
    row.end = Math.max(row.end, end)
    row.spans.push({ x, width: end - x })
    row.bars.push(...bars)
  }
  return [
    { key: main, spans: [{ x: 0, width: WIDTH }], bars: own === undefined ? [] : barsOf(own) },
    ...rows.map(({ key, spans, bars }) => ({ key, spans, bars })),
  ]
}

/** Faint enough to show that most calls of a part are others, and strong enough to be seen. */
const FAINTEST = 0.3

/** Returns how strongly a kind of call is drawn in a part: by its share, so that one failure does not colour twenty calls. */
export function strengthOf(part: StripPart, kind: StripPart['kind']): number {
  const count = kind === 'call' ? part.calls : kind === 'edit' ? part.edits : part.failures
  return count === 0 ? 0 : Math.max(FAINTEST, count / part.calls)
}

/** Returns the bar at a place of a row, or the nearest one within reach. */
export function barAt(row: StripRow, x: number, reach: number): StripBar | undefined {
  let [best, distance] = [undefined as StripBar | undefined, reach]
  for (const bar of row.bars) {
    const away = x < bar.x ? bar.x - x : x > bar.x + bar.width ? x - bar.x - bar.width : 0
    // Failures and edits are drawn over the calls around them.
    if (away < distance || (away === distance && bar.part.kind !== 'call')) [best, distance] = [bar, away]
  }
  return best
}
