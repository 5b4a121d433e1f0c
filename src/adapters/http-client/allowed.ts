import { lookup as resolveName } from 'node:dns'
import type { RequestOptions } from 'node:http'
import type { AddressReach } from '../../commands/ports/http-out.js'
import { isForbidden } from './forbidden.js'

export { isForbidden } from './forbidden.js'

/** The code of a request to an address that is not allowed. */
export const FORBIDDEN = 'EFORBIDDEN'
export const forbiddenError = (): NodeJS.ErrnoException => Object.assign(new Error('forbidden'), { code: FORBIDDEN })

/** Returns a lookup that resolves a name once, so that the connection goes to the address that was checked. This prevents DNS rebinding. */
export const lookupWithin =
  (reach: AddressReach): NonNullable<RequestOptions['lookup']> =>
  (name, options, done) => {
    resolveName(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0)
      const bad = addresses.length === 0 || addresses.some(({ address }) => isForbidden(address, reach))
      if (bad) return done(forbiddenError(), '', 0)
      if (options.all === true) return done(null, addresses)
      return done(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })
  }

/** Returns why a request failed, in our own words: those of the system would contain names and addresses. */
export const failureText = ({ code }: NodeJS.ErrnoException): string => {
  switch (code) {
    case FORBIDDEN:
      return 'requests to this address are not allowed'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'host not found'
    case 'ECONNREFUSED':
      return 'the connection was refused'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the connection was closed'
    default:
      return `no response (${code ?? 'unknown'})`
  }
}
