import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seal } from '../../../../src/adapters/accounts/seal.js'
import { openSecrets } from '../../../../src/adapters/accounts/secrets.js'
import type { Vault } from '../../../../src/commands/ports/vault.js'

let folder: string
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-accounts-'))
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string): string => join(folder, name)
/** Opens the secrets as a start of the service does, and closes them as its end does. */
const opened = <A>(work: (vault: Vault) => A): A => {
  const { vault, close } = openSecrets(folder, (line) => said.push(line))
  try {
    return work(vault)
  } finally {
    close()
  }
}
const bytesOfAll = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(at(name), 'latin1'))
    .join('\n')

describe('the secrets', () => {
  it('are returned, also after a restart', () => {
    opened((vault) => {
      vault.set('a', { url: 'https://x' })
      vault.set('b', 'two')
    })
    expect(opened((vault) => [vault.get('a'), vault.get('b'), vault.get('c'), vault.names()])).toEqual([
      { url: 'https://x' },
      'two',
      undefined,
      ['a', 'b'],
    ])
  })

  it('are in files that only their owner can read, whatever their mode was before', () => {
    writeFileSync(at('accounts.db'), '', { mode: 0o644 })
    opened((vault) => vault.set('a', 1))
    expect(readdirSync(folder).map((name) => [name, statSync(at(name)).mode & 0o777])).toEqual([
      ['accounts.db', 0o600],
      ['vault.key', 0o600],
    ])
  })

  it('are encrypted, and a deleted one leaves no bytes behind', () => {
    const sealed = opened((vault) => {
      vault.set('keeps', 'hush-hush-secret')
      vault.set('goes', 'another-secret'.repeat(40))
      return readFileSync(at('accounts.db')).subarray(0)
    })
    expect(sealed.includes('hush-hush')).toBe(false)
    const before = sealed.length
    opened((vault) => vault.remove('goes'))
    const after = readFileSync(at('accounts.db'))
    expect(after.length).toBeLessThanOrEqual(before)
    // Any 24 bytes of the old ciphertext would do; the name stands for them, because it is stored beside it.
    expect(after.includes('goes')).toBe(false)
    expect(bytesOfAll()).not.toMatch(/hush-hush|another-secret/)
  })

  it('are missing without their key, and with another one', () => {
    opened((vault) => vault.set('a', 1))
    rmSync(at('vault.key'))
    expect(opened((vault) => vault.get('a'))).toBeUndefined()
    writeFileSync(at('vault.key'), Buffer.alloc(32, 7))
    expect(opened((vault) => vault.get('a'))).toBeUndefined()
    writeFileSync(at('vault.key'), 'short')
    expect(opened((vault) => vault.get('a'))).toBeUndefined()
  })

  it('keep an old value when a write fails', () => {
    opened((vault) => vault.set('a', 1))
    rmSync(at('vault.key'))
    writeFileSync(at('vault.key'), 'not a key')
    opened((vault) => expect(() => vault.set('a', 2)).toThrow(/EEXIST/))
    expect(statSync(at('accounts.db')).size).toBeGreaterThan(0)
  })

  it.each([
    ['a text', 'not a database at all, hush-hush'.repeat(200)],
    ['zeros', '\0'.repeat(8192)],
  ])('move a damaged database aside (%s) and go on without it', (_what, text) => {
    writeFileSync(at('accounts.db'), text)
    opened((vault) => vault.set('a', 1))
    expect(readFileSync(at('accounts.db.broken'), 'utf8')).toBe(text)
    expect(said).toHaveLength(1)
    expect(said[0]).not.toContain('hush')
  })
})

describe('the vaults of earlier releases', () => {
  const KEY = Buffer.alloc(32, 3)
  /** A login as the earlier release stored it: with this key, for this name. */
  const LOGIN = ['git-login/local/https/git.example', 'p4ssw0rd'] as const

  const earlier = (): void => {
    writeFileSync(at('vault.json'), JSON.stringify({ 'webhook/w': { url: 'https://hooks.example/token' }, push: 5 }))
    writeFileSync(
      at('git-credentials.json'),
      JSON.stringify({ [LOGIN[0]]: seal(LOGIN[1], LOGIN[0], KEY).toString('base64'), broken: 'AAAA', odd: 7 }),
    )
    writeFileSync(at('git-credentials.key'), KEY)
  }

  it('move into the database once, and their files are deleted', () => {
    earlier()
    const values = opened((vault) => vault.names().map((name) => [name, vault.get(name)]))
    expect(values).toEqual([LOGIN, ['push', 5], ['webhook/w', { url: 'https://hooks.example/token' }]])
    expect(readdirSync(folder)).toEqual(['accounts.db', 'vault.key'])
    expect(bytesOfAll()).not.toMatch(/p4ssw0rd|hooks\.example/)
    expect(said).toEqual([])
  })

  it('move again when a crash kept their files', () => {
    earlier()
    opened(() => undefined)
    earlier()
    rmSync(at('vault.json'))
    expect(opened((vault) => vault.get(LOGIN[0]))).toBe(LOGIN[1])
    expect(readdirSync(folder)).toEqual(['accounts.db', 'vault.key'])
  })

  it('lose logins whose key is lost, and keep the rest', () => {
    earlier()
    rmSync(at('git-credentials.key'))
    expect(opened((vault) => vault.names())).toEqual(['push', 'webhook/w'])
  })

  it.each(['{"a":"hush', '[]', '"hush"', ''])('are moved aside if they are damaged (%s)', (text) => {
    writeFileSync(at('vault.json'), text)
    opened((vault) => vault.set('b', 1))
    expect(readFileSync(at('vault.json.broken'), 'utf8')).toBe(text)
    expect(said).toHaveLength(1)
    expect(said[0]).not.toContain('hush')
  })
})
