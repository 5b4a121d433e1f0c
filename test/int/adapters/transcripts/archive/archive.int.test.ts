import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openArchive } from '../../../../../src/adapters/transcripts/archive/archive.js'
import { openCopy } from '../../../../../src/adapters/transcripts/archive/read.js'
import type { Cursor, TranscriptArchive, TranscriptFile } from '../../../../../src/commands/ports/transcripts.js'

/** Uncompressed bytes per gzip member. */
const MEMBER = 256 * 1024
const session = '../../escape'

let folder: string
let root: string
let path: string
let archive: TranscriptArchive

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'))
  root = join(folder, 'archive')
  path = join(folder, 'original.jsonl')
  archive = openArchive(root)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const text = (bytes: number, seed = 1): string => {
  let content = ''
  for (let line = seed; content.length < bytes; line = (line * 48_271) % 2_147_483_647) content += `{"n":${line}}\n`
  return content
}
function keep(settled: boolean, agent: string | null = null): Promise<void> {
  const { size, mtimeMs, ino: inode } = statSync(path)
  const file: TranscriptFile = { path, provider: 'claude', session, agent, size, mtimeMs, inode }
  const cursor: Cursor = { offset: size, line: 0, head: '', session, state: '', index: '' }
  return archive.keep(file, cursor, settled)
}
function kept(agent: string | null = null): string | null {
  const copy = openCopy(root, session, agent)
  if (copy === null) return null
  const bytes = Buffer.alloc(copy.size)
  const read = copy.readAt(bytes, 0)
  copy.close()
  return bytes.toString('utf8', 0, read)
}
const files = (): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' })
const dataFile = (): string => join(root, files().find((name) => name.endsWith('.gz')) ?? '')

describe('the archive of transcripts', () => {
  it('stores a compressed copy with the same bytes', async () => {
    const content = text(MEMBER * 2.5)
    writeFileSync(path, content)
    await keep(true)
    expect(kept()).toBe(content)
    expect(statSync(dataFile()).size).toBeLessThan(content.length / 2)
  })

  it('reads from the middle of a copy', async () => {
    const content = text(MEMBER * 3)
    writeFileSync(path, content)
    await keep(true)
    const copy = openCopy(root, session, null)
    const bytes = Buffer.alloc(1000)
    copy?.readAt(bytes, MEMBER * 2 - 500)
    copy?.close()
    expect(bytes.toString()).toBe(content.slice(MEMBER * 2 - 500, MEMBER * 2 + 500))
  })

  it('copies a growing transcript in full members, and the rest once it is settled', async () => {
    const content = text(MEMBER * 2.5)
    writeFileSync(path, content.slice(0, MEMBER / 2))
    await keep(false)
    expect(kept()).toBeNull()
    writeFileSync(path, content)
    await keep(false)
    expect(kept()).toBe(content.slice(0, MEMBER * 2))
    await keep(true)
    const size = statSync(dataFile()).size
    await keep(true)
    expect([kept(), statSync(dataFile()).size]).toEqual([content, size])
  })

  it('rewrites an incomplete last member with the lines that follow', async () => {
    const content = text(MEMBER * 1.5)
    writeFileSync(path, content.slice(0, MEMBER / 4))
    await keep(true)
    appendFileSync(path, content.slice(MEMBER / 4))
    await keep(true)
    expect(kept()).toBe(content)
  })

  it('repairs a copy that a crash truncated', async () => {
    const content = text(MEMBER * 3)
    writeFileSync(path, content)
    await keep(true)
    truncateSync(dataFile(), statSync(dataFile()).size - 100)
    expect(content.startsWith(kept() ?? '?')).toBe(true)
    appendFileSync(path, '{"n":"more"}\n')
    await keep(true)
    expect(kept()).toBe(`${content}{"n":"more"}\n`)
  })

  it('starts a new copy when the original was replaced, and keeps the older one', async () => {
    writeFileSync(path, text(1000, 1))
    await keep(true)
    writeFileSync(path, text(2000, 7))
    await keep(true)
    expect(kept()).toBe(readFileSync(path, 'utf8'))
    expect(files().filter((name) => name.endsWith('.gz'))).toHaveLength(2)
  })

  it('uses hashed names and private files, and deletes a session with all its agents', async () => {
    writeFileSync(path, text(1000))
    await keep(true)
    await keep(true, '../agent')
    expect(files().every((name) => /^[0-9a-f]{40}(\/(main|agent-[0-9a-f]{40})\.1\.json(l\.gz)?)?$/.test(name))).toBe(
      true,
    )
    expect(statSync(dataFile()).mode & 0o777).toBe(0o600)
    expect([archive.has(session, null), archive.has(session, '../agent'), archive.has('other', null)]).toEqual([
      true,
      true,
      false,
    ])
    await archive.forget(session)
    expect([archive.has(session, null), files()]).toEqual([false, []])
  })
})
