import { chmodSync, existsSync, readFileSync, renameSync } from 'node:fs'
import type { Vault } from '../../commands/ports/vault.js'
import { replaceFile } from '../files/replace-file.js'

const PRIVATE = 0o600

/**
 * Opens a store of secrets: one small file that only its owner can read, replaced atomically.
 * @param lost what the user has to do when the file cannot be read
 */
export const openVault = (path: string, lost: string, complain: (line: string) => void): Vault => {
  const secrets = read(path, lost, complain)
  const write = (): void => replaceFile(path, JSON.stringify(Object.fromEntries(secrets)), PRIVATE)
  /** Changes one value, in memory only if the file could be written. */
  const change = (name: string, value: unknown): void => {
    const before = secrets.get(name)
    put(secrets, name, value)
    try {
      write()
    } catch (error) {
      put(secrets, name, before)
      throw error
    }
  }
  return {
    get: (name) => secrets.get(name),
    names: () => [...secrets.keys()],
    set: change,
    remove: (name) => {
      if (secrets.has(name)) change(name, undefined)
    },
  }
}

const put = (secrets: Map<string, unknown>, name: string, value: unknown): void => {
  if (value === undefined) secrets.delete(name)
  else secrets.set(name, value)
}

const read = (path: string, lost: string, complain: (line: string) => void): Map<string, unknown> => {
  if (!existsSync(path)) return new Map()
  chmodSync(path, PRIVATE)
  try {
    const held: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof held === 'object' && held !== null && !Array.isArray(held)) return new Map(Object.entries(held))
  } catch {
    // Reported below: the error's own message could contain parts of the file.
  }
  const aside = `${path}.broken`
  renameSync(path, aside)
  complain(`${path} cannot be read and was moved to ${aside}: ${lost}`)
  return new Map()
}
