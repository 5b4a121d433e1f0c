import { openSecrets } from '../../../src/adapters/accounts/secrets.js'

/** Returns all secrets of a data directory as one text. A service may be running. */
export const secretsIn = (dataDir: string): string => {
  const { vault, close } = openSecrets(dataDir, () => undefined)
  try {
    return JSON.stringify(Object.fromEntries(vault.names().map((name) => [name, vault.get(name)])))
  } finally {
    close()
  }
}
