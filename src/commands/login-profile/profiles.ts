import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { freeName, profileLabel, profileName } from '../../domain/login-profile/fields.js'
import {
  accountKey,
  type ClaudeLogin,
  identityOf,
  oauthTokens,
  storedLogin,
  withTokens,
} from '../../domain/login-profile/login.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { iso } from '../../domain/time.js'
import { loginProfiles } from '../../projections/queries/login-profiles.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import { ownedSecrets, secretName } from '../kernel/secrets.js'
import type { Serial } from '../kernel/serial.js'
import { ClaudeVendor } from '../ports/claude-vendor.js'
import type { Clock } from '../ports/clock.js'
import type { Vault } from '../ports/vault.js'
import { loginProfile } from './decider.js'
import type { LiveLogin } from './live-login.js'

interface ProfileParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  /** Where the logins are, encrypted. */
  readonly vault: Vault
  readonly live: LiveLogin
  readonly serial: Serial
  readonly clock: Clock
  readonly newId: () => string
  readonly onError: (error: unknown) => void
}

type Sent = Partial<Readonly<Record<'name' | 'label', unknown>>>

const KEY = { kind: 'login', name: 'claude' } as const

const absent = () => reject('ENOTFOUND', 'there is no such login')
const signedOut = () => reject('ENOLOGIN', 'Claude Code is signed out: run `claude` and sign in')
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

interface Refusal {
  readonly _tag: 'Rejection'
}
const valid = <A>(value: A): Effect.Effect<Exclude<A, Refusal>, Extract<A, Refusal>> =>
  isRejection(value) ? Effect.fail(value as Extract<A, Refusal>) : Effect.succeed(value as Exclude<A, Refusal>)

/** Returns the commands for the saved logins of Claude Code, between which its user switches (supplement-server 24.3). */
export const loginProfileCommands = (parts: ProfileParts) => {
  const { run, db, vault, live, serial, clock, newId, onError } = parts
  const inForce = (name: string): string | null => {
    const revision = loginProfiles(db).find((one) => one.name === name)?.revision
    return revision === undefined ? null : secretName('profile', name, revision)
  }
  const secrets = ownedSecrets({ vault, kind: 'profile', inForce, onError })
  const held = <A, E, R>(work: Effect.Effect<A, E, R>) => serial.hold(KEY, work)

  /** Returns the saved logins; `login` is null if the vault has lost it. */
  const all = () =>
    loginProfiles(db).map((row) => ({
      ...row,
      login: storedLogin(vault.get(secretName('profile', row.name, row.revision))),
    }))
  type Profile = ReturnType<typeof all>[number]

  const isOf = (login: ClaudeLogin | null, { login: saved }: Profile): boolean =>
    login !== null && saved !== null && accountKey(login) === accountKey(saved)

  const shape = (profile: Profile, current: ClaudeLogin | null) => {
    const { name, label, savedAt, login } = profile
    const none = { email: null, organization: null, subscriptionType: null }
    return {
      name,
      label,
      active: isOf(current, profile),
      ...(login === null ? none : identityOf(login)),
      savedAt: iso(savedAt),
      /** Whether the login itself is still there. */
      hasLogin: login !== null,
    }
  }

  const named = (name: unknown) => {
    const profile = all().find((one) => one.name === name)
    return profile === undefined ? Effect.fail(absent()) : Effect.succeed(profile)
  }
  const shown = (name: string, current: ClaudeLogin | null) => Effect.map(named(name), (one) => shape(one, current))

  /** Stores a login under a name, as a new revision. */
  const store = (name: string, label: string, login: ClaudeLogin, author: Author) =>
    secrets.change(
      name,
      Effect.suspend(() => {
        const revision = newId()
        vault.set(secretName('profile', name, revision), login)
        return run(loginProfile, name, 'save', { name, label, revision }, author)
      }),
    )

  /** Stores what a login is now, if it has changed: the CLI renews its tokens. */
  const refreshed = (profile: Profile, login: ClaudeLogin, author: Author) =>
    JSON.stringify(profile.login) === JSON.stringify(login)
      ? Effect.void
      : Effect.asVoid(store(profile.name, profile.label, login, author))

  return {
    /** Completes changes that a crash interrupted. Call it when the tables can be read. */
    settleAll: held(Effect.zipRight(secrets.settleAll, Effect.sync(live.settle))),

    /** Lists the saved logins, and who is signed in now. */
    list: Effect.suspend(() => {
      const current = Effect.option(live.read())
      return Effect.map(current, (option) => {
        const login = option._tag === 'Some' ? option.value : null
        const saved = all()
        const own = saved.find((one) => isOf(login, one))
        return {
          profiles: saved.map((one) => shape(one, login)),
          live: login === null ? null : { ...identityOf(login), profile: own?.name ?? null },
        }
      })
    }),

    /** Saves the login that Claude Code has. */
    save: ({ name, label }: Sent, author: Author) =>
      held(
        Effect.gen(function* () {
          const wanted = isAbsent(name) ? null : yield* valid(profileName(name))
          const called = isAbsent(label) ? null : yield* valid(profileLabel(label))
          const login = yield* live.read()
          if (login === null) return yield* Effect.fail(signedOut())
          const saved = all()
          const own = saved.find((one) => isOf(login, one))
          if (own !== undefined && own.name !== wanted)
            return yield* Effect.fail(
              reject('EDUPLICATE', `this account is already saved as ${own.label}`, { fields: { profile: own.name } }),
            )
          if (own === undefined && wanted !== null && saved.some((one) => one.name === wanted))
            return yield* Effect.fail(
              reject('EEXISTS', `${wanted} has the login of another account`, { fields: { field: 'name' } }),
            )
          const { email } = identityOf(login)
          const isTaken = (one: string): boolean => saved.some((other) => other.name === one)
          const id = wanted ?? freeName(called ?? email?.split('@')[0] ?? '', isTaken)
          // Not the address: it would be in the log for good.
          yield* store(id, called ?? own?.label ?? id.slice(0, 60), login, author)
          return yield* shown(id, login)
        }),
      ),

    relabel: ({ name, label }: Sent, author: Author) =>
      held(
        Effect.gen(function* () {
          const profile = yield* named(name)
          const called = yield* valid(profileLabel(label))
          yield* run(loginProfile, profile.name, 'relabel', { name: profile.name, label: called }, author)
          return yield* shown(profile.name, yield* Effect.orElseSucceed(live.read(), () => null))
        }),
      ),

    /** Deletes a saved login, unless it is the only copy of the one in use. */
    remove: (name: unknown, author: Author) =>
      held(
        Effect.gen(function* () {
          const profile = yield* named(name)
          const login = yield* Effect.orElseSucceed(live.read(), () => null)
          if (isOf(login, profile) && all().filter((one) => isOf(login, one)).length === 1)
            return yield* Effect.fail(
              reject('EACTIVE', 'it is the only saved copy of the login in use: switch to another one first'),
            )
          yield* secrets.change(profile.name, run(loginProfile, profile.name, 'remove', { name: profile.name }, author))
        }),
      ),

    /** Returns a saved login that is to move elsewhere, unless it is the only copy of the one in use. */
    takeOut: (name: unknown) =>
      held(
        Effect.gen(function* () {
          const profile = yield* named(name)
          const current = yield* Effect.orElseSucceed(live.read(), () => null)
          if (isOf(current, profile))
            return yield* Effect.fail(reject('EACTIVE', 'it is in use: switch to another login first'))
          return profile.login ?? (yield* Effect.fail(absent()))
        }),
      ),

    /** Deletes a saved login that has moved elsewhere. */
    giveUp: (name: string, author: Author) =>
      held(
        Effect.asVoid(secrets.change(name, run(loginProfile, name, 'remove', { name }, author))).pipe(
          // Deleted meanwhile.
          Effect.catchTag('Rejection', () => Effect.void),
        ),
      ),

    /**
     * Makes a saved login the one of new sessions. The outgoing one is saved in its present form.
     * @param losesUnsaved whether an outgoing login that is in no saved copy may be lost
     */
    activate: (name: unknown, losesUnsaved: boolean, author: Author) =>
      held(
        Effect.gen(function* () {
          const target = yield* named(name)
          if (target.login === null)
            return yield* Effect.fail(reject('ENOTFOUND', 'this login is lost: sign in with it, and save it again'))
          const current = yield* live.read()
          const own = all().find((one) => isOf(current, one))
          if (current !== null && own === undefined && !losesUnsaved)
            return yield* Effect.fail(reject('EUNSAVED', 'the login in use is not saved: save it first'))
          if (current !== null && own !== undefined) yield* refreshed(own, current, author)
          if (own?.name === target.name) return yield* shown(target.name, current)
          if (!live.write(target.login, current))
            return yield* Effect.fail(
              reject('ESTALE', 'the files of Claude Code cannot be written, or change all the time: try again'),
            )
          yield* run(loginProfile, target.name, 'activate', { name: target.name }, author)
          return yield* shown(target.name, target.login)
        }).pipe(Effect.uninterruptible),
      ),

    /** Asks the vendor how much of its limits a login has used. The one in use is read from the CLI, and never renewed. */
    quota: (name: unknown, author: Author) =>
      held(
        Effect.gen(function* () {
          const profile = yield* named(name)
          const vendor = yield* ClaudeVendor
          const current = yield* Effect.orElseSucceed(live.read(), () => null)
          const isLive = isOf(current, profile)
          const login = isLive ? current : profile.login
          const tokens = login === null ? null : oauthTokens(login)
          if (login === null || tokens === null)
            return yield* Effect.fail(reject('ESTALE', 'this login has no token that can be asked with'))
          const isExpired = tokens.expiresAt !== null && tokens.expiresAt <= clock.now()
          if (isLive && isExpired) return yield* Effect.fail(expiredLive())
          const refused = () => (isLive ? expiredLive() : expired())
          const asked = !isExpired
            ? tokens
            : yield* tokens.refreshToken === null
                ? Effect.fail(expired())
                : Effect.mapError(vendor.refresh(tokens.refreshToken, tokens.scopes), failureOf(expired))
          if (asked !== tokens) yield* store(profile.name, profile.label, withTokens(login, asked), author)
          return yield* Effect.mapError(vendor.usage(asked.accessToken), failureOf(refused))
        }),
      ),
  }
}

const expiredLive = () => reject('ELIVEEXPIRED', 'the login in use has expired: use Claude Code once, or sign in again')
const expired = () => reject('ESTALE', 'this login has expired: switch to it, and sign in again')

/** Returns a failure of the vendor as a rejection. */
const failureOf =
  <R>(refused: () => R) =>
  ({ failed, message }: { readonly failed: 'refused' | 'unreachable'; readonly message: string }) =>
    failed === 'refused' ? refused() : reject('EUPSTREAM', `the vendor cannot be asked: ${message}`)

export type LoginProfileCommands = ReturnType<typeof loginProfileCommands>
