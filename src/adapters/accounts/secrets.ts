import { join } from 'node:path'
import type { LoginStore } from '../../commands/ports/logins.js'
import type { TokenStore } from '../../commands/ports/tokens.js'
import type { Vault } from '../../commands/ports/vault.js'
import { openAccounts } from './database.js'
import { moveEarlierVaults } from './earlier-vaults.js'
import { keyFile } from './key.js'
import { accountsLogins } from './logins.js'
import { accountsTokens } from './tokens.js'
import { accountsVault } from './vault.js'

interface Secrets {
  readonly vault: Vault
  readonly logins: LoginStore
  readonly tokens: TokenStore
  readonly close: () => void
}

/** Opens the secrets of a data directory, whose writer lock the caller holds. */
export const openSecrets = (dataDir: string, complain: (line: string) => void): Secrets => {
  const db = openAccounts(join(dataDir, 'accounts.db'), complain)
  const vault = accountsVault(db, keyFile(join(dataDir, 'vault.key')))
  moveEarlierVaults(dataDir, db, vault, complain)
  return { vault, logins: accountsLogins(db), tokens: accountsTokens(db), close: () => void db.close() }
}
