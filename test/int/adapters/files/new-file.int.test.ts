import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newFile } from '../../../../src/adapters/files/new-file.js'

const MB = 1024 * 1024

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-file-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a new file', () => {
  it('contains all writes and is readable only by its owner', async () => {
    const pieces = [1, 5 * MB, 3, 4 * MB, 0, 700_001].map((length, i) => Buffer.alloc(length, i + 1))
    const path = join(folder, 'new')
    await pipeline(Readable.from(pieces), newFile(path))
    expect(readFileSync(path).equals(Buffer.concat(pieces))).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('never overwrites another file', async () => {
    const path = join(folder, 'there')
    writeFileSync(path, 'kept')
    await expect(pipeline(Readable.from([Buffer.from('new')]), newFile(path))).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(path, 'utf8')).toBe('kept')
  })
})
