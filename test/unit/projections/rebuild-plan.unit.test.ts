import { describe, expect, it } from 'vitest'
import { defineProjection, type Projection } from '../../../src/projections/define.js'
import { type Built, buildOf, planOf } from '../../../src/projections/rebuild-plan.js'

const projection = (name: string, uses: readonly string[] = [], reads = ['hook-received'] as const): Projection =>
  defineProjection({
    name,
    version: 1,
    uses,
    ddl: [`create table p_${name} (n integer)`],
    reads,
    apply: () => undefined,
    clear: () => undefined,
  })
const calls = projection('calls')
const sessions = projection('sessions', ['calls'])
const events = projection('events', ['sessions'])
const rules = projection('rules', [], ['pricing-rule-set'] as never)
const all = [calls, sessions, events, rules]

const built = (...names: string[]): Built[] => names.map((name) => ({ name, version: 1, ddl: name }))
const plan = (held: readonly Built[], ...occurring: string[]) => {
  const { current, empty, outdated } = planOf(
    all,
    held,
    ({ name }) => name,
    (type) => occurring.includes(type),
  )
  const names = (of: readonly Projection[]) => of.map(({ name }) => name)
  return { current: names(current), empty: names(empty), outdated: names(outdated) }
}
const everything = built('calls', 'sessions', 'events', 'rules')

describe('the rebuild plan at startup', () => {
  it('keeps all tables of this release', () => {
    const current = ['calls', 'sessions', 'events', 'rules']
    expect(plan(everything, 'hook-received')).toEqual({ current, empty: [], outdated: [] })
  })

  it('creates all tables empty for an empty log', () => {
    const empty = ['calls', 'sessions', 'events', 'rules']
    expect(plan([])).toEqual({ current: [], empty, outdated: [] })
  })

  it('creates a new projection empty if its events never occurred, and keeps the others', () => {
    const held = built('calls', 'sessions', 'events')
    expect(plan(held, 'hook-received')).toEqual({
      current: ['calls', 'sessions', 'events'],
      empty: ['rules'],
      outdated: [],
    })
  })

  it('rebuilds a projection of another version and those that read its tables', () => {
    const held = everything.map((one) => (one.name === 'sessions' ? { ...one, version: 2 } : one))
    expect(plan(held, 'hook-received')).toEqual({
      current: ['calls', 'rules'],
      empty: [],
      outdated: ['sessions', 'events'],
    })
  })

  it('rebuilds a projection with other DDL, whatever its version', () => {
    const held = everything.map((one) => (one.name === 'events' ? { ...one, ddl: 'another' } : one))
    expect(plan(held, 'hook-received')).toMatchObject({ outdated: ['events'] })
  })

  it('rebuilds an outdated projection together with those that it reads', () => {
    expect(buildOf(all, [events]).map(({ name }) => name)).toEqual(['calls', 'sessions', 'events'])
    expect(buildOf(all, [calls]).map(({ name }) => name)).toEqual(['calls'])
  })
})
