import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sqliteCursors } from '../../../../src/adapters/sqlite/cursors.js'
import { openParser } from '../../../../src/adapters/transcripts/thread/parser.js'
import { erasedTranscripts } from '../../../../src/commands/ingest/erased.js'
import { importHistory } from '../../../../src/commands/ingest/history.js'
import type { TranscriptParser } from '../../../../src/commands/ports/transcripts.js'
import { ownersIn } from '../../../../src/wiring/owners.js'
import { openKernel } from '../../../support/kernel/kernel.js'

let home: string
let parser: TranscriptParser
let kernel: ReturnType<typeof openKernel>
let clock = Date.now()
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'switchyard-old-'))
  mkdirSync(join(home, 'projects', '-p'), { recursive: true })
  parser = openParser(null, () => undefined)
  kernel = openKernel()
})
afterEach(async () => {
  await parser.close()
  await kernel.close()
  rmSync(home, { recursive: true, force: true })
})

const put = (session: string, cwd: string, at: number): void => {
  const message = { role: 'user', content: 'fix it' }
  const prompt = {
    type: 'user',
    uuid: session,
    cwd,
    sessionId: session,
    timestamp: new Date(at).toISOString(),
    message,
  }
  writeFileSync(join(home, 'projects', '-p', `${session}.jsonl`), `${JSON.stringify(prompt)}\n`)
}

/** Imports the history, and returns how many sessions looked active each time that progress was reported, and at the end. */
const imported = async (): Promise<{ readonly most: number; readonly left: readonly string[] }> => {
  const { committer, projector } = kernel
  const { db } = projector
  const active = () => db.all<{ id: string }>(`select id from p_session where status = 'active' order by id`)
  const cursors = sqliteCursors(db)
  const inUse = { claude: new Set(['/in-use']), codex: new Set<string>() }
  let most = 0
  const read = importHistory({
    committer,
    parser,
    cursors,
    db,
    erased: erasedTranscripts(committer, db, () => true),
    owners: ownersIn(home, db, cursors),
    clock: { now: () => clock, monotonic: () => 0 },
    processes: { agentDirectories: () => inUse },
    companions: { readAll: () => Promise.resolve() },
    nextId: () => 'import',
    room: () => Promise.resolve(),
  })
  await read({ claude: home, codex: null }, 'default', () => {
    clock += 1
    most = Math.max(most, active().length)
  })
  return { most, left: active().map(({ id }) => id) }
}

const DAY = 86_400_000

it('sessions of a history end while it is read, so that they never fill the list of those that wait', async () => {
  for (let n = 0; n < 150; n++) put(`old-${n}`, '/repo', clock - DAY)
  const { most, left } = await imported()
  expect(left).toEqual([])
  // Twenty that are not ended yet, and one that each of the eight readers has just read.
  expect(most).toBeLessThanOrEqual(28)
})

it('sessions in whose directory an agent runs, and new ones, are left as they are', async () => {
  for (let n = 0; n < 50; n++) put(`old-${n}`, '/repo', clock - DAY)
  put('in-use', '/in-use', clock - DAY)
  put('new', '/repo', clock - 60_000)
  expect((await imported()).left).toEqual(['in-use', 'new'])
})
