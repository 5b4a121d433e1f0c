import { describe, expect, it } from 'vitest'
import { isDeeper, MAX_DEPTH, parseBounded, TOO_DEEP } from '../../../src/domain/depth.js'
import { storable } from '../../../src/domain/session/redact.js'

const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${'],"b":2}'.repeat(levels / 2)}`

describe('an untrusted value', () => {
  it('is unchanged up to the maximum depth', () => {
    expect(parseBounded(nested(MAX_DEPTH))).toEqual(JSON.parse(nested(MAX_DEPTH)))
    expect(isDeeper(parseBounded(nested(MAX_DEPTH)))).toBe(false)
  })

  it.each([MAX_DEPTH + 2, 5000, 200_000])('with %i levels loses only what is nested too deep', (levels) => {
    const value = parseBounded(`{"kept":"words","deep":${nested(levels)}}`) as { readonly kept: string }
    expect([value.kept, isDeeper(value)]).toEqual(['words', false])
    expect(JSON.stringify(value)).toContain(TOO_DEEP)
  })

  it('is cut to the maximum depth before it is stored', () => {
    const body = `{"hook_event_name":"Stop","session_id":"s","deep":${nested(5000)}}`
    const { payload, json } = storable(body, JSON.parse(body) as never, body)
    expect([isDeeper(payload), json.includes(TOO_DEEP)]).toEqual([false, true])
  })
})
