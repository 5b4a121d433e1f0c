import * as Effect from 'effect/Effect'
import { reject } from '../../../domain/rejection.js'

/** Returns the reply with a picture that somebody uploaded: shown as what it is, and run by nothing. */
export const pictureReply = (picture: { readonly bytes: Uint8Array; readonly type: string } | null) =>
  picture === null
    ? Effect.fail(reject('ENOAVATAR', 'there is no picture'))
    : Effect.succeed({
        status: 200 as const,
        content: picture.bytes,
        headers: {
          'content-type': picture.type,
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-cache',
        },
      })
