import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Vault } from '../../commands/ports/vault.js'
import { keyFile } from './key.js'
import { unseal } from './seal.js'

/**
 * Moves the secrets of earlier releases, which were in JSON files, into the database. The files are deleted when it has them.
 * @throws if a file cannot be deleted: the next start would bring back what was changed meanwhile
 */
export const moveEarlierVaults = (
  dataDir: string,
  db: Database,
  vault: Vault,
  complain: (line: string) => void,
): void => {
  const [plain, sealed, key] = ['vault.json', 'git-credentials.json', 'git-credentials.key'].map((name) =>
    join(dataDir, name),
  ) as [string, string, string]
  if (![plain, sealed, key].some((path) => existsSync(path))) return
  const logins = valuesIn(sealed, 'save the logins for git again', complain)
  const loginKey = keyFile(key).read()
  db.transaction(() => {
    for (const [name, value] of valuesIn(plain, 'webhooks and push must be set up again', complain))
      vault.set(name, value)
    for (const [name, value] of logins) {
      const secret = typeof value === 'string' ? unseal(Buffer.from(value, 'base64'), name, loginKey) : undefined
      if (secret !== undefined) vault.set(name, secret)
    }
  }).immediate()
  // The key goes last: without it the logins could not be moved again after a crash.
  for (const path of [plain, sealed, key]) rmSync(path, { force: true })
}

const valuesIn = (path: string, lost: string, complain: (line: string) => void): readonly [string, unknown][] => {
  if (!existsSync(path)) return []
  try {
    const values: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof values === 'object' && values !== null && !Array.isArray(values)) return Object.entries(values)
  } catch {
    // Reported below: the error's own message could contain parts of the file.
  }
  const aside = `${path}.broken`
  renameSync(path, aside)
  complain(`${path} cannot be read and was moved to ${aside}: ${lost}`)
  return []
}
