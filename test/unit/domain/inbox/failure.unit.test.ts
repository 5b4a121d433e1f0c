import { describe, expect, it } from 'vitest'
import { failureKindOf, resetOf } from '../../../../src/domain/inbox/failure.js'
import { zoneNamed } from '../../../../src/domain/reports/zone.js'

const ROME = zoneNamed('Europe/Rome') ?? expect.fail('no zone')
/** 11:00 in Rome. */
const AT = Date.parse('2026-11-20T10:00:00Z')
const resets = (text: string): string | null => {
  const at = resetOf(text, AT, ROME)
  return at === null ? null : new Date(at).toISOString()
}

describe('the kind of a failure', () => {
  it.each([
    ["You've hit your session limit · resets 3pm (Europe/Rome)", 'limit'],
    ['rate_limit: 429 Too many requests', 'limit'],
    ['API Error: 529 {"type":"overloaded_error","message":"Overloaded"}', 'overloaded'],
    ['limit, try again in 2 hours', 'limit'],
    ['server_error', 'overloaded'],
    ['authentication_failed: OAuth token has expired', 'login'],
    ['API Error: 401 Invalid API key · Please run /login', 'login'],
    ['Credit balance is too low', 'billing'],
    ['prompt is too long: 214000 tokens > 200000 maximum', 'context'],
    ['stream disconnected before completion', 'network'],
    ['Connection error: ECONNRESET', 'network'],
    ['something else', 'other'],
    ['', 'other'],
  ])('of %j is %s', (text, kind) => expect(failureKindOf(text)).toBe(kind))
})

describe('the reset of a limit', () => {
  it.each([
    ['resets 3pm (Europe/Rome)', '2026-11-20T14:00:00.000Z'],
    ['resets 3:30pm', '2026-11-20T14:30:00.000Z'],
    ['Try again at 15:45.', '2026-11-20T14:45:00.000Z'],
    ['resets 12am (UTC)', '2026-11-21T00:00:00.000Z'],
    ['resets 9am', '2026-11-21T08:00:00.000Z'],
    ['try again in 2 hours 5 minutes', '2026-11-20T12:05:00.000Z'],
    ['Try again in 1 day, 3 hrs', '2026-11-21T13:00:00.000Z'],
    ['Please try again in 20s.', '2026-11-20T10:00:20.000Z'],
    ['Claude AI usage limit reached|1763650800', '2025-11-20T15:00:00.000Z'],
    ['resets 3pm (No/Where)', '2026-11-20T14:00:00.000Z'],
  ])('is read from %j', (text, at) => expect(resets(text)).toBe(at))

  it.each(['limit reached', 'resets soon', 'resets 25:00', 'resets 7', 'until 9 of 12 files'])(
    'is unknown from %j',
    (text) => expect(resets(text)).toBeNull(),
  )
})
