import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import * as Effect from 'effect/Effect'
import type { Passwords } from '../../commands/ports/passwords.js'
import { reject } from '../../domain/rejection.js'

/** Of scrypt: the base-2 logarithm of N, r and p. */
export interface PasswordCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** A hash takes 32 MiB. */
export const PASSWORD_COST: PasswordCost = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32
const AT_ONCE = 2
const MOST_WAITING = 32

interface Parts extends PasswordCost {
  readonly salt: Buffer
  readonly key: Buffer
}

/** The PHC string format: `$scrypt$ln=15,r=8,p=3$<salt>$<key>`. */
const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

const read = (stored: string): Parts | null => {
  const [, ln, r, p, salt = '', key = ''] = STORED.exec(stored) ?? []
  if (ln === undefined) return null
  return {
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const derive = (password: string, { ln, r, p, salt }: Omit<Parts, 'key'>): Promise<Buffer> => {
  const N = 2 ** ln
  // What scrypt needs, and as much again: Node counts a little more than N and r say.
  const options = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, fail) => {
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error === null ? resolve(key) : fail(error)))
  })
}

/** Returns what hashes passwords with scrypt, off the main thread. Those that were hashed at another cost count as outdated. */
export const scryptPasswords = (cost: PasswordCost = PASSWORD_COST): Passwords => {
  const permits = Effect.unsafeMakeSemaphore(AT_ONCE)
  let asked = 0
  const unknown = { ...cost, salt: randomBytes(SALT_BYTES) }

  const alone = <A>(work: () => Promise<A>) =>
    Effect.suspend(() => {
      if (asked >= AT_ONCE + MOST_WAITING)
        return Effect.fail(reject('ETOOMANY', 'too many logins at once; try again', { fields: { retry_after: 1 } }))
      asked += 1
      // A hash that has begun cannot be stopped, so its permit is held until it ends.
      const hashed = permits.withPermits(1)(Effect.uninterruptible(Effect.promise(work)))
      return Effect.ensuring(
        hashed,
        Effect.sync(() => {
          asked -= 1
        }),
      )
    })

  return {
    hash: (password) =>
      alone(async () => {
        const salt = randomBytes(SALT_BYTES)
        const key = await derive(password, { ...cost, salt })
        const { ln, r, p } = cost
        return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`
      }),
    verify: (password, stored) =>
      alone(async () => {
        const parts = stored === null ? null : read(stored)
        const key = await derive(password, parts ?? unknown)
        return parts !== null && parts.key.length === key.length && timingSafeEqual(parts.key, key)
      }),
    isOutdated: (stored) => {
      const { ln, r, p } = read(stored) ?? { ln: 0, r: 0, p: 0 }
      return ln !== cost.ln || r !== cost.r || p !== cost.p
    },
  }
}
