import * as Either from 'effect/Either'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pipelineView, type Staged } from '../../../../src/domain/pipeline/stage.js'
import { readTemplate } from '../../../../src/domain/pipeline/template.js'

const NODES = [{ id: 'plan' }, { id: 'build', aliases: ['code'] }, { id: 'review', gate: true }, { id: 'merge' }]
const feature = Either.getOrThrow(readTemplate('feature', { name: 'Feature', nodes: NODES }))
const templates = new Map([['feature', feature]])

const NOWHERE: Staged = { pipeline: 'feature', stage: null, stages: {}, detectedStage: null }
const view = (staged: Partial<Staged>) => pipelineView(templates, { ...NOWHERE, ...staged })
const states = (staged: Partial<Staged>) => view(staged).pipeline_nodes.map(({ state }) => state)

const passed = { result: 'pass', evidence: [] } as const
const shown = { result: 'pass', evidence: ['https://ci.example/1'] } as const
const failed = { result: 'fail', evidence: ['log.txt'] } as const

describe('the pipeline of a lane', () => {
  it('has no nodes without a template', () => {
    const none = { pipeline_nodes: [], progress: 0 }
    expect(view({ pipeline: 'default', stage: 'build' })).toEqual({ pipeline_name: 'default', ...none })
    expect(view({ pipeline: 'deleted', stage: 'build' })).toEqual({ pipeline_name: 'deleted', ...none })
  })

  it('is pending before a stage is declared', () => {
    expect(states({})).toEqual(['pending', 'pending', 'pending', 'pending'])
    expect(view({}).progress).toBe(0)
  })

  it.each<readonly [string, Partial<Staged>, readonly string[]]>([
    ['the current node without a result is active', { stage: 'build' }, ['pending', 'active', 'pending', 'pending']],
    ['a passed node is done', { stages: { plan: passed } }, ['done', 'pending', 'pending', 'pending']],
    [
      'a gate without evidence is passed without evidence',
      { stages: { review: passed } },
      ['pending', 'pending', 'passed-no-evidence', 'pending'],
    ],
    ['a gate with evidence is done', { stages: { review: shown } }, ['pending', 'pending', 'done', 'pending']],
    ['a failed node is failed', { stages: { build: failed } }, ['pending', 'failed', 'pending', 'pending']],
    [
      'the current node with a result shows the result',
      { stage: 'build', stages: { build: failed } },
      ['pending', 'failed', 'pending', 'pending'],
    ],
    ['records resolve by alias', { stages: { code: passed } }, ['pending', 'done', 'pending', 'pending']],
    ['unknown records are ignored', { stages: { deploy: failed } }, ['pending', 'pending', 'pending', 'pending']],
    [
      'what is detected does not change the state',
      { detectedStage: 'review' },
      ['pending', 'pending', 'pending', 'pending'],
    ],
  ])('%s', (_, staged, expected) => expect(states(staged)).toEqual(expected))

  it('marks the detected node, and those before it without a record', () => {
    const detected = (staged: Partial<Staged>) => view(staged).pipeline_nodes.map((node) => node.detected)
    expect(detected({ detectedStage: 'review' })).toEqual([true, true, true, false])
    expect(detected({ detectedStage: 'review', stages: { plan: passed } })).toEqual([false, true, true, false])
    expect(detected({ detectedStage: 'review', stages: { review: shown } })).toEqual([true, true, true, false])
    expect(detected({ detectedStage: 'unknown' })).toEqual([false, false, false, false])
  })

  it('has a progress from the position of the current node', () => {
    expect(['plan', 'code', 'review', 'merge', 'unknown'].map((stage) => view({ stage }).progress)).toEqual([
      0.25, 0.5, 0.75, 1, 0,
    ])
    expect(view({ stage: 'unknown' }).pipeline_nodes.some(({ current }) => current)).toBe(false)
  })

  it('has at most one current node, and detection never makes a node done', () => {
    const name = fc.constantFrom('plan', 'build', 'code', 'review', 'merge', 'unknown')
    const record = fc.constantFrom(passed, shown, failed)
    const staged = fc.record({
      stage: fc.option(name),
      stages: fc.dictionary(name, record),
      detectedStage: fc.option(name),
    })
    fc.assert(
      fc.property(staged, (some) => {
        const { pipeline_nodes: nodes, progress } = view(some)
        expect(nodes.filter(({ current }) => current).length).toBe(progress === 0 ? 0 : 1)
        expect(nodes.map(({ state }) => state)).toEqual(states({ ...some, detectedStage: null }))
      }),
    )
  })
})
