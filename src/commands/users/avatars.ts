import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { MAX_AVATAR, pictureType } from '../../domain/account/user/avatar.js'
import { reject } from '../../domain/rejection.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Avatars } from '../ports/avatars.js'
import { user as userDecider } from './decider.js'

interface AvatarParts {
  readonly run: CommandRunner['run']
  readonly files: Avatars
}

const tooBig = () => reject('ETOOBIG', `the picture is larger than ${MAX_AVATAR} bytes`)

/** Returns the commands for the pictures of users. They are never decoded, and served as what their first bytes say. */
export const avatarCommands = ({ run, files }: AvatarParts) => ({
  read: (user: number) =>
    Effect.promise(async () => {
      const bytes = await files.read(user)
      const type = bytes === null ? null : pictureType(bytes)
      return bytes === null || type === null ? null : { bytes, type }
    }),

  set: (user: number, stream: AsyncIterable<Uint8Array>, author: Author) =>
    Effect.gen(function* () {
      const bytes = yield* Effect.promise(() => readWhole(stream))
      if (bytes === null) return yield* Effect.fail(tooBig())
      if (pictureType(bytes) === null)
        return yield* Effect.fail(reject('EBADIMAGE', 'the picture must be PNG, JPEG, GIF or WebP'))
      yield* Effect.promise(() => files.write(user, bytes))
      yield* run(userDecider, user, 'setAvatar', { user, isSet: true }, author)
    }),

  remove: (user: number, author: Author) =>
    Effect.gen(function* () {
      yield* run(userDecider, user, 'setAvatar', { user, isSet: false }, author)
      yield* Effect.promise(() => files.remove(user))
    }),

  /** Deletes the picture of a deleted user. */
  forget: (user: number) => files.remove(user),
})

/** Returns the bytes of a stream; null if they are too many. What is announced does not count. */
const readWhole = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > MAX_AVATAR) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export type AvatarCommands = ReturnType<typeof avatarCommands>
