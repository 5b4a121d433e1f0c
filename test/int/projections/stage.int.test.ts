import * as Either from 'effect/Either'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemVisibility } from '../../../src/domain/access/system-visibility.js'
import { pipelineStatistics } from '../../../src/domain/pipeline/stats.js'
import { readTemplate } from '../../../src/domain/pipeline/template.js'
import type { New } from '../../../src/events/envelope.js'
import { laneStream } from '../../../src/events/streams.js'
import { pipelineCounts, stageEvents } from '../../../src/projections/queries/stage-statistics.js'
import { type Kernel, openInMemory } from '../../support/kernel/kernel.js'
import { adoptedLane } from '../../support/domain/adopted-lane.js'

const NODES = ['plan', 'build', 'review'] as const
const template = Either.getOrThrow(readTemplate('feature', { nodes: NODES.map((id) => ({ id })) }))
const templates = new Map([['feature', template]])
const author = { by: 'local', via: 'http' } as const

interface Step {
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
const replay = (steps: readonly Step[]) => {
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

const step: fc.Arbitrary<Step> = fc.record({
  lane: fc.constantFrom(1, 2),
  kind: fc.constantFrom('declared', 'declared', 'declared', 'detected', 'detected', 'reset'),
  to: fc.constantFrom(0, 1, 2),
  result: fc.constantFrom('pass', 'fail', null),
  evidence: fc.constantFrom([], ['log.txt']),
  minutes: fc.integer({ min: 0, max: 500 }),
})

const append = (kernel: Kernel, events: ReturnType<typeof replay>['events']) =>
  kernel.committer.submit((tx) => {
    for (const { lane, event } of events) tx.append(laneStream(String(lane)), event as New<'stage-declared'>)
  })

const read = (kernel: Kernel) => {
  const counts = pipelineCounts(kernel.projector.db, systemVisibility)
  const [feature] = pipelineStatistics(templates, ['feature'], counts)
  return { runs: feature?.runs, nodes: feature?.nodes ?? [] }
}

describe('the statistics of pipelines', () => {
  it('are a recount of the log, in any order of lanes, live and rebuilt', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { events, counts } = replay(steps)
        const [mixed, sorted] = [openInMemory(), openInMemory()]
        for (const one of events) await append(mixed, [one])
        await append(
          sorted,
          events.toSorted((a, b) => b.lane - a.lane),
        )
        const live = read(mixed)
        expect(live).toMatchObject(counts)
        expect(read(sorted)).toEqual(live)
        await mixed.projector.rebuild(() => undefined)
        expect(read(mixed)).toEqual(live)
        await mixed.close()
        await sorted.close()
      }),
      { numRuns: 40 },
    )
  })

  it('of all lanes keep those of a deleted lane, which has none of its own', async () => {
    const kernel = openInMemory()
    const declared = { lane: 1, kind: 'declared', to: 1, result: 'pass', evidence: [], minutes: 1 } as const
    await append(kernel, replay([declared]).events)
    const before = read(kernel)
    const forgotten = { type: 'lane-forgotten', data: { lane: 1 }, occurredAt: 1, ...author } as New
    await append(kernel, [{ lane: 1, event: forgotten }])
    expect(read(kernel)).toEqual(before)
    expect(pipelineCounts(kernel.projector.db, systemVisibility, 1).size).toBe(0)
    expect(stageEvents(kernel.projector.db, systemVisibility, 1, { limit: 10 })).toEqual([])
    await kernel.close()
  })
})
