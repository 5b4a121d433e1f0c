import * as Effect from 'effect/Effect'
import { type Author, SYSTEM } from '../../domain/access/author.js'
import {
  ATTEMPT_WINDOW,
  clientOf,
  isOver,
  LOGIN_DAYS,
  lockedFor,
  MOST_ATTEMPTS,
  MOST_LOGINS,
} from '../../domain/account/login.js'
import type { EndReason } from '../../domain/account/user/decide.js'
import { normalPassword } from '../../domain/account/user/password.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { DAY, type Instant, MINUTE } from '../../domain/time.js'
import { AUDIT_STREAM } from '../../events/streams.js'
import { type StoredUser, userById, userNamed } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Clock } from '../ports/clock.js'
import type { AttemptKind, Login, LoginStore } from '../ports/logins.js'
import type { Passwords } from '../ports/passwords.js'
import { user as userDecider } from './decider.js'
import type { UserSecrets } from './secrets.js'

interface LoginParts {
  readonly runner: Pick<CommandRunner, 'run' | 'record'>
  readonly db: Reader
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly store: LoginStore
  readonly passwords: Passwords
  readonly secrets: UserSecrets
  /** Makes the secret of a cookie. */
  readonly newSecret: () => string
  /** Returns what is stored of a secret. */
  readonly digestOf: (secret: string) => string
}

/** Where a request comes from. */
export interface Client {
  readonly address: string
  /** The browser, as it calls itself. */
  readonly agent: string
}

/** What wrong tries are counted by. */
type Key = readonly [AttemptKind, string]

const MAX_AGENT = 200
const SECRET = /^[\w-]{43}$/

const OF_PASSWORD = { fields: { field: 'currentPassword' } }

const tooMany = (seconds: number): Rejection<'ETOOMANY'> =>
  reject('ETOOMANY', `too many wrong passwords; try again in ${Math.ceil(seconds / 60)} min`, {
    fields: { retry_after: seconds },
  })

/** Returns the commands with which users sign in and out, and what tells who sends a cookie. */
export const loginCommands = (parts: LoginParts) => {
  const { runner, db, clock, store, passwords, secrets, newSecret, digestOf } = parts
  // A change of the system's time must not end a lock.
  const started = clock.now() - clock.monotonic() * 1000
  const steady = (): Instant => started + clock.monotonic() * 1000

  // Tries whose password is still compared. They count, or many at once would all be allowed.
  const comparing = new Map<string, number>()
  const changeComparing = (keys: readonly Key[], by: 1 | -1): void => {
    for (const [kind, key] of keys) {
      const name = `${kind} ${key}`
      const now = (comparing.get(name) ?? 0) + by
      if (now === 0) comparing.delete(name)
      else comparing.set(name, now)
    }
  }

  /** Returns the seconds for which no more tries are allowed; null if one is. */
  const locked = ([kind, key]: Key): number | null => {
    const attempts = store.attempts(kind, key, steady() - ATTEMPT_WINDOW)
    const free = MOST_ATTEMPTS[kind] - attempts.length
    if (free > 0) return (comparing.get(`${kind} ${key}`) ?? 0) < free ? null : 1
    return lockedFor(attempts, MOST_ATTEMPTS[kind], steady())
  }

  /** Runs a comparison unless too many tries were wrong. Fails with ETOOMANY, before anything is hashed. */
  const limited = <A, E, R>(keys: readonly Key[], compare: Effect.Effect<A, E, R>) =>
    Effect.suspend((): Effect.Effect<A, E | Rejection<'ETOOMANY'>, R> => {
      const waits = keys.map(locked).filter((wait) => wait !== null)
      if (waits.length > 0) return Effect.fail(tooMany(Math.max(...waits)))
      changeComparing(keys, 1)
      return Effect.ensuring(
        compare,
        Effect.sync(() => changeComparing(keys, -1)),
      )
    })

  /** Counts a wrong try. Returns whether it was the last one that is allowed. */
  const count = ([kind, key]: Key): boolean => {
    store.attempted(kind, key, steady())
    return store.attempts(kind, key, steady() - ATTEMPT_WINDOW).length === MOST_ATTEMPTS[kind]
  }

  const told = (user: number | null, address: string) =>
    runner.record(AUDIT_STREAM, { type: 'logins-locked', data: { user, address } }, SYSTEM)

  const wrong = reject('EBADLOGIN', 'wrong username or password')

  const compared = (given: string, user: StoredUser | undefined) =>
    Effect.suspend(() => {
      const password = normalPassword(given)
      // No account can have it, so it is not hashed, whatever the name.
      if (password === null) return Effect.succeed(false)
      const hash = user === undefined || user.disabled ? null : secrets.hashOf(user)
      return passwords.verify(password, hash)
    })

  const openLogin = (user: StoredUser, client: Client) => {
    const secret = newSecret()
    const now = clock.now()
    const address = clientOf(client.address)
    const id = store.open({
      user: user.id,
      digest: digestOf(secret),
      at: now,
      address,
      agent: client.agent.slice(0, MAX_AGENT),
    })
    return { id, secret }
  }

  const end = (user: number, ids: readonly number[], reason: EndReason, author: Author) =>
    Effect.suspend(() => {
      store.end(ids)
      return Effect.as(
        runner.run(userDecider, user, 'endLogins', { user, count: ids.length, reason }, author),
        ids.length,
      )
    })

  return {
    /** Signs a user in. Succeeds with the user and the secret of the new cookie. */
    logIn: (username: string, given: string, client: Client) =>
      Effect.gen(function* () {
        const name = username.toLowerCase()
        const address = clientOf(client.address)
        const user = userNamed(db, name)
        const ofName: Key = ['name', name.slice(0, 100)]
        const ofPair: Key = ['name-address', `${name.slice(0, 100)} ${address}`]
        const ofAddress: Key = ['address', address]
        const isKnown = user !== undefined && store.hasLoggedInFrom(user.id, address, clock.now() - LOGIN_DAYS * DAY)
        const isRight = yield* limited(
          isKnown ? [ofPair, ofAddress] : [ofPair, ofAddress, ofName],
          Effect.tap(compared(given, user), (right) => {
            if (right) return Effect.void
            const isLast = [ofPair, ofAddress, ofName].map(count).includes(true)
            return isLast ? told(user?.id ?? null, client.address) : Effect.void
          }),
        )
        if (user === undefined || !isRight) return yield* Effect.fail(wrong)
        const hash = secrets.hashOf(user)
        if (hash !== null && passwords.isOutdated(hash))
          secrets.rehash(user, yield* passwords.hash(normalPassword(given) ?? ''))
        const author: Author = { by: `user:${user.id}`, via: 'http' }
        const login = openLogin(user, client)
        yield* Effect.tapError(
          runner.run(userDecider, user.id, 'logIn', { user: user.id, password: user.password }, author),
          () => Effect.sync(() => store.end([login.id])),
        )
        store.forgive(...ofPair)
        const others = store.ofUser(user.id, clock.now())
        yield* end(user.id, others.slice(0, Math.max(0, others.length - MOST_LOGINS)), 'too-many', SYSTEM)
        return { user, secret: login.secret }
      }),

    /** Returns the login that a cookie proves; undefined if there is no such login, if it has ended or is too old. */
    find: (secret: string): Login | undefined => {
      if (!SECRET.test(secret)) return undefined
      const login = store.find(digestOf(secret))
      const now = clock.now()
      if (login === undefined || isOver(login, now)) return undefined
      if (now - login.usedAt >= MINUTE) store.touch(login.id, now)
      return login
    },

    /** Whether a login has not ended. To ask is no use of it. */
    isOpen: (id: number): boolean => {
      const login = store.byId(id)
      return login !== undefined && !isOver(login, clock.now())
    },

    /** Signs out in one browser. */
    logOut: ({ id, user }: Pick<Login, 'id' | 'user'>) =>
      Effect.suspend(() => {
        store.end([id])
        return runner.run(userDecider, user, 'logOut', { user }, { by: `user:${user}`, via: 'http' })
      }),

    /** Ends the logins of a user, but for one. Succeeds with their number. */
    endAll: (user: number, but: number | null, reason: EndReason, author: Author) =>
      Effect.suspend(() =>
        end(
          user,
          store.ofUser(user, clock.now()).filter((id) => id !== but),
          reason,
          author,
        ),
      ),

    /** Gives a login a new secret, which its cookie must have from now on. */
    renew: (login: number): string => {
      const secret = newSecret()
      store.replace(login, digestOf(secret))
      return secret
    },

    counts: () => store.counts(clock.now()),
    countOf: (user: number): number => store.ofUser(user, clock.now()).length,

    /** Checks the password that is asked for again before a sensitive change. A missing one is not counted. */
    confirm: (id: number, given: unknown) =>
      Effect.gen(function* () {
        if (typeof given !== 'string' || given === '')
          return yield* Effect.fail(reject('EREAUTH', 'currentPassword: your own password is required', OF_PASSWORD))
        const key: Key = ['again', String(id)]
        const isRight = yield* limited(
          [key],
          Effect.tap(compared(given, userById(db, id)), (right) => (right || !count(key) ? Effect.void : told(id, ''))),
        )
        if (isRight) return
        return yield* Effect.fail(reject('EREAUTH', 'currentPassword: this is not your password', OF_PASSWORD))
      }),
  }
}

export type LoginCommands = ReturnType<typeof loginCommands>
