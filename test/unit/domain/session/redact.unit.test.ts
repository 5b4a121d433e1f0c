import { describe, expect, it } from 'vitest'
import { storable } from '../../../../src/domain/session/redact.js'

const stored = (payload: Readonly<Record<string, unknown>>) => storable(JSON.stringify(payload), payload).payload

describe('a stored payload', () => {
  it('redacts secret fields of any type and depth', () => {
    const payload = {
      tool_input: {
        headers: { Authorization: 'Bearer abc', 'Set-Cookie': ['a=1', 'b=2'] },
        password: 1234,
        cookie: { session: 'abc' },
        api_key: null,
      },
    }
    expect(stored(payload)).toEqual({
      tool_input: {
        headers: { Authorization: '[redacted]', 'Set-Cookie': ['[redacted]', '[redacted]'] },
        password: '[redacted]',
        cookie: '[redacted]',
        api_key: null,
      },
    })
    expect(storable(JSON.stringify(payload), payload).json).not.toMatch(/abc|1234|a=1/)
  })

  it('is unchanged without secrets, and keeps the received JSON text', () => {
    const payload = { prompt: 'the password is in the vault' }
    expect(storable('', payload, '{ "as": "sent" }')).toEqual({ payload, json: '{ "as": "sent" }' })
  })
})
