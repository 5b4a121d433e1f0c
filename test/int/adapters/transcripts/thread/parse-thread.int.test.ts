import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteCursors } from '../../../../../src/adapters/sqlite/cursors.js'
import { openParser } from '../../../../../src/adapters/transcripts/thread/parser.js'
import { erasedTranscripts } from '../../../../../src/commands/ingest/erased.js'
import { importHistory } from '../../../../../src/commands/ingest/history.js'
import type { TranscriptFile, TranscriptParser } from '../../../../../src/commands/ports/transcripts.js'
import { ownersIn } from '../../../../../src/wiring/owners.js'
import { openKernel } from '../../../../support/kernel/kernel.js'
import { mortal } from '../../../../support/threads/mortal.js'

const MORTAL = mortal('parse-worker', 'openSync')

let home: string
let parser: TranscriptParser
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'switchyard-thread-'))
  mkdirSync(join(home, 'projects', '-p'), { recursive: true })
  parser = openParser(null, () => undefined, MORTAL)
})
afterEach(async () => {
  await parser.close()
  rmSync(home, { recursive: true, force: true })
})

const prompt = (session: string, n: number): string =>
  `${JSON.stringify({ type: 'user', uuid: `${session}-${n}`, timestamp: '2026-02-01T10:00:00.000Z', message: { role: 'user', content: `p${n}` } })}\n`
const put = (session: string, lines: number): TranscriptFile => {
  const path = join(home, 'projects', '-p', `${session}.jsonl`)
  writeFileSync(path, Array.from({ length: lines }, (_, n) => prompt(session, n)).join(''))
  const { size, mtimeMs, ino: inode } = statSync(path)
  return { path, provider: 'claude', session, agent: null, size, mtimeMs, inode }
}
const linesOf = async (file: TranscriptFile): Promise<number> => {
  let lines = 0
  for await (const slice of parser.read({ file, cursor: null, final: true })) lines += slice.lines
  return lines
}

describe('a parser thread that stops', () => {
  it('fails the file that crashed it and restarts for the next file', async () => {
    const [deadly, good] = [put('deadly', 1), put('good', 3)]
    for (let again = 0; again < 3; again++) {
      await expect(linesOf(deadly)).rejects.toThrow('the transcript parser stopped')
      expect(await linesOf(good)).toBe(3)
    }
  })

  it('returns each line of files read at the same time once', async () => {
    const long = parser.read({ file: put('long', 3000), cursor: null, final: true })[Symbol.asyncIterator]()
    const first = await long.next()
    const lines: number[] = [first.done === true ? 0 : first.value.lines]
    const [deadly, other] = [linesOf(put('deadly', 1)), linesOf(put('other', 700))]
    await expect(deadly).rejects.toThrow('stopped')
    for (let next = await long.next(); next.done !== true; next = await long.next()) lines.push(next.value.lines)
    expect(lines.reduce((sum, n) => sum + n, 0)).toBe(3000)
    expect(await other).toBe(700)
  })

  it('fails pending and new reads when the parser is closed', async () => {
    const reading = linesOf(put('good', 3000))
    await parser.close()
    await expect(reading).rejects.toThrow('stopped')
    await expect(linesOf(put('late', 1))).rejects.toThrow('closed')
  })

  it('adds an error to the import, which continues', async () => {
    for (let n = 0; n < 30; n++) put(`s-${n}`, 2)
    for (const deadly of ['deadly-1', 'deadly-2']) put(deadly, 1)
    const kernel = openKernel()
    try {
      const processes = { isAlive: () => false, startedAt: () => null, agentDirectories: () => null }
      const clock = { now: Date.now, monotonic: () => performance.now() / 1000 }
      const { committer, projector } = kernel
      const { db } = projector
      const erased = erasedTranscripts(committer, db, () => true)
      const cursors = sqliteCursors(db)
      const owners = ownersIn(home, db, cursors)
      const companions = { readAll: () => Promise.resolve() }
      const parts = { committer, parser, cursors, erased, owners, clock, processes, db, companions }
      const room = () => Promise.resolve()
      const read = importHistory({ ...parts, nextId: () => 'import', room })
      const { counters } = await read({ claude: home, codex: null }, 'default', () => undefined)
      expect(counters).toMatchObject({ files: 30, sessions: 30, lines: 60, errors: 2 })
    } finally {
      await kernel.close()
    }
  })
})
