import { describe, expect, it } from 'vitest'
import { bindWarning } from '../../../../src/http/access/bind-warning.js'

const LOCAL = { mode: 'local', publicUrl: null } as const
const SERVER = { mode: 'server', token: null } as const

describe('the bind warning', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5', '10.0.0.1', 'fe80::1', 'yard.example', '127.0.0.1.example'])(
    'says that %s is reachable from other machines',
    (host) => {
      expect(bindWarning({ ...LOCAL, host, token: null })).toBe(
        `warning: ${host} is reachable from other machines; set DASHBOARD_TOKEN, or leave DASHBOARD_HOST unset`,
      )
    },
  )

  it.each(['127.0.0.1', '127.9.8.7', '::1', 'localhost', 'LOCALHOST'])('is absent for %s', (host) => {
    expect(bindWarning({ ...LOCAL, host, token: null })).toBeNull()
  })

  it('does not suggest a token when one is set', () => {
    expect(bindWarning({ ...LOCAL, host: '::', token: 's3cret' })).not.toContain('DASHBOARD_TOKEN')
  })
  it('says in server mode that logins travel in clear, unless browsers come by TLS', () => {
    const warned = bindWarning({ ...SERVER, host: '::', publicUrl: new URL('http://yard.example') })
    expect(warned).toContain('logins travel in clear')
    expect(bindWarning({ ...SERVER, host: '::', publicUrl: new URL('https://yard.example') })).toBeNull()
  })
})
