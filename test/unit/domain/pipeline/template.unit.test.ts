import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { nodeIndex, readTemplate } from '../../../../src/domain/pipeline/template.js'

const node = (more: object = {}) => ({ id: 'build', ...more })
const reading = (value: unknown, id = 'feature') =>
  Either.match(readTemplate(id, value), {
    onLeft: ({ path, message }) => `${path.join('.')}: ${message}`,
    onRight: (template) => template,
  })

describe('a template', () => {
  it('has defaults for everything but the ids', () => {
    expect(reading({ nodes: [node()] })).toEqual({
      id: 'feature',
      name: 'feature',
      nodes: [{ id: 'build', label: 'build', icon: null, gate: false, aliases: [], detect: [] }],
    })
  })

  it('keeps what it says, and compares the texts of rules in lower case', () => {
    const detect = [{ contains: ' npm TEST ' }, { tool: 'Skill', contains: 'review' }]
    const full = node({ label: 'Build', icon: 'hammer', gate: true, aliases: ['code'], detect })
    expect(reading({ name: 'Feature', nodes: [full] })).toEqual({
      id: 'feature',
      name: 'Feature',
      nodes: [
        {
          ...full,
          detect: [
            { tool: null, contains: 'npm test' },
            { tool: 'Skill', contains: 'review' },
          ],
        },
      ],
    })
  })

  it.each<readonly [string, unknown, string]>([
    ['a list', [], ': must be an object'],
    ['null', null, ': must be an object'],
    ['no nodes', {}, 'nodes: must have at least one'],
    ['nodes that are no list', { nodes: { 0: node() } }, 'nodes: must be a list'],
    ['10,000 nodes', { nodes: Array.from({ length: 10_000 }, (_, i) => node({ id: `n${i}` })) }, 'nodes: must have at'],
    ['a node that is a text', { nodes: ['build'] }, 'nodes.0: must be an object'],
    ['an id with a slash', { nodes: [node({ id: '../x' })] }, 'nodes.0.id: must be 1 to 64'],
    ['an id that names a prototype', { nodes: [node({ id: '__proto__' })] }, 'nodes.0.id: must be 1 to 64'],
    ['a label with an escape sequence', { nodes: [node({ label: '\u001b[2J' })] }, 'nodes.0.label: must be a text'],
    ['a label that turns the text around', { nodes: [node({ label: 'a\u202eb' })] }, 'nodes.0.label: must be a text'],
    ['a name with a line break', { name: 'a\nb', nodes: [node()] }, 'name: must be a text'],
    ['a name of 101 characters', { name: 'x'.repeat(101), nodes: [node()] }, 'name: must be a text'],
    ['a gate that is a text', { nodes: [node({ gate: 'yes' })] }, 'nodes.0.gate: must be true or false'],
    ['an alias that is a number', { nodes: [node({ aliases: [5] })] }, 'nodes.0.aliases.0: must be a text'],
    ['a rule without a text', { nodes: [node({ detect: [{}] })] }, 'nodes.0.detect.0.contains: must be a text'],
    ['a rule with an empty text', { nodes: [node({ detect: [{ contains: ' ' }] })] }, 'nodes.0.detect.0.contains'],
    ['one id twice', { nodes: [node(), node({ id: 'Build' })] }, 'nodes.1.id: "Build" is already'],
    [
      'aliases that name each other',
      { nodes: [node({ id: 'a', aliases: ['b'] }), node({ id: 'b', aliases: ['a'] })] },
      'nodes.1.id: "b" is already',
    ],
    [
      'an alias of two nodes',
      { nodes: [node({ aliases: ['x'] }), node({ id: 'b', aliases: ['X'] })] },
      'nodes.1.aliases',
    ],
  ])('is refused with %s', (_, value, message) => expect(reading(value)).toContain(message))

  it.each(['default', 'Feature', 'a b', '..', '', 'x'.repeat(65)])('is refused in a file named %j', (id) =>
    expect(reading({ nodes: [node()] }, id)).toMatch(/^: /),
  )

  it('finds a node by its id or an alias, exactly as written', () => {
    const template = Either.getOrThrow(
      readTemplate('feature', { nodes: [node({ aliases: ['Code it'] }), { id: 'review' }] }),
    )
    const names = ['build', 'BUILD', ' build ', 'Code it', 'code it', 'review', 'merge', '', null]
    expect(names.map((name) => nodeIndex(template, name))).toEqual([0, -1, -1, 0, -1, 1, -1, -1, -1])
  })
})
