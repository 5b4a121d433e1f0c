import { createHash } from 'node:crypto'

/**
 * A content key of 16 bytes: four of the session, twelve of what makes the fact itself. Keys of one session lie side by
 * side, so that appending to a few busy sessions touches a few pages of the index and not one for every event.
 * Parts are length-prefixed: no two lists of parts share a text. Not for secrets.
 */
export const sessionKey = (session: string, ...parts: readonly string[]): Uint8Array => {
  const key = Buffer.allocUnsafe(16)
  clusterOf(session).copy(key, 0, 0, 4)
  digestOf([session, ...parts]).copy(key, 4, 0, 12)
  return key
}

// Every hook of a session asks for the same four bytes.
const clusters = new Map<string, Buffer>()
const REMEMBERED = 1024

const clusterOf = (session: string): Buffer => {
  const known = clusters.get(session)
  if (known !== undefined) return known
  if (clusters.size >= REMEMBERED) clusters.clear()
  const cluster = digestOf([session])
  clusters.set(session, cluster)
  return cluster
}

const digestOf = (parts: readonly string[]): Buffer => {
  const digest = createHash('sha1')
  for (const part of parts) digest.update(`${part.length}:${part}`)
  return digest.digest()
}
