import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { ACCESS_PREFIX, MOST_TOKENS, PANE_PREFIX, readTerms } from '../../domain/account/token.js'
import { reject } from '../../domain/rejection.js'
import { iso, MINUTE } from '../../domain/time.js'
import { type StoredToken, tokenById, tokensOf } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import { type CommandRunner, step } from '../kernel/run.js'
import type { Clock } from '../ports/clock.js'
import type { TokenStore } from '../ports/tokens.js'
import { user as userDecider } from './decider.js'

interface TokenParts {
  readonly runner: Pick<CommandRunner, 'run' | 'together'>
  readonly db: Reader
  readonly clock: Pick<Clock, 'now'>
  readonly store: TokenStore
  readonly newId: () => string
  readonly newSecret: () => string
  readonly digestOf: (secret: string) => string
}

/** Returns the commands for bearer tokens: those that users make for programs, and those that panes have. */
export const tokenCommands = ({ runner, db, clock, store, newId, newSecret, digestOf }: TokenParts) => {
  const shape = ({ id, name, scopes, createdAt, expiresAt }: StoredToken) => ({
    id,
    name,
    scopes,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    lastUsedAt: iso(store.usedAt('access', id)),
  })

  return {
    list: (user: number) => tokensOf(db, user).map(shape),

    /** Creates an access token. Succeeds with it and its secret, which nobody can read again. */
    create: (user: number, given: Parameters<typeof readTerms>[0], author: Author) =>
      Effect.gen(function* () {
        const terms = yield* readTerms(given, clock.now())
        if (tokensOf(db, user).length >= MOST_TOKENS)
          return yield* Effect.fail(reject('ETOOMANY', `an account has at most ${MOST_TOKENS} access tokens`))
        const [id, secret] = [newId(), ACCESS_PREFIX + newSecret()]
        // Before the event: a token without one proves nothing.
        store.add('access', id, digestOf(secret))
        yield* runner.run(userDecider, user, 'createToken', { user, token: id, ...terms }, author)
        const token = tokenById(db, id)
        return token === undefined
          ? yield* Effect.dieMessage(`token ${id} is missing`)
          : { token: shape(token), secret }
      }),

    revoke: (user: number, id: string, author: Author) =>
      Effect.gen(function* () {
        if (tokenById(db, id)?.user !== user) return yield* Effect.fail(reject('ENOTFOUND', 'access token not found'))
        yield* runner.run(userDecider, user, 'revokeToken', { user, token: id }, author)
        store.remove('access', id)
      }),

    /** Ends all access tokens of a user. */
    endAll: (user: number, author: Author) =>
      Effect.gen(function* () {
        const ids = tokensOf(db, user).map(({ id }) => id)
        yield* runner.together(
          () => ids.map((token) => step(userDecider, user, 'revokeToken', { user, token })),
          author,
        )
        for (const id of ids) store.remove('access', id)
      }),

    /** Returns the access token of a secret; undefined if it is unknown, expired or revoked. */
    find: (secret: string): StoredToken | undefined => {
      const id = store.find('access', digestOf(secret))
      const token = id === undefined ? undefined : tokenById(db, id)
      const now = clock.now()
      if (token === undefined || token.expiresAt <= now) return undefined
      if (now - (store.usedAt('access', token.id) ?? 0) >= MINUTE) store.touch('access', token.id, now)
      return token
    },

    /** Returns a new token for the pane of a run. */
    ofPane: (run: string): string => {
      const secret = PANE_PREFIX + newSecret()
      store.add('pane', run, digestOf(secret))
      return secret
    },

    /** Returns the run whose pane has a token; undefined for none. Whether it still lives is for the caller to know. */
    runOf: (secret: string): string | undefined => store.find('pane', digestOf(secret)),

    /** Deletes the tokens of panes that have ended. */
    forgetPanes: (isLive: (run: string) => boolean): void => {
      for (const run of store.ids('pane')) if (!isLive(run)) store.remove('pane', run)
    },
  }
}

export type TokenCommands = ReturnType<typeof tokenCommands>
