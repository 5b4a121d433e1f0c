import { reject, type Rejection } from '../../domain/rejection.js'
import { isLoopbackAddress } from './loopback.js'

interface HookRequest {
  readonly ownOrigin: boolean
  readonly fetchSite: string | undefined
  readonly contentType: string | undefined
  readonly remoteAddress: string | undefined
}

/** Whether a content type is JSON. */
export const isJsonType = (contentType: string | undefined): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? '')

/**
 * Refuses hooks that only a web page or another machine would send, because no token protects hook ingestion: a foreign origin,
 * a cross-site fetch, a body not declared as JSON, a connection from another machine.
 */
export const hookGuard = (request: HookRequest): Rejection | null => {
  if (!isLoopbackAddress(request.remoteAddress ?? ''))
    return reject('ELOCALONLY', 'hooks are accepted from this machine only')
  if (!request.ownOrigin || request.fetchSite === 'cross-site' || request.fetchSite === 'same-site') {
    return reject('EBADORIGIN', 'hooks are not accepted from web pages')
  }
  if (!isJsonType(request.contentType)) {
    return reject('EBADTYPE', 'send the hook as application/json')
  }
  return null
}
