import * as Either from 'effect/Either'
import { isLoose } from '../agent-config/record.js'
import { parseShallow } from '../json/depth.js'

/** Characters of the error of a proxy that are shown. */
const MOST_TEXT = 200

/** What a proxy answered to a test, or why it did not. */
export type Tested =
  | { readonly status: number; readonly body: string }
  | { readonly error: string; readonly retryable: boolean }

/** Returns the error text in an answer: of the usual JSON, or else the answer itself. */
const errorIn = (body: string): string => {
  const parsed = parseShallow(body)
  if (Either.isLeft(parsed)) return body
  const error = isLoose(parsed.right) ? parsed.right['error'] : null
  const message = isLoose(error) ? error['message'] : error
  return typeof message === 'string' ? message : ''
}

/** Returns what a test says in our words, with the beginning of the proxy's error, in which the key is cut out. */
export const testResult = (tested: Tested, key: string | null) => {
  if ('error' in tested) return { ok: false, status: null, message: `No answer: ${tested.error}.` }
  const { status, body } = tested
  if (status >= 200 && status < 300) return { ok: true, status, message: `It answered with status ${status}.` }
  const said = errorIn(body)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const clean = key === null ? said : said.replaceAll(key, '…')
  const shown = clean.length > MOST_TEXT ? `${clean.slice(0, MOST_TEXT - 1)}…` : clean
  return { ok: false, status, message: `It answered with status ${status}${shown === '' ? '' : `: ${shown}`}` }
}
