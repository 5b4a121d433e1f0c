import * as Effect from 'effect/Effect'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { oauthTokens } from '../../domain/login-profile/login.js'
import { type Credentials, type ParseCredentials, sameAccount } from '../../domain/pool/account.js'
import { type Candidate, firstReset, nextAccount } from '../../domain/pool/usable.js'
import { reject } from '../../domain/rejection.js'
import { iso } from '../../domain/time.js'
import type { Tool } from '../../domain/tools/catalog.js'
import { poolAccounts, type PoolRow } from '../../projections/queries/pool.js'
import { lastRunOf, liveRuns } from '../../projections/queries/runs.js'
import type { Serial } from '../kernel/serial.js'
import type { HomeFiles } from '../ports/home-files.js'
import type { ConfigWritesPort } from '../ports/config-writes.js'
import type { CodexHomeOf } from '../access/agent-homes.js'
import type { PoolCredentials, PoolParts } from './credentials.js'
import { isExpired, type PoolCommands } from './pool.js'

interface LeaseParts extends Pick<PoolParts, 'db' | 'clock' | 'vault'> {
  readonly serial: Serial
  readonly credentials: PoolCredentials
  readonly pool: Pick<PoolCommands, 'windowsIn' | 'livePanes'>
  readonly files: HomeFiles
  readonly edits: Pick<ConfigWritesPort, 'withTable'>
  /** Returns the home of Codex of a lane's agents. */
  readonly codexHomeOf: CodexHomeOf
  /** Where Codex sends the requests of an API key. */
  readonly openaiApi: string
  readonly blockPercent: number
  readonly parse: ParseCredentials
}

/** The account of a run, and how its program gets the credentials. */
export interface Lease {
  /** Null for the login of the machine. */
  readonly account: string | null
  readonly variables: Readonly<Record<string, string>>
  /** The profile of Codex. */
  readonly profile: string | null
}

export const NO_LEASE: Lease = { account: null, variables: {}, profile: null }

interface Leasing {
  readonly run: string
  readonly lane: Parameters<CodexHomeOf>[0]
  readonly tool: Tool
  /** The session that is resumed, which keeps its account if that is usable. */
  readonly session: string | undefined
}

/** A pane that starts now may run for hours. */
const VALID_MS = 30 * 60_000
const KEY = 'SWITCHYARD_ACCOUNT_KEY'
const LAYER = 'switchyard-pool'
const AUTH = 'auth.json'
const PRIVATE = 0o600
const NOTES = 'pool-file/'

/** Returns what gives the accounts of the pool to panes (supplement-server 19.3 to 19.5). */
export const poolLeases = (parts: LeaseParts) => {
  const { db, clock, vault, serial, credentials, pool, files, edits, codexHomeOf, openaiApi, blockPercent, parse } =
    parts

  const written = (root: string, path: string, text: string) =>
    Effect.gen(function* () {
      const old = yield* files.text(root, path)
      if (old?.text === text) return true
      const change = { root, path, expected: old?.sha ?? null, mode: PRIVATE, keepsCopy: false } as const
      return (yield* files.replace(change, text)).is === 'written'
    })

  /** Whether a home of Codex has no login, or this one: another one belongs to its user. */
  const isFree = (home: string, held: Credentials) =>
    Effect.map(
      files.text(home, AUTH),
      (own) => own === null || sameAccount({ kind: 'chatgpt', file: own.text }, parse) === sameAccount(held, parse),
    )

  /** Hands the credentials out; null if that is not possible. */
  const handedOut = ({ name }: PoolRow, held: Credentials, { run, lane }: Leasing): Effect.Effect<Lease | null> =>
    Effect.gen(function* () {
      const home = codexHomeOf(lane)
      switch (held.kind) {
        case 'token':
          return { account: name, variables: { CLAUDE_CODE_OAUTH_TOKEN: held.token }, profile: null }
        case 'login': {
          const tokens = oauthTokens(held)
          return tokens === null
            ? null
            : { account: name, variables: { CLAUDE_CODE_OAUTH_TOKEN: tokens.accessToken }, profile: null }
        }
        case 'apikey': {
          const provider = { name: 'OpenAI', base_url: openaiApi, wire_api: 'responses', env_key: KEY }
          const layer = edits.withTable('', [], { model_provider: LAYER, model_providers: { [LAYER]: provider } })
          if (!(yield* written(home, `${LAYER}.config.toml`, layer))) return null
          return { account: name, variables: { [KEY]: held.token }, profile: LAYER }
        }
        case 'chatgpt':
          vault.set(NOTES + run, { name, home })
          if (yield* written(home, AUTH, held.file)) return { account: name, variables: {}, profile: null }
          vault.remove(NOTES + run)
          return null
      }
    })

  const candidateOf = (row: PoolRow, lane: Leasing['lane']): Effect.Effect<Candidate> =>
    Effect.gen(function* () {
      const held = credentials.of(row)
      const isUsable = held !== null && (held.kind !== 'chatgpt' || (yield* isFree(codexHomeOf(lane), held)))
      return {
        name: row.name,
        isExpired: isExpired(row, held, clock.now()),
        refreshError: row.refreshError,
        windows: pool.windowsIn(row.tool)(row),
        livePanes: pool.livePanes(row),
        // The tool renews such a login itself, and two copies would break each other.
        mostPanes: isUsable ? (row.kind === 'chatgpt' ? 1 : Number.POSITIVE_INFINITY) : 0,
      }
    })

  /** Chooses an account and hands it out; the next one if that fails. */
  const chosen = (leasing: Leasing, preferred: string | null) =>
    Effect.gen(function* () {
      const failed = new Set<string>()
      for (;;) {
        const rows = poolAccounts(db).filter(({ tool }) => tool === leasing.tool.id)
        if (rows.length === 0) return NO_LEASE
        const usable = rows.filter(({ name }) => !failed.has(name))
        const candidates = yield* Effect.forEach(usable, (row) => candidateOf(row, leasing.lane))
        const name = nextAccount(candidates, preferred, blockPercent, clock.now())
        const row = rows.find((one) => one.name === name)
        if (row === undefined) {
          const resetsAt = iso(firstReset(candidates, blockPercent, clock.now()))
          return yield* Effect.fail(
            reject('EPOOLFULL', `no account for ${leasing.tool.name} is free`, { fields: { resetsAt } }),
          )
        }
        const held = yield* credentials.fresh(row, VALID_MS)
        const lease = held === null ? null : yield* handedOut(row, held, leasing)
        if (lease !== null) return lease
        failed.add(row.name)
      }
    })

  /** Takes a login back that Codex may have renewed, and removes it from the home of the pane. */
  const takeBack = (run: string) =>
    Effect.gen(function* () {
      const { name, home } = vault.get(NOTES + run) as { readonly name: string; readonly home: string }
      const row = poolAccounts(db).find((one) => one.tool === 'cli_b' && one.name === name)
      const file = yield* files.text(home, AUTH)
      const held = row === undefined ? null : credentials.of(row)
      if (file !== null && file.sha !== null) {
        const now: Credentials = { kind: 'chatgpt', file: file.text }
        const isOurs = held !== null && sameAccount(now, parse) === sameAccount(held, parse)
        if (row !== undefined && isOurs && held.kind === 'chatgpt' && held.file !== file.text)
          yield* credentials.renew({ tool: row.tool, name }, now)
        // Of an account that was removed meanwhile, nothing may stay either.
        if (isOurs || row === undefined)
          yield* files.remove({ root: home, path: AUTH, expected: file.sha, keepsCopy: false })
      }
      vault.remove(NOTES + run)
    })

  const held = <A, E, R>(tool: string, work: Effect.Effect<A, E, R>) => serial.hold({ kind: 'pool', name: tool }, work)

  return {
    /**
     * Runs work with an account for a new pane, before anybody else gets one: the work records which. Fails if all are in use, full or
     * expired. Without any account in the pool, the pane uses the login of its home.
     */
    lease: <A, E, R>(leasing: Leasing, work: (lease: Lease) => Effect.Effect<A, E, R>) =>
      held(
        leasing.tool.id,
        Effect.suspend(() => {
          const last = leasing.session === undefined ? undefined : lastRunOf(db, systemVisibility, leasing.session)
          return Effect.flatMap(chosen(leasing, last?.account ?? null), work)
        }),
      ),

    /** Takes back what the runs that have ended were given. */
    release: Effect.suspend(() => {
      const notes = vault.names().filter((name) => name.startsWith(NOTES))
      if (notes.length === 0) return Effect.void
      return held(
        'cli_b',
        Effect.suspend(() => {
          const live = new Set(liveRuns(db, systemVisibility).map(({ run }) => run))
          const over = notes.map((name) => name.slice(NOTES.length)).filter((run) => !live.has(run))
          return Effect.forEach(over, takeBack, { discard: true })
        }),
      )
    }),
  }
}

export type PoolLeases = ReturnType<typeof poolLeases>
