import type { Database } from 'better-sqlite3'
import type { TokenStore } from '../../commands/ports/tokens.js'

/** Returns the tokens of a database. */
export const accountsTokens = (db: Database): TokenStore => {
  const add = db.prepare('insert or replace into token (kind, id, digest) values (?, ?, ?)')
  const find = db.prepare<[string, string], string>('select id from token where kind = ? and digest = ?').pluck()
  const touch = db.prepare('update token set used = ? where kind = ? and id = ?')
  const usedAt = db.prepare<[string, string], number | null>('select used from token where kind = ? and id = ?').pluck()
  const remove = db.prepare('delete from token where kind = ? and id = ?')
  const ids = db.prepare<[string], string>('select id from token where kind = ?').pluck()
  return {
    add: (kind, id, digest) => void add.run(kind, id, digest),
    find: (kind, digest) => find.get(kind, digest),
    touch: (kind, id, at) => void touch.run(at, kind, id),
    usedAt: (kind, id) => usedAt.get(kind, id) ?? null,
    remove: (kind, id) => void remove.run(kind, id),
    ids: (kind) => ids.all(kind),
  }
}
