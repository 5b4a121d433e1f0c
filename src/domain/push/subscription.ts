import { short } from '../text.js'
import { parsedUrl } from '../url.js'

/** What a browser gives to be reached: an address that only it was told, and the keys to write to it. */
export interface PushSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

const MAX_ENDPOINT = 2048
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Push services are reached over https; over http only on this machine. */
export const isPushEndpoint = (text: string): boolean => {
  const url = text.length <= MAX_ENDPOINT ? parsedUrl(text) : null
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

// A point of the curve, uncompressed, and 16 random bytes.
export const P256DH = /^B[A-Za-z0-9_-]{86}=?$/
export const AUTH = /^[A-Za-z0-9_-]{22}(?:==)?$/

/** What is shown on a device. */
export interface Notice {
  readonly title: string
  readonly body: string
  /** The page it leads to. */
  readonly url?: string
  /** A later notice of the same tag takes the place of the earlier one. */
  readonly tag?: string
}

/** A notice as the device's worker reads it: within the four kilobytes that every push service takes. */
export const noticeText = ({ title, body, url, tag }: Notice): string =>
  JSON.stringify({
    title: short(title, 120),
    body: short(body, 600),
    ...(url === undefined ? {} : { url: short(url, 200) }),
    ...(tag === undefined ? {} : { tag: short(tag, 100) }),
  })
