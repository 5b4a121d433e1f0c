import * as Either from 'effect/Either'
import fc from 'fast-check'
import { readTemplate } from '../../../src/domain/pipeline/template.js'
import type { New } from '../../../src/events/envelope.js'
import { adoptedLane } from '../domain/adopted-lane.js'

const NODES = ['plan', 'build', 'review'] as const
const template = Either.getOrThrow(readTemplate('feature', { nodes: NODES.map((id) => ({ id })) }))
export const templates = new Map([['feature', template]])
const author = { by: 'local', via: 'http' } as const

export interface Step {
  readonly lane: number
  readonly kind: 'declared' | 'detected' | 'reset'
  readonly to: number
  readonly result: 'pass' | 'fail' | null
  readonly evidence: readonly string[]
  readonly minutes: number
}

/** One pass through the template, as a person would keep it on paper. */
interface Pass {
  readonly declared: Set<number>
  readonly detected: Set<number>
  readonly records: Map<number, { readonly failed: boolean; readonly shown: boolean }>
}

/** Replays steps by the rules of the contract. Returns the events, and the counts that they mean. */
export const replay = (steps: readonly Step[]) => {
  const events: { readonly lane: number; readonly event: New }[] = []
  const passes: Pass[] = []
  const rework = [0, 0, 0]
  const at = new Map<number, { pass: Pass | null; declared: number; detected: number; time: number }>()
  const add = (lane: number, type: string, data: object, time: number): void =>
    void events.push({ lane, event: { type, data: { lane, ...data }, occurredAt: time, ...author } as New })
  for (const lane of [1, 2]) {
    at.set(lane, { pass: null, declared: -1, detected: -1, time: 0 })
    add(lane, 'lane-created', { ...adoptedLane(lane, `/lane-${lane}`), pipeline: 'feature' }, 0)
  }
  const begin = (): Pass => {
    const pass: Pass = { declared: new Set(), detected: new Set(), records: new Map() }
    passes.push(pass)
    return pass
  }
  for (const { lane, kind, to, result, evidence, minutes } of steps) {
    const here = at.get(lane)
    if (here === undefined) continue
    here.time += minutes * 60_000
    if (kind === 'reset') {
      add(lane, 'lane-reset', { head: 'abc' }, here.time)
      at.set(lane, { pass: null, declared: -1, detected: -1, time: here.time })
      continue
    }
    const of = { pipeline: 'feature', feature: null, stage: NODES[to] ?? '' }
    const from = kind === 'declared' ? here.declared : here.detected
    const move = from === -1 ? 'start' : to === from ? 'stay' : to > from ? 'forward' : 'back'
    if (kind === 'detected') {
      if (move === 'stay') continue
      const newPass = from === NODES.length - 1
      if (newPass || here.pass === null) here.pass = begin()
      here.pass.detected.add(to)
      here.detected = to
      add(lane, 'stage-detected', { ...of, move, newPass, signal: 'Edit', session: 's', at: here.time }, here.time)
      continue
    }
    const left = here.pass
    if (move === 'back' || here.pass === null) here.pass = begin()
    const hasRecord = left?.records.has(from) ?? false
    const passed = move === 'forward' && !hasRecord ? (NODES[from] ?? null) : null
    if (passed !== null) here.pass.records.set(from, { failed: false, shown: false })
    if (move === 'back') rework[to] = (rework[to] ?? 0) + 1
    here.pass.declared.add(to)
    if (result !== null)
      here.pass.records.set(to, { failed: result === 'fail', shown: result === 'pass' && evidence.length > 0 })
    here.declared = to
    add(lane, 'stage-declared', { ...of, result, evidence, move, passed, dropped: [] }, here.time)
  }
  const nodes = NODES.map((id, index) => {
    const records = passes.flatMap(({ records: all }) => all.get(index) ?? [])
    const failed = records.filter((record) => record.failed).length
    return {
      id,
      entered: records.length,
      passed: records.length - failed,
      withEvidence: records.filter(({ shown }) => shown).length,
      failed,
      detected: passes.filter((pass) => pass.detected.has(index) && !pass.declared.has(index)).length,
      rework: rework[index],
    }
  })
  return { events, counts: { runs: passes.length, nodes } }
}

export const step: fc.Arbitrary<Step> = fc.record({
  lane: fc.constantFrom(1, 2),
  kind: fc.constantFrom('declared', 'declared', 'declared', 'detected', 'detected', 'reset'),
  to: fc.constantFrom(0, 1, 2),
  result: fc.constantFrom('pass', 'fail', null),
  evidence: fc.constantFrom([], ['log.txt']),
  minutes: fc.integer({ min: 0, max: 500 }),
})
