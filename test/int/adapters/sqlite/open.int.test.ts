import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KERNEL_VERSION } from '../../../../src/adapters/sqlite/kernel-schema.js'
import { versionIn } from '../../../../src/adapters/sqlite/header.js'
import { CannotOpen, DATABASE_FILE, openWriter, prepareDataDirectory } from '../../../../src/adapters/sqlite/open.js'
import { footprintOf } from '../../../support/service/footprint.js'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-open-'))
  file = join(folder, DATABASE_FILE)
  openWriter(prepareDataDirectory(folder), 'normal').close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Leaves the database as if its process was killed after these statements. */
const killedAfter = (...statements: readonly string[]): void => {
  const copy = mkdtempSync(join(tmpdir(), 'switchyard-killed-'))
  const connection = new Database(file)
  connection.pragma('journal_mode = wal')
  connection.pragma('wal_autocheckpoint = 0')
  for (const statement of statements) connection.exec(statement)
  cpSync(folder, copy, { recursive: true })
  connection.close()
  rmSync(folder, { recursive: true })
  cpSync(copy, folder, { recursive: true, preserveTimestamps: true })
  rmSync(copy, { recursive: true })
}
const start = (): void => openWriter(prepareDataDirectory(folder), 'normal').close() as unknown as void

describe('a database of a newer release', () => {
  it('is rejected and left unchanged, also when its version is only in the write-ahead log', () => {
    killedAfter('pragma user_version = 99')
    expect(readFileSync(file).readInt32BE(60)).toBe(KERNEL_VERSION)
    const before = footprintOf(folder)
    expect(start).toThrow('newer release')
    expect(footprintOf(folder)).toEqual(before)
  })

  it('is detected by its last committed version, not by one rolled back, overwritten or truncated', () => {
    killedAfter(
      'pragma user_version = 99',
      `pragma user_version = ${KERNEL_VERSION}`,
      `insert into meta values ('a', 'b')`,
    )
    expect(versionIn(file)).toBe(KERNEL_VERSION)
    killedAfter('begin; pragma user_version = 99; rollback')
    expect(versionIn(file)).toBe(KERNEL_VERSION)
    killedAfter('pragma wal_checkpoint(truncate)', `insert into meta values ('c', 'd')`, 'pragma user_version = 99')
    expect(versionIn(file)).toBe(99)
    truncateSync(`${file}-wal`, readFileSync(`${file}-wal`).length - 1)
    expect(versionIn(file)).toBe(KERNEL_VERSION)
    expect(start).not.toThrow()
  })
})

describe('a damaged database', () => {
  const hint = /^\S+switchyard\.db is damaged \(.+\): restore a backup, or move it .+ imported again/

  it.each([
    ['a text', Buffer.from('these are no pages of a database, whatever stands in them. '.repeat(200))],
    ['noise', Buffer.alloc(8192, 0xff)],
    ['a few bytes', Buffer.from('SQL')],
  ])('that is %s is reported as damaged with instructions, not as newer', (_kind, bytes) => {
    writeFileSync(file, bytes)
    expect(start).toThrow(CannotOpen)
    expect(start).toThrow(hint)
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })

  it('with damage after the header of its first page is reported with instructions', () => {
    const bytes = readFileSync(file).fill(0x5a, 100, 4096)
    writeFileSync(file, bytes)
    expect(start).toThrow(CannotOpen)
    expect(start).toThrow(hint)
  })
})
