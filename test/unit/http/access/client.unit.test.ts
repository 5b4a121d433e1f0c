import { describe, expect, it } from 'vitest'
import type { Arrival } from '../../../../src/http/access/admit.js'
import { clientFacts } from '../../../../src/http/access/client.js'
import { clearedCookie, loginCookie, secretIn } from '../../../../src/http/access/cookie.js'

const arrival = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}): Arrival => ({
  method: 'GET',
  header: (name) => headers[name],
  query: () => undefined,
  remoteAddress,
  isForwarded: () => Object.keys(headers).some((name) => name !== 'host'),
  isUpgrade: false,
  isEmbedded: false,
})
const HERE = { host: 'localhost:4820' }

describe('where a request comes from', () => {
  const direct = clientFacts({ publicUrl: null, trustedProxies: [] })
  const proxied = clientFacts({
    publicUrl: new URL('https://yard.example'),
    trustedProxies: ['127.0.0.0/8', '10.0.0.5'],
  })

  it('is what the socket says, unless a trusted proxy says more', () => {
    const forwarded = { ...HERE, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
    expect(direct(arrival('192.0.2.1', forwarded))).toEqual({ address: '192.0.2.1', isSecure: false, isHost: false })
    expect(proxied(arrival('127.0.0.1', forwarded))).toMatchObject({ address: '203.0.113.9', isSecure: true })
  })

  it('is reported once when a proxy that is not trusted says who is behind it', () => {
    const reported: string[] = []
    const facts = clientFacts({
      publicUrl: null,
      trustedProxies: ['10.0.0.5'],
      onUntrusted: (one) => reported.push(one),
    })
    const forwarded = { ...HERE, 'x-forwarded-for': '203.0.113.9' }
    for (const address of ['10.0.0.5', '192.0.2.1', '192.0.2.2']) facts(arrival(address, forwarded))
    facts(arrival('192.0.2.3', HERE))
    expect(reported).toEqual(['192.0.2.1'])
  })

  it('is the last address that no trusted proxy has', () => {
    const chain = (list: string) => proxied(arrival('127.0.0.1', { ...HERE, 'x-forwarded-for': list })).address
    expect(chain('6.6.6.6, 203.0.113.9, 10.0.0.5')).toBe('203.0.113.9')
    expect(chain('not an address, 203.0.113.9')).toBe('127.0.0.1')
    expect(chain('203.0.113.9, ')).toBe('127.0.0.1')
  })

  it('is this machine only without a proxy and under a loopback name', () => {
    const facts = [
      proxied(arrival('::ffff:127.0.0.1', HERE)),
      proxied(arrival('127.0.0.1', { host: 'yard.example' })),
      proxied(arrival('127.0.0.1', { ...HERE, via: '1.1 proxy' })),
      proxied(arrival('192.0.2.1', HERE)),
    ]
    expect(facts.map(({ isHost }) => isHost)).toEqual([true, false, false, false])
    expect(proxied(arrival('127.0.0.1', { host: 'yard.example' })).isSecure).toBe(true)
  })
})

describe('the cookie of a login', () => {
  it('is read from among others, and not if two differ or there are too many', () => {
    expect(secretIn('a=1; svc_sid=x; b=2')).toBe('x')
    expect(secretIn('svc_sid=x; svc_sid=x')).toBe('x')
    expect(secretIn('a=1')).toBeNull()
    expect(secretIn(undefined)).toBeNull()
    expect(secretIn('svc_sid=x; svc_sid=y')).toBeUndefined()
    expect(secretIn(`svc_sid=x; ${'a=1; '.repeat(50)}`)).toBeUndefined()
    expect(secretIn(`svc_sid=x; a=${'b'.repeat(9000)}`)).toBeUndefined()
  })

  it('is secure over TLS, and cleared with the same attributes', () => {
    expect(loginCookie('x', true)).toBe('svc_sid=x; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure')
    expect(clearedCookie(false)).toBe('svc_sid=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0')
  })
})
