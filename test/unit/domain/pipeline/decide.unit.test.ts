import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import type { Decision } from '../../../../src/domain/decision.js'
import { decideStage, type KnownStage, type StageInput } from '../../../../src/domain/pipeline/decide.js'
import { readTemplate } from '../../../../src/domain/pipeline/template.js'
import { given } from '../../../support/domain/decision.js'

const NODES = [{ id: 'plan' }, { id: 'build', aliases: ['code'] }, { id: 'review', gate: true }, { id: 'merge' }]
const templates = new Map([['feature', Either.getOrThrow(readTemplate('feature', { nodes: NODES }))]])

const LANE = { id: 3, pipeline: 'feature', feature: null, stage: null, stages: {}, detected: null } as const
const at = (stage: string, ...recorded: readonly string[]): KnownStage => ({
  ...LANE,
  stage,
  stages: Object.fromEntries(recorded.map((node) => [node, { result: 'pass', evidence: [], at: 0 }])),
})
const declared = (known: KnownStage, input: StageInput) => given(known).when(decideStage.declare, { templates, input })

const event = (more: object) => [
  {
    type: 'stage-declared',
    data: {
      lane: 3,
      pipeline: 'feature',
      feature: null,
      result: null,
      evidence: [],
      passed: null,
      dropped: [],
      ...more,
    },
  },
]

describe('a declaration', () => {
  it.each<readonly [string, KnownStage, StageInput, object]>([
    ['starts at any node', LANE, { stage: 'build' }, { stage: 'build', move: 'start' }],
    ['resolves an alias', LANE, { stage: 'code' }, { stage: 'build', move: 'start' }],
    ['stays', at('build'), { stage: 'build' }, { stage: 'build', move: 'stay' }],
    ['starts again after a switch of templates', at('deploy'), { stage: 'plan' }, { stage: 'plan', move: 'start' }],
    [
      'passes the node that it leaves on the way forward',
      at('plan'),
      { stage: 'review' },
      { stage: 'review', move: 'forward', passed: 'plan' },
    ],
    ['keeps a result', at('plan', 'plan'), { stage: 'build' }, { stage: 'build', move: 'forward' }],
    [
      'drops what the next pass starts without on the way back',
      at('merge', 'plan', 'build', 'review'),
      { stage: 'build' },
      { stage: 'build', move: 'back', dropped: ['build', 'review'] },
    ],
    [
      'does not pass the node that it leaves on the way back',
      at('review'),
      { stage: 'plan' },
      { stage: 'plan', move: 'back' },
    ],
    [
      'has a result with evidence',
      LANE,
      { stage: 'plan', result: 'fail', evidence: [' log.txt ', ''] },
      { stage: 'plan', move: 'start', result: 'fail', evidence: ['log.txt'] },
    ],
    [
      'passes with evidence alone',
      LANE,
      { stage: 'plan', evidence: ['plan.md'] },
      { stage: 'plan', move: 'start', result: 'pass', evidence: ['plan.md'] },
    ],
    [
      'reports what an agent knows beside it',
      LANE,
      { stage: 'plan', gate_decision: 'approved', ci_status: null, qc_dev: 3 },
      { stage: 'plan', move: 'start', gateDecision: 'approved', ciStatus: null, qcDev: 3 },
    ],
  ])('%s', (_, known, input, expected) => expect(declared(known, input)).toEqual(event(expected)))

  it('keeps the feature that it belongs to', () => {
    expect(declared({ ...LANE, feature: 'cart' }, { stage: 'plan' })).toEqual(
      event({ stage: 'plan', move: 'start', feature: 'cart' }),
    )
  })

  it.each([undefined, null, '', 'deploy', 'Plan', ' plan', 5, ['plan'], { id: 'plan' }, '__proto__'])(
    'of %j is refused',
    (stage) => expect(declared(LANE, { stage })).toEqual({ rejected: 'EBADSTAGE' }),
  )

  it('lists the valid stages when it is refused', () => {
    const refused = (known: KnownStage) => {
      const decision: Decision = decideStage.declare(known, { templates, input: { stage: 'x' } })
      return Either.getOrThrow(Either.flip(decision))
    }
    expect(refused(LANE).fields).toEqual({ stages: ['plan', 'build', 'review', 'merge'] })
    expect(refused({ ...LANE, pipeline: 'default' }).fields).toEqual({ stages: [] })
  })

  it.each<StageInput>([
    { result: 'ok' },
    { result: true },
    { evidence: 5 },
    { evidence: 'plan.md' },
    { evidence: [5] },
    { evidence: ['x'.repeat(2001)] },
    { evidence: Array.from({ length: 51 }, () => 'x') },
    { ci_status: true },
    { gate_decision: {} },
    { qc_dev: 'two\nlines' },
  ])('with %j is refused', (input) =>
    expect(declared(LANE, { stage: 'plan', ...input })).toEqual({ rejected: 'EBADFIELD' }),
  )

  it('needs a lane whose pipeline has a template', () => {
    expect(declared(undefined, { stage: 'plan' })).toEqual({ rejected: 'ENOLANE' })
    for (const pipeline of ['default', 'deleted'])
      expect(declared({ ...LANE, pipeline }, { stage: 'plan' })).toEqual({ rejected: 'ENOPIPELINE' })
  })
})
