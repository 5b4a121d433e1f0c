import { short } from '../text.js'
import { parsedUrl } from '../url.js'

/**
 * A Web Push subscription: an endpoint that is known only to this browser and its push service, and the keys to encrypt for it.
 */
export interface PushSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

const MAX_ENDPOINT = 2048
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether a text is a valid push endpoint: https, or http on this machine only. */
export const isPushEndpoint = (text: string): boolean => {
  const url = text.length <= MAX_ENDPOINT ? parsedUrl(text) : null
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

// An uncompressed point of the P-256 curve, and 16 random bytes.
export const P256DH = /^B[A-Za-z0-9_-]{86}=?$/
export const AUTH = /^[A-Za-z0-9_-]{22}(?:==)?$/

/** What a device shows. */
export interface Notice {
  readonly title: string
  readonly body: string
  /** The page that a click opens. */
  readonly url?: string
  /** A later notice with the same tag replaces the earlier one. */
  readonly tag?: string
}

/** Returns a notice as the service worker of the device reads it, within the 4 KB that every push service accepts. */
export const noticeText = ({ title, body, url, tag }: Notice): string =>
  JSON.stringify({
    title: short(title, 120),
    body: short(body, 600),
    ...(url === undefined ? {} : { url: short(url, 200) }),
    ...(tag === undefined ? {} : { tag: short(tag, 100) }),
  })
