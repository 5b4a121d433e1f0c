import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemVisibility } from '../../../src/domain/access/system-visibility.js'
import { pipelineStatistics } from '../../../src/domain/pipeline/stats.js'
import type { New } from '../../../src/events/envelope.js'
import { laneStream } from '../../../src/events/streams.js'
import { pipelineCounts, stageEvents } from '../../../src/projections/queries/stage-statistics.js'
import { type Kernel, openInMemory } from '../../support/kernel/kernel.js'
import { replay, step, templates } from '../../support/kernel/lane-steps.js'

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
    const forgotten = { type: 'lane-forgotten', data: { lane: 1 }, occurredAt: 1, by: 'local', via: 'http' } as New
    await append(kernel, [{ lane: 1, event: forgotten }])
    expect(read(kernel)).toEqual(before)
    expect(pipelineCounts(kernel.projector.db, systemVisibility, 1).size).toBe(0)
    expect(stageEvents(kernel.projector.db, systemVisibility, 1, { limit: 10 })).toEqual([])
    await kernel.close()
  })
})
