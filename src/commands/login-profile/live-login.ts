import * as Either from 'effect/Either'
import {
  type ClaudeLogin,
  CREDENTIALS_MEMBER,
  loginIn,
  STATE_MEMBERS,
  storedLogin,
} from '../../domain/login-profile/login.js'
import type { Rejection } from '../../domain/rejection.js'
import { editableJson } from '../agent-config/json-edit.js'
import type { ConfigFilesPort } from '../ports/config-files.js'
import type { ConfigWritesPort } from '../ports/config-writes.js'
import type { Vault } from '../ports/vault.js'

interface Place {
  readonly root: string
  readonly path: string
}

interface LiveLoginParts {
  readonly files: Pick<ConfigFilesPort, 'text' | 'parse'>
  readonly writes: ConfigWritesPort
  readonly vault: Vault
  /** The credentials and the state of Claude Code. */
  readonly places: { readonly credentials: Place; readonly state: Place }
}

/** Where the login that is being written stays until both files have it. */
const PENDING = 'switching/claude'
const PRIVATE = 0o600
/** The CLI writes its state often: so often a write is repeated when the file has changed meanwhile. */
const TRIES = 5

/**
 * Returns access to the login that Claude Code has. It is in two files, which cannot be replaced in one step: a note in the vault says
 * what both are to have, and after a crash the next start completes it.
 */
export const liveLogin = ({ files, writes, vault, places: { credentials, state } }: LiveLoginParts) => {
  const open = ({ root, path }: Place) => editableJson(files, root, path, 'name')

  const read = (): Either.Either<ClaudeLogin | null, Rejection<'EBADFIELD'>> =>
    Either.flatMap(open(credentials), (secret) => Either.map(open(state), (own) => loginIn(secret.value, own.value)))

  /** Replaces members of a file. Returns false if that was not possible. */
  const replaced = (place: Place, members: Readonly<Record<string, unknown>>, mode?: number): boolean => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const opened = open(place)
      if (Either.isLeft(opened)) return false
      const { text, value, change } = opened.right
      const before = text ?? ''
      const edited = Object.entries(members).reduce((json, [name, member]) => {
        const isSame = JSON.stringify(value[name]) === JSON.stringify(member ?? undefined)
        return isSame ? json : writes.withJson(json, [name], member ?? undefined)
      }, before)
      if (edited === before) return true
      // A copy would keep a login that its user has ended.
      const outcome = writes.replace({ ...change, ...(mode === undefined ? {} : { mode }), keepsCopy: false }, edited)
      if (outcome.is !== 'stale') return outcome.is === 'written'
    }
    return false
  }

  const put = ({ tokens, account, apiKey }: ClaudeLogin): boolean =>
    replaced(credentials, { [CREDENTIALS_MEMBER]: tokens }, PRIVATE) &&
    replaced(state, { [STATE_MEMBERS.account]: account, [STATE_MEMBERS.apiKey]: apiKey })

  const isSame = (one: ClaudeLogin | null, other: ClaudeLogin | null): boolean =>
    JSON.stringify(one) === JSON.stringify(other)

  /** Whether the files have parts of these two logins only. */
  const isBetween = (now: ClaudeLogin | null, old: ClaudeLogin | null, next: ClaudeLogin | null): boolean =>
    (['tokens', 'account', 'apiKey'] as const).every((part) =>
      [old, next].some((login) => JSON.stringify(now?.[part] ?? null) === JSON.stringify(login?.[part] ?? null)),
    )

  return {
    read,

    /** Makes a login the live one. Returns false, with the old login in place, if the files cannot be written. */
    write: (next: ClaudeLogin, old: ClaudeLogin | null): boolean => {
      vault.set(PENDING, { next, old })
      const isWritten = put(next)
      if (!isWritten) put(old ?? { tokens: null, account: null, apiKey: null })
      vault.remove(PENDING)
      return isWritten
    },

    /** Completes a switch that a crash interrupted, unless somebody has signed in since. */
    settle: (): void => {
      const pending = vault.get(PENDING)
      if (pending === undefined) return
      const { next, old } = pending as { readonly next: unknown; readonly old: unknown }
      const [login, before, now] = [storedLogin(next), storedLogin(old), Either.getOrNull(read())]
      if (login !== null && !isSame(now, login) && isBetween(now, before, login)) put(login)
      vault.remove(PENDING)
    },
  }
}

export type LiveLogin = ReturnType<typeof liveLogin>
