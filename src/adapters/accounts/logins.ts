import type { Database } from 'better-sqlite3'
import type { AttemptKind, Login, LoginStore } from '../../commands/ports/logins.js'
import { ATTEMPT_WINDOW, IDLE_DAYS, LOGIN_DAYS } from '../../domain/account/login.js'
import { DAY } from '../../domain/time.js'

const COLUMNS = 'id, user, created as createdAt, used as usedAt'

/** Returns the logins of a database. */
export const accountsLogins = (db: Database): LoginStore => {
  const insert = db.prepare(
    `insert into login (user, digest, created, used, address, agent)
     values (@user, @digest, @at, @at, @address, @agent)`,
  )
  const byDigest = db.prepare<[string], Login>(`select ${COLUMNS} from login where digest = ?`)
  const byId = db.prepare<[number], Login>(`select ${COLUMNS} from login where id = ?`)
  const touch = db.prepare('update login set used = ? where id = ?')
  const open = 'created > @born and used > @seen'
  const ofUser = db
    .prepare<[object], number>(`select id from login where user = @user and ${open} order by used, id`)
    .pluck()
  const counts = db.prepare<[object], { user: number; n: number }>(
    `select user, count(*) as n from login where ${open} group by user`,
  )
  const remove = db.prepare('delete from login where id = ?')
  const expire = db.prepare('delete from login where created <= @born or used <= @seen')
  const replace = db.prepare('update login set digest = ? where id = ?')
  const seen = db.prepare('insert or replace into login_address (user, address, at) values (?, ?, ?)')
  const from = db.prepare<[number, string, number]>(
    'select 1 from login_address where user = ? and address = ? and at >= ?',
  )
  const attempted = db.prepare('insert into attempt (kind, key, at) values (?, ?, ?)')
  const forget = db.prepare('delete from attempt where at <= ?')
  const attempts = db
    .prepare<[string, string, number], number>(
      'select at from attempt where kind = ? and key = ? and at > ? order by at',
    )
    .pluck()
  const forgive = db.prepare('delete from attempt where kind = ? and key = ?')

  const limits = (now: number) => ({ born: now - LOGIN_DAYS * DAY, seen: now - IDLE_DAYS * DAY })

  return {
    open: db.transaction((login) => {
      expire.run(limits(login.at))
      seen.run(login.user, login.address, login.at)
      return Number(insert.run(login).lastInsertRowid)
    }),
    find: (digest) => byDigest.get(digest),
    byId: (id) => byId.get(id),
    touch: (id, at) => void touch.run(at, id),
    ofUser: (user, now) => ofUser.all({ user, ...limits(now) }),
    counts: (now) => new Map(counts.all(limits(now)).map(({ user, n }) => [user, n])),
    end: db.transaction((ids: readonly number[]) => {
      for (const id of ids) remove.run(id)
    }),
    replace: (id, digest) => void replace.run(digest, id),
    hasLoggedInFrom: (user, address, since) => from.get(user, address, since) !== undefined,
    attempted: db.transaction((kind: AttemptKind, key: string, at: number) => {
      forget.run(at - ATTEMPT_WINDOW)
      attempted.run(kind, key, at)
    }),
    attempts: (kind, key, since) => attempts.all(kind, key, since),
    forgive: (kind, key) => void forgive.run(kind, key),
  }
}
