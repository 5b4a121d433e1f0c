import * as Effect from 'effect/Effect'
import { userNumber } from '../../../domain/access/author.js'
import type { Caller } from '../../../domain/access/caller.js'
import { reject } from '../../../domain/rejection.js'
import { toUsd } from '../../../domain/pricing/cost.js'
import { DAY, QUARTER } from '../../../domain/time.js'
import { auditRows } from '../../../projections/queries/audit.js'
import { type UsageTotals, usageOfOwners } from '../../../projections/queries/costs.js'
import { laneById, workspaces } from '../../../projections/queries/lanes.js'
import { sessionsByOwner } from '../../../projections/queries/stats.js'
import { allUsers, hostOwner, type StoredUser, userById } from '../../../projections/queries/users.js'
import { NOBODY } from '../../../projections/ownership.js'
import type { users } from '../../contract/account/users.js'
import type { Handlers } from '../../handler.js'
import { done, ok } from '../../reply.js'
import type { Services } from '../../services.js'
import { folded } from './audit-fold.js'
import { pictureReply } from './picture.js'
import { renewedCookie } from './renewed-cookie.js'
import { userShape } from './user-shape.js'

const noUser = () => reject('ENOUSER', 'no user has this id')
const ROW_ID = /^[1-9]\d{0,14}$/

export type UserServices = Pick<
  Services,
  'db' | 'book' | 'clock' | 'users' | 'logins' | 'userSecrets' | 'avatars' | 'userStorage'
>

export const userHandlers = (services: UserServices): Handlers<keyof typeof users> => {
  const { db, book, clock, users: commands, logins, userSecrets, avatars, userStorage } = services

  const shape = (user: StoredUser, open = logins.countOf(user.id)) => userShape(user, userSecrets.personOf(user), open)

  /** Whose a row is: what nobody owns is the host owner's. */
  const ownerNumber = (owner: string): number | null => (owner === NOBODY ? hostOwner(db) : userNumber(owner))

  const workspacesOf = (id: number, { reads }: Caller) =>
    workspaces(db, reads)
      .filter(({ owner }) => ownerNumber(owner) === id)
      .map(({ id: lane, title, cwd }) => ({ id: lane, title, cwd }))

  const found = (text: string): StoredUser | undefined => (ROW_ID.test(text) ? userById(db, Number(text)) : undefined)

  /** Returns what each user used in the days before now. */
  const usageOf = (days: number, { reads }: Caller) => {
    const to = Math.ceil((clock.now() + 1) / QUARTER) * QUARTER
    const totals = new Map<number | null, { cost: number; tokens: number }>()
    for (const [owner, usage] of usageOfOwners(db, reads, book(), { from: to - days * DAY, to })) {
      const id = ownerNumber(owner)
      const before = totals.get(id) ?? NOTHING
      totals.set(id, { cost: before.cost + toUsd(usage.cost), tokens: before.tokens + tokensOf(usage) })
    }
    return (id: number) => totals.get(id) ?? NOTHING
  }

  const list = (request: Caller) => {
    const [week, month] = [usageOf(7, request), usageOf(30, request)]
    const open = logins.counts()
    const sessions = new Map<number | null, number>()
    for (const [owner, n] of sessionsByOwner(db, request.reads)) {
      const id = ownerNumber(owner)
      sessions.set(id, (sessions.get(id) ?? 0) + n)
    }
    const lanes = new Map<number | null, number>()
    for (const { owner } of workspaces(db, request.reads)) {
      const id = ownerNumber(owner)
      lanes.set(id, (lanes.get(id) ?? 0) + 1)
    }
    return allUsers(db).map((user) => ({
      ...shape(user, open.get(user.id) ?? 0),
      workspaces: lanes.get(user.id) ?? 0,
      sessions: sessions.get(user.id) ?? 0,
      usage7d: week(user.id),
      usage30d: month(user.id),
    }))
  }

  const administrator = ({ author, principal }: Caller) => ({ author, login: principal.login ?? null })

  /** Runs work on the user of a path. An id that is no number is that of nobody. */
  const about = <A, E, R>(id: string, work: (id: number) => Effect.Effect<A, E, R>) => {
    const user = found(id)
    return user === undefined ? Effect.fail(noUser()) : work(user.id)
  }

  return {
    'GET /api/users': (_input, request) => ok({ users: list(request) }),
    'GET /api/users/storage': ({ query }) => ok(userStorage.read(query.refresh)),
    'GET /api/users/audit': ({ query: { limit, before = null, user = null, kind = null, fold } }) => {
      const { rows, next } = auditRows(db, { limit, before, user, kind })
      const displays = new Map(allUsers(db).map((one) => [one.id, userSecrets.personOf(one).displayName]))
      const named = rows.map((row) => ({
        ...row,
        reader_display: displays.get(row.reader_id ?? 0) ?? null,
        owner_display: displays.get(row.owner_id ?? 0) ?? null,
      }))
      return ok({ rows: fold ? folded(named) : named, next })
    },
    'POST /api/users': ({ body }, { author }) =>
      Effect.map(commands.create(body, author), (user) => ({ status: 201 as const, json: { user: shape(user) } })),
    'GET /api/users/:id': ({ params }, request) => {
      const user = found(params.id)
      return user === undefined ? noUser() : ok({ user: shape(user), workspaces: workspacesOf(user.id, request) })
    },
    'GET /api/users/:id/avatar': ({ params }) =>
      about(params.id, (id) => Effect.flatMap(avatars.read(id), pictureReply)),
    'PATCH /api/users/:id': ({ params, body }, request) =>
      about(params.id, (id) =>
        Effect.map(commands.update(id, body, administrator(request)), ({ user, passwordChanged }) => ({
          ...ok({ user: shape(user), workspaces: workspacesOf(id, request) }),
          headers: passwordChanged ? renewedCookie(logins, request, id) : {},
        })),
      ),
    'POST /api/users/:id/password': ({ params, body }, request) =>
      about(params.id, (id) =>
        Effect.map(commands.setPassword(id, body['password'], administrator(request)), (ended) => ({
          ...ok({ ok: true as const, ended }),
          headers: renewedCookie(logins, request, id),
        })),
      ),
    'POST /api/users/:id/workspaces': ({ params, body }, { author, reads }) =>
      about(params.id, (id) =>
        Effect.flatMap(commands.assign(id, body['laneId'], author), (lane) => {
          const row = laneById(db, reads, lane)
          return row === undefined
            ? Effect.fail(reject('ENOLANE', 'lane not found'))
            : Effect.succeed(ok({ ok: true as const, lane: { id: row.id, title: row.title, cwd: row.cwd } }))
        }),
      ),
    'DELETE /api/users/:id': ({ params }, { author }) =>
      about(params.id, (id) =>
        Effect.zipRight(
          commands.remove(id, author),
          Effect.as(
            Effect.promise(() => avatars.forget(id)),
            done,
          ),
        ),
      ),
  }
}

const NOTHING = { cost: 0, tokens: 0 }

const tokensOf = ({ input_tokens, output_tokens, cache_read_tokens, cache_write_tokens }: UsageTotals): number =>
  input_tokens + output_tokens + cache_read_tokens + cache_write_tokens
