import { LOGIN_DAYS } from '../../domain/account/login.js'

const NAME = 'svc_sid'
const MAX_BYTES = 8192
const MAX_PAIRS = 50
const DAY_S = 86_400

/** Returns the secret that a request shows; null for none; undefined if the cookies are too many, or contradict each other. */
export const secretIn = (header: string | undefined): string | null | undefined => {
  if (header === undefined) return null
  const pairs = header.split(';')
  if (header.length > MAX_BYTES || pairs.length > MAX_PAIRS) return undefined
  const values = pairs.flatMap((pair) => {
    const at = pair.indexOf('=')
    return at >= 0 && pair.slice(0, at).trim() === NAME ? [pair.slice(at + 1).trim()] : []
  })
  const [value = null, ...others] = new Set(values)
  return others.length === 0 ? value : undefined
}

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'

/** Returns the cookie of a login. */
export const loginCookie = (secret: string, isSecure: boolean): string =>
  `${NAME}=${secret}; ${ATTRIBUTES}; Max-Age=${LOGIN_DAYS * DAY_S}${isSecure ? '; Secure' : ''}`

/** Returns the cookie that makes a browser forget its login. */
export const clearedCookie = (isSecure: boolean): string =>
  `${NAME}=; ${ATTRIBUTES}; Max-Age=0${isSecure ? '; Secure' : ''}`
