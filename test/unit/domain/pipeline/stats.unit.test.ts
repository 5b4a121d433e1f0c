import * as Either from 'effect/Either'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bucketOfStay,
  pipelineStatistics,
  stayQuantile,
  type PipelineCounts,
} from '../../../../src/domain/pipeline/stats.js'
import { readTemplate } from '../../../../src/domain/pipeline/template.js'

const templateOf = (id: string, ...nodes: readonly object[]) => Either.getOrThrow(readTemplate(id, { nodes }))
const templates = new Map(
  [
    templateOf('feature', { id: 'plan' }, { id: 'build', aliases: ['code'] }, { id: 'review', gate: true }),
    templateOf('hotfix', { id: 'ship' }),
  ].map((template) => [template.id, template]),
)
const counted = (more: object = {}) => ({
  entered: 0,
  failed: 0,
  withEvidence: 0,
  detected: 0,
  rework: 0,
  stays: new Map<number, number>(),
  ...more,
})
const recorded = (runs: number, nodes: Readonly<Record<string, ReturnType<typeof counted>>> = {}): PipelineCounts => ({
  runs,
  nodes: new Map(Object.entries(nodes)),
})

describe('the statistics of pipelines', () => {
  it('count what resolves to a node, also under an earlier name', () => {
    const [feature] = pipelineStatistics(
      templates,
      [],
      new Map([
        [
          'feature',
          recorded(3, {
            build: counted({ entered: 2, failed: 1 }),
            code: counted({ entered: 1, withEvidence: 1 }),
            gone: counted({ entered: 9 }),
          }),
        ],
      ]),
    )
    expect(
      feature?.nodes.map(({ id, entered, passed, failed, withEvidence }) => [
        id,
        entered,
        passed,
        failed,
        withEvidence,
      ]),
    ).toEqual([
      ['plan', 0, 0, 0, 0],
      ['build', 3, 2, 1, 1],
      ['review', 0, 0, 0, 0],
    ])
  })

  it('list the busiest first, those in use at zero, and keep records without a template', () => {
    const all = pipelineStatistics(
      templates,
      ['hotfix', 'default', 'deleted'],
      new Map([
        ['feature', recorded(1)],
        ['retired', recorded(2, { deploy: counted({ entered: 2 }) })],
      ]),
    )
    expect(all.map(({ id, name, runs, nodes }) => [id, name, runs, nodes.length])).toEqual([
      ['retired', 'retired', 2, 1],
      ['feature', 'feature', 1, 3],
      ['hotfix', 'hotfix', 0, 1],
    ])
    expect(pipelineStatistics(templates, [], new Map())).toEqual([])
  })

  it('have the times of a node within 5 percent', () => {
    const times = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.9), (seconds, share) => {
        const stays = new Map<number, number>()
        for (const one of seconds) stays.set(bucketOfStay(one * 1000), (stays.get(bucketOfStay(one * 1000)) ?? 0) + 1)
        const exact = seconds.toSorted((a, b) => a - b)[Math.ceil(seconds.length * share) - 1] ?? 0
        // A second more for rounding.
        expect(Math.abs((stayQuantile(stays, share) ?? 0) - exact)).toBeLessThanOrEqual(exact * 0.05 + 1)
      }),
    )
    expect(stayQuantile(new Map(), 0.5)).toBeNull()
  })
})
