import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fchmodSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Vault } from '../../commands/ports/vault.js'

const PRIVATE = 0o600
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Returns a vault whose values are encrypted with a key from a file of its own, so that a copy of one of the two files is
 * worthless. The key is created with the first value. A value that cannot be decrypted is missing.
 */
export const sealedVault = (vault: Vault, keyFile: string): Vault => ({
  ...vault,
  get: (name) => {
    const sealed = vault.get(name)
    return typeof sealed === 'string' ? opened(sealed, name, keyIn(keyFile)) : undefined
  },
  set: (name, value) => vault.set(name, seal(value, name, keyIn(keyFile) ?? createKey(keyFile))),
})

/** The name is authenticated: a value that was moved to another name cannot be decrypted. */
const seal = (value: unknown, name: string, key: Buffer): string => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(name))
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

const opened = (sealed: string, name: string, key: Buffer | null): unknown => {
  if (key === null) return undefined
  try {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return JSON.parse(text.toString('utf8'))
  } catch {
    return undefined
  }
}

const keyIn = (file: string): Buffer | null => {
  if (!existsSync(file)) return null
  const key = readFileSync(file)
  if (key.length !== KEY_BYTES) throw new Error(`${file} is not a key; delete it and save the logins again`)
  return key
}

const createKey = (file: string): Buffer => {
  const key = randomBytes(KEY_BYTES)
  // Fails if the file exists: another key would make the stored values unreadable.
  const descriptor = openSync(file, 'wx', PRIVATE)
  try {
    fchmodSync(descriptor, PRIVATE)
    writeSync(descriptor, key)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return key
}
