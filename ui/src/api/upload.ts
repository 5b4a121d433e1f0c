import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { t } from '../i18n/i18n.js'
import { refusal } from './call.js'
import { Failure } from './failure.js'
import { currentToken, tokenWasRefused } from './token.js'

type UploadRoute = 'POST /api/import/upload' | 'POST /api/settings/import'

interface UploadOptions {
  /** Reports how many bytes of the total have been sent. */
  readonly onSent: (sent: number, total: number) => void
  readonly signal: AbortSignal
}

/** Sends files to a route. `fetch` reports no upload progress, so it is not used. */
export function upload<K extends UploadRoute>(
  route: K,
  form: FormData,
  { onSent, signal }: UploadOptions,
): Promise<RouteAnswer<K>> {
  const [, path = ''] = route.split(' ')
  return sent(path, form, { onSent, signal })
}

/** Sends one file unchanged. */
export const uploadFile = (address: string, file: File, options: UploadOptions): Promise<{ readonly path?: string }> =>
  sent(address, file, options)

function sent<A>(address: string, body: FormData | File, { onSent, signal }: UploadOptions): Promise<A> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    const token = currentToken()
    if (token !== null) request.setRequestHeader('x-dashboard-token', token)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        const answer: A = JSON.parse(request.responseText)
        return resolve(answer)
      }
      if (request.status === 401) tokenWasRefused()
      return reject(refusal(request.status, request.responseText))
    })
    request.addEventListener('error', () => reject(new Failure(0, undefined, t('failure.silent'))))
    request.addEventListener('abort', () => reject(new Failure(400, undefined, t('failure.stopped'))))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
