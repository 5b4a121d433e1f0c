import { closeSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '../../../../../src/adapters/transcripts/archive/archive.js'
import { editsFile } from '../../../../../src/adapters/transcripts/archive/index-file.js'
import { openRegular, reading } from '../../../../../src/adapters/files/regular-file.js'
import { fingerprint } from '../../../../../src/adapters/transcripts/files/fingerprint.js'
import { EditReader } from '../../../../../src/adapters/transcripts/pages/edits.js'
import type { Cursor, TranscriptFile } from '../../../../../src/commands/ports/transcripts.js'

const timestamp = '2026-11-01T10:00:00.000Z'
const line = (value: object): string => `${JSON.stringify({ timestamp, ...value })}\n`
const edit = (id: string, file: string): string => {
  const input = { file_path: file, old_string: 'x', new_string: 'y' }
  return line({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Edit', input }] },
  })
}
const result = (id: string): string => {
  const content = [{ type: 'tool_result', tool_use_id: id, content: 'ok' }]
  return line({ type: 'user', message: { role: 'user', content }, toolUseResult: {} })
}
const LONG = line({ type: 'user', message: { role: 'user', content: 'x'.repeat(9 * 1024 * 1024) } })

let folder: string
let path: string
let root: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edit-store-'))
  path = join(folder, 'session.jsonl')
  root = join(folder, 'archive')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const conversation = { session: 's', agent: null, provider: 'claude' } as const
/** Returns the cursor of a transcript that was read to its end. */
const cursorOf = (): Cursor => {
  const opened = openRegular(path)
  if (opened === null) throw new Error('no transcript')
  const offset = opened.stats.size
  const head = fingerprint(reading(opened.fd), offset)
  closeSync(opened.fd)
  return { offset, line: 1, head, session: 's', state: '{}', index: '{}' }
}
/** Reads with a new reader, as after a restart of the thread. */
const edits = () => {
  const reader = new EditReader(root)
  const cursor = cursorOf()
  for (;;) {
    const index = reader.index({ ...conversation, path, cursor })
    if (index.isComplete) return index.edits
  }
}
const stored = (): string => editsFile(root, 's', null)
/** Changes the stored index, which shows whether it is read. */
const change = (from: string, to: string): void => {
  const text = readFileSync(stored(), 'utf8')
  expect(text).toContain(from)
  writeFileSync(stored(), text.replace(from, to))
}

describe('the index of a long transcript', () => {
  it('is not stored before the transcript is archived', () => {
    writeFileSync(path, LONG + edit('c1', '/repo/a.ts') + result('c1') + edit('c2', '/repo/b.ts'))
    expect(edits()).toHaveLength(2)
    expect(existsSync(stored())).toBe(false)
  })

  it('is stored with the archive, and continued by the next reader', async () => {
    const file: TranscriptFile = { path, provider: 'claude', session: 's', agent: null, size: 0, mtimeMs: 0, inode: 0 }
    await openArchive(root).keep(file, cursorOf(), true)
    expect(edits()).toHaveLength(2)
    change('/repo/a.ts', '/repo/stored.ts')
    writeFileSync(path, readFileSync(path, 'utf8') + result('c2') + edit('c3', '/repo/c.ts'))
    expect(edits().map((one) => [one.path, one.line, one.state])).toEqual([
      ['/repo/stored.ts', 2, 'done'],
      ['/repo/b.ts', 4, 'done'],
      ['/repo/c.ts', 6, 'pending'],
    ])
  })

  it('has the places of the lines, which are read again', () => {
    const answer = new EditReader(root).hunks({
      ...conversation,
      path,
      cursor: cursorOf(),
      edits: [{ call: 'c1', part: 0 }],
    })
    expect(answer[0]?.hunks[0]?.lines).toEqual(['-x', '+y'])
  })

  it('is not used when the rules have changed or the file is damaged', () => {
    change('"rules":', '"rules":-')
    expect(edits()[0]?.path).toBe('/repo/a.ts')
    change('/repo/a.ts', '/repo/stored.ts')
    writeFileSync(stored(), readFileSync(stored(), 'utf8').slice(0, -9))
    expect(edits()[0]?.path).toBe('/repo/a.ts')
  })

  it('is not used for a transcript that was replaced', () => {
    change('/repo/a.ts', '/repo/stored.ts')
    writeFileSync(path, edit('other', '/repo/other.ts'))
    expect(edits()).toMatchObject([{ call: 'other', path: '/repo/other.ts' }])
  })

  it('is deleted with the session', async () => {
    expect(existsSync(stored())).toBe(true)
    await openArchive(root).forget('s')
    expect(existsSync(stored())).toBe(false)
  })
})
