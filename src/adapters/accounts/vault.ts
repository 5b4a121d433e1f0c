import type { Database } from 'better-sqlite3'
import type { Vault } from '../../commands/ports/vault.js'
import type { KeyFile } from './key.js'
import { seal, unseal } from './seal.js'

/** Returns the secrets of a database. They are encrypted; one that cannot be decrypted is missing. */
export const accountsVault = (db: Database, key: KeyFile): Vault => {
  const get = db.prepare<[string], Buffer>('select sealed from secret where name = ?').pluck()
  const names = db.prepare<[], string>('select name from secret order by name').pluck()
  const set = db.prepare<[string, Buffer]>('insert or replace into secret (name, sealed) values (?, ?)')
  const remove = db.prepare<[string]>('delete from secret where name = ?')
  return {
    get: (name) => {
      const sealed = get.get(name)
      return sealed === undefined ? undefined : unseal(sealed, name, key.read())
    },
    names: () => names.all(),
    set: (name, value) => void set.run(name, seal(value, name, key.obtain())),
    remove: (name) => void remove.run(name),
  }
}
