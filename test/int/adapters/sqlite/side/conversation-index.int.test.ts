import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConversationIndex } from '../../../../../src/adapters/sqlite/side/conversation-index.js'
import { SideFile } from '../../../../../src/adapters/sqlite/side/side-file.js'
import { openParser } from '../../../../../src/adapters/transcripts/thread/parser.js'
import type { TranscriptParser } from '../../../../../src/commands/ports/transcripts.js'
import { type Kernel, openKernel } from '../../../../support/kernel/kernel.js'
import { readAll } from '../../../../support/kernel/reading.js'
import { replies } from '../../../../support/transcripts/replies.js'

const idOf = (n: number): string => `${n}1111111-1111-4111-8111-111111111111`
const SESSIONS = [1, 2, 3]

let parser: TranscriptParser
let kernel: Kernel
let file: SideFile
beforeAll(() => {
  parser = openParser(null, () => undefined)
})
afterAll(() => parser.close())
beforeEach(async () => {
  kernel = openKernel()
  const project = join(kernel.folder, 'claude', 'projects', '-repo')
  mkdirSync(project, { recursive: true })
  for (const n of SESSIONS) writeFileSync(join(project, `${idOf(n)}.jsonl`), replies(idOf(n), 4))
  await readAll(kernel, parser, { claude: join(kernel.folder, 'claude'), codex: null })
  file = new SideFile(join(kernel.folder, 'switchyard.db'), join(kernel.folder, 'side.db'))
})
afterEach(async () => {
  file.close()
  await kernel.close()
})

const complaints: string[] = []
const index = (): ConversationIndex => new ConversationIndex(file, null, (line) => complaints.push(line))
/** Returns the number of indexed lines by session. */
const found = (): Readonly<Record<string, number>> => {
  const rows = file.db.all<{ id: string; n: number }>(
    `select s.id, count(l.id) as n from p_session s left join side.talk t on t.stream = s.stream
     left join side.talk_line l on l.talk = t.id group by s.id`,
  )
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]))
}

describe.each(SESSIONS)('an unreadable conversation (number %i of three)', (broken) => {
  it('is skipped with a log message, and the other conversations are indexed', () => {
    const row = kernel.connection.prepare('select stream from p_session where id = ?').get(idOf(broken))
    const { stream } = row as { stream: number }
    file.own
      .prepare(`insert into talk (stream, agent, line, offset, shown) values (?, '', 1, 0, '{broken')`)
      .run(stream)
    complaints.length = 0
    const conversations = index()
    for (let steps = 0; steps < 50 && conversations.advance(); steps++);
    expect(conversations.isBehind()).toBe(false)
    expect(found()).toEqual(Object.fromEntries(SESSIONS.map((n) => [idOf(n), n === broken ? 0 : 4])))
    expect(complaints).toEqual([expect.stringContaining(idOf(broken))])
  })
})
