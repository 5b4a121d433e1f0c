import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openParser } from '../../../../../src/adapters/transcripts/thread/parser.js'
import type { Conversation, IndexedEdit, TranscriptParser } from '../../../../../src/commands/ports/transcripts.js'
import type { Provider } from '../../../../../src/domain/tools/catalog.js'

let folder: string
let path: string
let parser: TranscriptParser

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edits-'))
  path = join(folder, 'session.jsonl')
  parser = openParser(null, () => undefined)
})
afterAll(async () => {
  await parser.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => rmSync(path, { force: true }))

const line = (value: object): string => `${JSON.stringify(value)}\n`
const timestamp = '2026-11-01T10:00:00.000Z'
const call = (id: string, name: string, input: object): string =>
  line({
    type: 'assistant',
    timestamp,
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  })
const result = (id: string, more: object = {}, toolUseResult: unknown = {}): string =>
  line({
    type: 'user',
    timestamp,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok', ...more }] },
    toolUseResult,
  })
const edit = (id: string, from: string, to: string, file = '/repo/a.ts'): string =>
  call(id, 'Edit', { file_path: file, old_string: from, new_string: to })
const patchOf = (...lines: readonly string[]) => ({ structuredPatch: [{ oldStart: 4, newStart: 4, lines }] })

const conversation = (provider: Provider = 'claude'): Conversation => ({
  session: 's',
  agent: null,
  provider,
  path,
  cursor: null,
})
const allEdits = async (provider?: Provider): Promise<readonly IndexedEdit[]> => {
  for (;;) {
    const { edits, isComplete } = await parser.edits(conversation(provider))
    if (isComplete) return edits
  }
}
const hunksOf = (edits: readonly IndexedEdit[], provider?: Provider) =>
  parser.hunks({ ...conversation(provider), edits })

describe('the file changes of a conversation', () => {
  it('have their line, their outcome and the counts of their lines', async () => {
    const refused = { is_error: true, content: '<tool_use_error>String not found</tool_use_error>' }
    writeFileSync(
      path,
      [
        line({ type: 'user', message: { role: 'user', content: 'fix it' } }),
        edit('c1', 'x', 'y\nz'),
        result('c1', {}, patchOf(' a', '-x', '+y', '+z')),
        edit('c2', 'gone', 'new'),
        result('c2', refused),
        edit('c3', 'p', 'q', '/repo/b.ts'),
      ].join(''),
    )
    const edits = await allEdits()
    expect(edits.map((one) => [one.path, one.line, one.state, one.added, one.removed, one.failure])).toEqual([
      ['/repo/a.ts', 2, 'done', 2, 1, null],
      ['/repo/a.ts', 4, 'failed', 0, 0, 'String not found'],
      ['/repo/b.ts', 6, 'pending', 1, 1, null],
    ])
  })

  it('have as many added and removed lines as their hunks', async () => {
    writeFileSync(
      path,
      [
        edit('c1', 'x', 'y'),
        result('c1', {}, patchOf('-x', '+y', '+z')),
        call('c2', 'Write', { file_path: '/repo/n.ts', content: '1\n2\n3\n' }),
        result('c2', {}, { type: 'create', structuredPatch: [] }),
        call('c3', 'NotebookEdit', { notebook_path: '/repo/n.ipynb', new_source: 'b\nc' }),
        result('c3', {}, { old_source: 'a' }),
      ].join(''),
    )
    const edits = await allEdits()
    const hunks = await hunksOf(edits)
    const counts = hunks.map(({ hunks: parts }) => {
      const lines = parts.flatMap((part) => part.lines)
      return [lines.filter((text) => text.startsWith('+')).length, lines.filter((text) => text.startsWith('-')).length]
    })
    expect(edits.map(({ added, removed }) => [added, removed])).toEqual(counts)
    expect(counts).toEqual([
      [2, 1],
      [3, 0],
      [2, 1],
    ])
    expect(hunks[0]?.hunks[0]).toEqual({ oldStart: 4, newStart: 4, lines: ['-x', '+y', '+z'] })
  })

  it('are found in what was written after the last request, and a compaction does not repeat them', async () => {
    writeFileSync(path, edit('c1', 'x', 'y'))
    expect(await allEdits()).toMatchObject([{ call: 'c1', state: 'pending' }])
    appendFileSync(path, result('c1') + edit('c1', 'x', 'y') + edit('c2', 'a', 'b') + '{"half')
    expect(await allEdits()).toMatchObject([
      { call: 'c1', state: 'done' },
      { call: 'c2', state: 'pending' },
    ])
  })

  it('are read again from the start when the transcript was replaced', async () => {
    writeFileSync(path, edit('c1', 'x', 'y') + result('c1'))
    await allEdits()
    writeFileSync(path, edit('other', 'x', 'y', '/repo/other.ts') + result('other'))
    expect(await allEdits()).toMatchObject([{ call: 'other', path: '/repo/other.ts' }])
    expect((await hunksOf(await allEdits()))[0]?.hunks[0]?.lines).toEqual(['-x', '+y'])
  })

  it('are found past the bytes that one request reads', async () => {
    const filler = line({ type: 'user', message: { role: 'user', content: 'x'.repeat(1_000_000) } })
    writeFileSync(path, filler.repeat(20) + edit('c1', 'x', 'y'))
    expect((await parser.edits(conversation())).isComplete).toBe(false)
    expect(await allEdits()).toMatchObject([{ call: 'c1', line: 21 }])
  })

  it('of Codex are found in patches, one for each file', async () => {
    const input = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch'
    const item = (payload: object): string => line({ timestamp, type: 'response_item', payload })
    const output = JSON.stringify({ output: 'Success', metadata: { exit_code: 0 } })
    writeFileSync(
      path,
      item({ type: 'custom_tool_call', call_id: 'c1', name: 'apply_patch', input }) +
        item({ type: 'custom_tool_call_output', call_id: 'c1', output }),
    )
    const edits = await allEdits('codex')
    expect(edits).toMatchObject([
      { path: 'a.ts', tool: 'Edit', state: 'done', added: 1, removed: 1 },
      { path: 'b.ts', tool: 'Edit', state: 'done', added: 1, removed: 0 },
    ])
    expect((await hunksOf(edits, 'codex')).map(({ hunks }) => hunks[0]?.lines)).toEqual([['-x', '+y'], ['+z']])
  })

  it('are none without a transcript', async () => {
    expect(await allEdits()).toEqual([])
    expect(await hunksOf([])).toEqual([])
  })
})

it('a conversation is exported as Markdown', async () => {
  writeFileSync(
    path,
    line({ type: 'user', timestamp, message: { role: 'user', content: 'fix it' } }) + edit('c1', 'x', 'y'),
  )
  let text = ''
  for await (const part of parser.markdown({ ...conversation(), toolOutput: true })) text += part
  expect(text).toContain('## User (2026-11-01 10:00 UTC)\n\nfix it')
  expect(text).toContain('```diff\n-x\n+y\n```')
})
