import { describe, expect, it } from 'vitest'
import { boundedHook, LARGEST_HOOK } from '../../../../src/domain/session/hook-text.js'

const bounded = (value: unknown) => {
  const text = boundedHook(JSON.stringify(value))
  return { bytes: Buffer.byteLength(text), value: JSON.parse(text) as Record<string, never> }
}
const named = (count: number, of: (index: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, of(index)]))

describe('the text of a hook', () => {
  it('is unchanged within the limits', () => {
    const body = JSON.stringify({
      session_id: 's',
      list: Array.from({ length: 9000 }, () => 1),
      x: 'x'.repeat(200_000),
    })
    expect(boundedHook(body)).toBe(body)
  })

  it('has its long values shortened in a long body', () => {
    const { value } = bounded({ output: 'x'.repeat(300_000), kept: 'y' })
    expect(value).toEqual({ output: `${'x'.repeat(65_536)}[shortened from 300000 characters]`, kept: 'y' })
  })

  it.each([
    ['480 long values', named(480, () => 'x'.repeat(65_000))],
    ['wide characters', named(100, () => '語'.repeat(65_000))],
    ['many members', named(100_000, (index) => index)],
    ['a million elements', { list: Array.from({ length: 1_000_000 }, (_, index) => index) }],
    ['long names', Object.fromEntries([...Array(900).keys()].map((i) => ['n'.repeat(9000) + i, 1]))],
    ['control characters', named(100, () => '\u0001'.repeat(60_000))],
    ['deep and wide', { a: Array.from({ length: 3000 }, () => JSON.parse(`${'['.repeat(90)}${']'.repeat(90)}`)) }],
    ['many empty texts', { a: Array.from({ length: 400_000 }, () => '') }],
  ])('fits into the size of a stored hook: %s', (_name, members) => {
    const { bytes, value } = bounded({ ...members, hook_event_name: 'Stop', session_id: 's', tool_use_id: 't' })
    expect(bytes).toBeLessThanOrEqual(LARGEST_HOOK)
    expect(value).toMatchObject({ hook_event_name: 'Stop', session_id: 's', tool_use_id: 't' })
  })

  it('fits with members that are kept by name', () => {
    const body = `{${Array.from({ length: 50_000 }, () => `"session_id":"${'s'.repeat(500)}"`).join(',')}}`
    expect(Buffer.byteLength(boundedHook(body))).toBeLessThanOrEqual(LARGEST_HOOK)
  })

  it('fits without its white space', () => {
    expect(boundedHook(`{"a":${' '.repeat(3_000_000)}1}`)).toBe('{"a":1}')
  })
})
