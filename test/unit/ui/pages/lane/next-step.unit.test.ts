import { describe, expect, it } from 'vitest'
import { checkOf, nextStep } from '../../../../../ui/src/pages/lane/pipeline/next-step.js'

type Node = Parameters<typeof nextStep>[0][number]

const node = (id: string, change: Partial<Node> = {}): Node => ({
  id,
  label: id,
  icon: null,
  gate: false,
  state: 'pending',
  current: false,
  detected: false,
  ...change,
})
const current = { current: true, state: 'active' } as const

describe('the next step of a pipeline', () => {
  it.each<[string, Node[], string | undefined]>([
    ['there is no pipeline', [], undefined],
    ['no stage was declared', [node('a'), node('b')], 'start'],
    ['an ordinary stage is the current one', [node('a', current), node('b')], 'next'],
    ['a gate is the current one', [node('a', { ...current, gate: true }), node('b')], 'gate'],
    ['a gate was passed', [node('a', { current: true, gate: true, state: 'done' }), node('b')], 'next'],
    [
      'a gate was passed without evidence',
      [node('a', { current: true, gate: true, state: 'passed-no-evidence' }), node('b')],
      'next',
    ],
    ['the current stage failed', [node('a', { current: true, state: 'failed' }), node('b')], 'failed'],
    ['the last stage is the current one', [node('a'), node('b', current)], 'last'],
    ['the last gate is the current one', [node('a'), node('b', { ...current, gate: true })], 'gate'],
    ['the last stage was passed', [node('a'), node('b', { current: true, state: 'done' })], 'complete'],
  ])('when %s', (_, nodes, says) => {
    expect(nextStep(nodes)?.says).toBe(says)
  })
})

describe('the check of a stage', () => {
  it.each([
    [{ id: 'test', label: 'Test' }, 'test'],
    [{ id: 'regression', label: 'Regression test' }, 'test'],
    [{ id: 'unit-tests', label: 'Units' }, 'test'],
    [{ id: 'build', label: 'Build' }, 'build'],
    [{ id: 'q', label: 'Lint and format' }, 'lint'],
    [{ id: 'attest', label: 'Attest' }, undefined],
    [{ id: 'plan', label: 'Plan' }, undefined],
  ])('is known by its name: %j', (named, kind) => {
    expect(checkOf(named)).toBe(kind)
  })
})
