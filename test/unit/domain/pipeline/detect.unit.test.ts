import * as Either from 'effect/Either'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detection, type Detected, signalOf } from '../../../../src/domain/pipeline/detect.js'
import { readTemplate } from '../../../../src/domain/pipeline/template.js'

const MINUTE = 60_000
const NODES = [
  { id: 'plan', detect: [{ tool: 'Agent', contains: 'plan' }] },
  { id: 'build', detect: [{ tool: 'Edit', contains: 'edit' }] },
  { id: 'test', detect: [{ contains: 'npm test' }] },
  { id: 'review', detect: [{ tool: 'skill', contains: 'Review' }, { contains: 'gh pr create' }] },
]
const template = Either.getOrThrow(readTemplate('feature', { nodes: NODES }))

const call = (tool_name: string, tool_input: unknown = {}) => signalOf({ tool_name, tool_input })

describe('the signal of a tool call', () => {
  it.each<readonly [string, unknown, string]>([
    ['Bash', { command: 'npm test', description: 'Run tests' }, 'Bash: npm test'],
    ['Bash', { command: 'cd web &&\n\tnpm   test' }, 'Bash: cd web && npm test'],
    ['exec_command', { cmd: ['npm', 'test'] }, 'exec_command: npm test'],
    ['Skill', { skill: 'code-review', args: 'main' }, 'Skill: code-review'],
    ['Agent', { subagent_type: 'Plan', prompt: 'do not leak this' }, 'Agent: Plan'],
    ['Edit', { file_path: '/etc/passwd', command: 'npm test' }, 'Edit'],
    ['apply_patch', { input: '*** Begin Patch\n*** Add File: a.txt\n+npm test\n*** End Patch' }, 'Edit'],
    ['Read', { file_path: '/home/ada/review.md' }, 'Read'],
    ['Bash', { command: 5 }, 'Bash'],
    ['Bash', 'npm test', 'Bash'],
    ['Bash', { command: '\u001b[31mnpm test\u0007' }, 'Bash: npm test'],
  ])('of %s with %j', (tool, input, shown) => expect(call(tool, input)?.shown).toBe(shown))

  it('is cut to 120 characters, but compared as a whole', () => {
    const long = call('Bash', { command: `cd ${'x'.repeat(200)} && npm test` })
    expect(long?.shown).toHaveLength(120)
    expect(long && detection(template, null, long, 0)?.stage).toBe('test')
    expect(call('Bash', { command: 'x'.repeat(1_000_000) })?.text.length).toBeLessThan(5000)
  })

  it('needs the name of a tool', () => {
    expect(signalOf({})).toBeNull()
    expect(signalOf({ tool_name: 5, tool_input: null })).toBeNull()
  })
})

describe('detection', () => {
  const at = (stage: string, minute = 0): Detected => ({ stage, at: minute * MINUTE })
  const detected = (last: Detected | null, minute: number, tool: string, input: unknown = {}) => {
    const signal = call(tool, input)
    return signal === null ? null : detection(template, last, signal, minute * MINUTE)
  }
  const EDIT = ['Edit'] as const
  const TEST = ['Bash', { command: 'npm test' }] as const
  const REVIEW = ['Skill', { skill: 'code-review' }] as const

  it.each<readonly [string, Detected | null, number, readonly [string, unknown?], object | null]>([
    ['starts at any node', null, 0, TEST, { stage: 'test', move: 'start', newPass: false }],
    ['needs a rule that is met', null, 0, ['Read'], null],
    ['needs the tool of the rule', null, 0, ['Bash', { command: 'echo review' }], null],
    ['moves forward', at('build'), 1, TEST, { stage: 'test', move: 'forward', newPass: false }],
    ['skips nodes', at('plan'), 1, REVIEW, { stage: 'review', move: 'forward', newPass: false }],
    ['does not repeat itself', at('build'), 1, EDIT, null],
    ['does not repeat itself after the window', at('build'), 31, EDIT, null],
    ['does not move back within 30 minutes', at('test'), 29, EDIT, null],
    ['moves back after 30 minutes', at('test'), 30, EDIT, { stage: 'build', move: 'back', newPass: false }],
    [
      'ends the pass when it leaves the last node',
      at('review'),
      30,
      EDIT,
      { stage: 'build', move: 'back', newPass: true },
    ],
    ['ignores calls from before the last detection', at('build', 5), 4, TEST, null],
    [
      'starts again after a switch of templates',
      at('deploy'),
      1,
      EDIT,
      { stage: 'build', move: 'start', newPass: false },
    ],
    [
      'means the last node whose rule is met',
      null,
      0,
      ['Bash', { command: 'npm test && gh pr create' }],
      { stage: 'review', move: 'start', newPass: false },
    ],
  ])('%s', (_, last, minute, [tool, input], expected) => expect(detected(last, minute, tool, input)).toEqual(expected))

  it('only moves forward within 30 minutes of an accepted detection, whatever the calls are', () => {
    const calls = fc.constantFrom(EDIT, TEST, REVIEW, ['Read'] as const, ['Agent', { subagent_type: 'plan' }] as const)
    const steps = fc.array(fc.tuple(calls, fc.integer({ min: 0, max: 20 })), { maxLength: 40 })
    fc.assert(
      fc.property(steps, (some) => {
        let last: Detected | null = null
        let minute = 0
        for (const [[tool, input], pause] of some) {
          minute += pause
          const found: ReturnType<typeof detected> = detected(last, minute, tool, input)
          if (found === null) continue
          const before: Detected | null = last
          const ids = template.nodes.map(({ id }) => id)
          if (before !== null && minute * MINUTE - before.at < 30 * MINUTE)
            expect(ids.indexOf(found.stage)).toBeGreaterThan(ids.indexOf(before.stage))
          expect(found.newPass).toBe(before?.stage === 'review')
          last = { stage: found.stage, at: minute * MINUTE }
        }
      }),
    )
  })
})
