import { reject, type Rejection } from '../../domain/rejection.js'
import { isLoopbackAddress } from './loopback.js'

export interface HookRequest {
  readonly ownOrigin: boolean
  readonly fetchSite: string | undefined
  readonly contentType: string | undefined
  readonly remoteAddress: string | undefined
}

/**
 * No token guards hook ingestion, so what only a web page or another machine would send is refused: a foreign origin, a
 * cross-site fetch, a body that is not declared JSON, a socket that is not from this machine.
 */
export const hookGuard = (request: HookRequest): Rejection | null => {
  if (!isLoopbackAddress(request.remoteAddress ?? ''))
    return reject('ELOCALONLY', 'hooks are taken from this machine only')
  if (!request.ownOrigin || request.fetchSite === 'cross-site' || request.fetchSite === 'same-site') {
    return reject('EBADORIGIN', 'hooks are not taken from web pages')
  }
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(request.contentType ?? '')) {
    return reject('EBADTYPE', 'a hook is sent as application/json')
  }
  return null
}
