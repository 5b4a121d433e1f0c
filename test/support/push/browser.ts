import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { Received } from '../http/receiver.js'

/** A subscribed browser, which has the key to decrypt its push messages. */
export interface Browser {
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  readonly read: (message: Received) => unknown
}

const key = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
const named = (name: string): Buffer => Buffer.from(`${name}\0`)

export const newBrowser = (endpoint: string): Browser => {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } },
    // RFC 8291 over RFC 8188: salt, record size and the sender's key precede the only record.
    read: ({ body, headers }) => {
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted for a device')
      const salt = body.subarray(0, 16)
      const end = 21 + body.readUInt8(20)
      const sender = body.subarray(21, end)
      const info = Buffer.concat([named('WebPush: info'), publicKey, sender])
      const secret = key(own.computeSecret(sender), auth, info, 32)
      const content = key(secret, salt, named('Content-Encoding: aes128gcm'), 16)
      const decipher = createDecipheriv('aes-128-gcm', content, key(secret, salt, named('Content-Encoding: nonce'), 12))
      decipher.setAuthTag(body.subarray(-16))
      const text = Buffer.concat([decipher.update(body.subarray(end, -16)), decipher.final()])
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8'))
    },
  }
}

/** Verifies the VAPID signature of a message; returns its key and audience. */
export const signerOf = ({ headers }: Received): { readonly key: string; readonly audience: string } => {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const raw = Buffer.from(publicKey, 'base64url')
  const [x, y] = [raw.subarray(1, 33).toString('base64url'), raw.subarray(33).toString('base64url')]
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const bytes = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key: signer, dsaEncoding: 'ieee-p1363' }, bytes)) throw new Error('a false signature')
  return { key: publicKey, audience: (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string }).aud }
}
