import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readableConversations } from '../../../../../src/adapters/transcripts/pages/readable.js'
import type { StoredFile } from '../../../../../src/commands/ports/cursors.js'
import type { PageQuery } from '../../../../../src/commands/ports/transcripts.js'
import type { ConversingAgent } from '../../../../../src/projections/queries/conversations.js'

const cursor = { offset: 0, line: 0, head: '', session: 's', state: '', index: '' }
const noPage = { messages: [], total: 0, has_more: false, first_line: 0, last_line: 0 }
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readable-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const stored = (name: string, agent: string | null, mtimeMs = 1): StoredFile => ({
  path: join(folder, name),
  provider: 'claude',
  agent,
  size: 0,
  inode: 0,
  mtimeMs,
  cursor,
})
const agent = (id: string, type: ConversingAgent['type'], subagent_type: string | null = null): ConversingAgent => ({
  id,
  name: id,
  type,
  subagent_type,
})

function conversations(files: readonly StoredFile[], kept: readonly string[] = []) {
  const asked: PageQuery[] = []
  const readable = readableConversations({
    cursors: { ofSession: () => files },
    archive: { has: (_session, id) => kept.includes(id ?? 'main') },
    parser: {
      page: (query) => {
        asked.push(query)
        return Promise.resolve(noPage)
      },
      image: () => Promise.resolve(null),
      line: () => Promise.resolve(null),
      find: () => Promise.resolve({ hits: [], cut: false }),
      edits: () => Promise.resolve({ edits: [], isComplete: true }),
      hunks: () => Promise.resolve([]),
      markdown: async function* () {},
    },
  })
  return { readable, asked }
}

describe('the conversations of a session', () => {
  it('are readable while their transcript or a copy exists', () => {
    writeFileSync(join(folder, 'main.jsonl'), '')
    const files = [stored('main.jsonl', null), stored('gone.jsonl', 'a1'), stored('lost.jsonl', 'a2')]
    const agents = [agent('s-main', 'main'), agent('a1', 'subagent', 'Explore'), agent('a2', 'subagent')]
    agents.push(agent('c', 'subagent', 'compaction'))
    const { readable } = conversations(files, ['a1'])
    expect(readable.list('s', agents).map((row) => [row.id, row.type, row.has_transcript])).toEqual([
      ['main', 'main', true],
      ['a1', 'subagent', true],
      ['a2', 'subagent', false],
      ['c', 'compaction', false],
    ])
  })

  it('are read from the newest file when several contain the same one', async () => {
    const { readable, asked } = conversations([stored('old.jsonl', null, 1), stored('new.jsonl', null, 2)])
    await readable.page({ sessionId: 's', agent: null, limit: 5, after: 0, before: 9 })
    expect(asked).toMatchObject([{ path: join(folder, 'new.jsonl'), after: null, before: 9, limit: 5 }])
  })

  it('are empty before their transcript is read', async () => {
    const { readable, asked } = conversations([])
    expect(await readable.page({ sessionId: 's', agent: 'x', limit: 5, after: 0, before: 0 })).toEqual(noPage)
    expect(asked).toEqual([])
  })
})
