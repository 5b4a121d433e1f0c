import { describe, expect, it } from 'vitest'
import { bindWarning } from '../../../src/cli/bind-warning.js'

describe('the bind warning', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5', '10.0.0.1', 'fe80::1', 'yard.example', '127.0.0.1.example'])(
    'says that %s is reachable from other machines',
    (host) => {
      expect(bindWarning({ host, token: null })).toBe(
        `warning: ${host} is reachable from other machines; set DASHBOARD_TOKEN, or leave DASHBOARD_HOST unset`,
      )
    },
  )

  it.each(['127.0.0.1', '127.9.8.7', '::1', 'localhost', 'LOCALHOST'])('is absent for %s', (host) => {
    expect(bindWarning({ host, token: null })).toBeNull()
  })

  it('does not suggest a token when one is set', () => {
    expect(bindWarning({ host: '::', token: 's3cret' })).not.toContain('DASHBOARD_TOKEN')
  })
})
