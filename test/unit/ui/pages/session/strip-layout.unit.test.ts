import { describe, expect, it } from 'vitest'
import type { SessionStrip } from '../../../../../ui/src/api/types.js'
import { barAt, strengthOf, stripRows, stripTime } from '../../../../../ui/src/pages/session/strip-layout.js'
import { stripTracks } from '../../../../../src/domain/session/strip.js'

const at = (second: number): string => new Date(Date.UTC(2026, 10, 1, 10, 0, second)).toISOString()
const part = (from: number, to: number, kind: 'call' | 'edit' | 'failed' = 'call') => ({
  from: at(from),
  to: at(to),
  kind,
  tool: 'Bash',
  target: null,
  calls: 1,
  edits: kind === 'edit' ? 1 : 0,
  failures: kind === 'failed' ? 1 : 0,
  line: null,
})
const strip = (tracks: SessionStrip['tracks']): SessionStrip => ({
  active_ms: 0,
  calls: 0,
  edits: 0,
  failures: 0,
  tracks,
})

describe('the strip of a session', () => {
  it('puts subagents that work one after another into one row, the main agent into the first', () => {
    const data = strip([
      { agent_id: 'main', parts: [part(0, 100)] },
      { agent_id: 'a', parts: [part(10, 20)] },
      { agent_id: 'b', parts: [part(15, 40)] },
      { agent_id: 'c', parts: [part(50, 60)] },
    ])
    const time = stripTime(data, at(0))
    expect(stripTime(data, at(-10))?.from).toBe(Date.parse(at(-10)))
    expect(time).toEqual({ from: Date.parse(at(0)), to: Date.parse(at(100)) })
    if (time === undefined) throw new Error('no time')
    const rows = stripRows(data, 'main', time)
    expect(rows.map((row) => row.bars.map((bar) => bar.agent))).toEqual([['main'], ['a', 'c'], ['b']])
    expect(rows[1]?.spans).toEqual([
      { x: 100, width: 100 },
      { x: 500, width: 100 },
    ])
  })

  it('finds the bar at a place, and prefers an edit or a failure to the call below it', () => {
    const data = strip([{ agent_id: 'main', parts: [part(0, 100), part(40, 45, 'failed')] }])
    const [row] = stripRows(data, 'main', { from: Date.parse(at(0)), to: Date.parse(at(100)) })
    if (row === undefined) throw new Error('no row')
    expect(barAt(row, 420, 10)?.part.kind).toBe('failed')
    expect(barAt(row, 700, 10)?.part.kind).toBe('call')
    expect(barAt({ ...row, bars: [] }, 700, 10)).toBeUndefined()
  })

  it('draws a failure among many calls faintly, and a single one fully', () => {
    const many = { ...part(0, 1, 'failed'), calls: 20 }
    expect([strengthOf(many, 'call'), strengthOf(many, 'failed'), strengthOf(many, 'edit')]).toEqual([1, 0.3, 0])
    expect(strengthOf(part(0, 1, 'failed'), 'failed')).toBe(1)
  })

  it('is nothing without calls', () => {
    expect(stripTime(strip([]), at(0))).toBeUndefined()
  })

  it('draws calls that are near as one part, with the most important of them', () => {
    const one = { agent: null, tool: 'Read', target: null, to: null, lineEvent: null } as const
    const [track] = stripTracks(
      [
        { ...one, from: 0, kind: 'call' },
        { ...one, from: 1, kind: 'edit', tool: 'Edit' },
        { ...one, from: 2, kind: 'call' },
        { ...one, from: 4000, kind: 'failed' },
      ],
      0,
      4000,
    )
    expect(track?.parts.map(({ kind, tool, calls, edits, failures }) => [kind, tool, calls, edits, failures])).toEqual([
      ['edit', 'Edit', 3, 1, 0],
      ['failed', 'Read', 1, 0, 1],
    ])
  })
})
