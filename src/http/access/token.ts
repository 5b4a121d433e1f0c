import { createHash, timingSafeEqual } from 'node:crypto'
import { reject, type Rejection } from '../../domain/rejection.js'

interface TokenCarriers {
  readonly authorization: string | undefined
  readonly header: string | undefined
  readonly query: string | undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Returns a guard that requires the token, if one is set. Digests are compared in constant time. */
export const tokenGuard = (token: string | null) => {
  const wanted = token === null ? null : digest(token)
  return ({ authorization, header, query }: TokenCarriers): Rejection | null => {
    if (wanted === null) return null
    const bearer = /^Bearer +(.+)$/i.exec(authorization ?? '')?.[1]
    const given = [bearer, header, query].filter((candidate) => candidate !== undefined)
    if (given.some((candidate) => timingSafeEqual(digest(candidate), wanted))) return null
    return reject('EUNAUTHORIZED', 'a token is required: Authorization: Bearer <token>, x-dashboard-token, or ?token=')
  }
}
