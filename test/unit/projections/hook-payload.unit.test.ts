import fc from 'fast-check'
import { expect, it } from 'vitest'
import { payloadOf } from '../../../src/projections/hook-payload.js'

const record = fc.record({
  kind: fc.string(),
  provider: fc.constantFrom('claude', 'codex'),
  pid: fc.integer(),
  pidSeen: fc.boolean(),
  payload: fc.dictionary(fc.string(), fc.jsonValue()),
})

it('the payload of a hook is found in any order of fields and with any of them missing', () => {
  const shuffled = record.chain((all) =>
    fc
      .shuffledSubarray(Object.keys(all) as (keyof typeof all)[])
      .map((names) => Object.fromEntries(names.map((name) => [name, all[name]]))),
  )
  fc.assert(
    fc.property(shuffled, fc.constantFrom(undefined, 2), (data, indent) => {
      const text = JSON.stringify(data, null, indent)
      const expected: unknown = (JSON.parse(text) as { payload?: unknown }).payload ?? null
      expect(JSON.parse(payloadOf('hook-received', text))).toEqual(expected)
    }),
  )
})

it('the payload of a record in the usual form is unchanged byte for byte', () => {
  const payload = '{ "n": 1.50, "text": "a \\u00e9" }'
  for (const process of ['', '"pid":7,"pidSeen":true,']) {
    const text = `{"kind":"Stop \\"payload\\":{}","provider":"claude",${process}"payload":${payload}\n}`
    expect(payloadOf('hook-received', text).trimEnd()).toBe(payload)
  }
})

it('other events are their own payload', () => {
  expect(payloadOf('prompt-recorded', '{"payload":1}')).toBe('{"payload":1}')
})

it('the stored provider of a transcript line is not part of its payload', () => {
  expect(payloadOf('prompt-recorded', '{"provider":"codex","line":1}')).toBe('{"line":1}')
  expect(payloadOf('session-created', '{"name":null,"provider":"codex"}')).toBe('{"name":null,"provider":"codex"}')
})
