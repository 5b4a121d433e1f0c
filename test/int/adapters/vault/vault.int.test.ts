import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openVault } from '../../../../src/adapters/vault/vault.js'

let folder: string
let file: string
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-vault-'))
  file = join(folder, 'vault.json')
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => openVault(file, 'enter it again', (line) => said.push(line))

describe('the vault', () => {
  it('returns stored values, also after a restart', () => {
    open().set('a', { url: 'https://x' })
    open().set('b', 'two')
    expect([open().get('a'), open().get('b'), open().get('c')]).toEqual([{ url: 'https://x' }, 'two', undefined])
  })

  it('is a file that only its owner can read, whatever its mode was before', () => {
    writeFileSync(file, '{"a":1}', { mode: 0o644 })
    open().set('b', 2)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['vault.json'])
  })

  it('deletes removed values from the file', () => {
    open().set('a', 'hush')
    open().remove('a')
    expect(readFileSync(file, 'utf8')).not.toContain('hush')
  })

  it('creates no file before the first secret', () => {
    open().remove('a')
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(['{"a":"hush', '[]', '"hush"', ''])('moves an invalid file (%s) aside and never overwrites it', (text) => {
    writeFileSync(file, text)
    const vault = open()
    vault.set('b', 1)
    expect(readFileSync(`${file}.broken`, 'utf8')).toBe(text)
    expect(said).toHaveLength(1)
    expect(said[0]).not.toContain('hush')
  })

  it('keeps its values when a write fails', () => {
    const vault = open()
    vault.set('a', 1)
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file in the way')
    expect(() => vault.set('a', 2)).toThrow(/./)
    expect(vault.get('a')).toBe(1)
  })
})
