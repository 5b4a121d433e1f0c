import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openArchive } from '../../../../../src/adapters/transcripts/archive/archive.js'
import { openParser } from '../../../../../src/adapters/transcripts/thread/parser.js'
import type {
  ConversationPage,
  Cursor,
  ImageAnswer,
  PageQuery,
  TranscriptFile,
  TranscriptParser,
} from '../../../../../src/commands/ports/transcripts.js'

const session = '0f6ab5cb-1c7d-4f0e-9b7e-0123456789ab'
const at = '2026-02-01T10:00:00.000Z'
let home: string
let path: string
let parser: TranscriptParser

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'reader-'))
  parser = openParser(join(home, 'archive'), () => undefined)
})
afterAll(async () => {
  await parser.close()
  rmSync(home, { recursive: true, force: true })
})
beforeEach(() => {
  path = join(home, `projects/-p/${session}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
})
afterEach(() => rmSync(join(home, 'archive'), { recursive: true, force: true }))

const line = (value: object): string => `${JSON.stringify(value)}\n`
const said = (text: string, more: object = {}): string =>
  line({ type: 'user', timestamp: at, uuid: text, message: { role: 'user', content: text }, ...more })
const dull = line({ type: 'progress', data: { type: 'hook_progress' } })

const file = (): TranscriptFile => {
  const { size, mtimeMs, ino: inode } = statSync(path)
  return { path, provider: 'claude', session, agent: null, size, mtimeMs, inode }
}
async function cursor(): Promise<Cursor | null> {
  let last: Cursor | null = null
  for await (const slice of parser.read({ file: file(), cursor: null, final: true })) last = slice.cursor
  return last
}
const page = (cursor: Cursor | null, query: Partial<PageQuery> = {}): Promise<ConversationPage> =>
  parser.page({ session, agent: null, provider: 'claude', path, cursor, limit: 3, after: null, before: null, ...query })
const texts = ({ messages }: ConversationPage): (string | undefined)[] =>
  messages.map((message) => message.content[0]?.text)

describe('pages of a conversation', () => {
  it('show the newest messages, the messages before a line or the messages after a line', async () => {
    writeFileSync(path, Array.from({ length: 8 }, (_, index) => said(`m${index + 1}`) + dull).join(''))
    const known = await cursor()
    const newest = await page(known)
    expect([texts(newest), newest.total, newest.has_more]).toEqual([['m6', 'm7', 'm8'], 8, true])
    const older = await page(known, { before: newest.first_line })
    expect([texts(older), older.has_more, older.last_line]).toEqual([['m3', 'm4', 'm5'], true, 9])
    const oldest = await page(known, { before: older.first_line })
    expect([texts(oldest), oldest.has_more]).toEqual([['m1', 'm2'], false])
    const behind = await page(known, { after: older.last_line })
    expect([texts(behind), behind.has_more]).toEqual([['m6', 'm7', 'm8'], false])
    expect(texts(await page(known, { after: newest.last_line }))).toEqual([])
  })

  it('show lines written after the import, and need no cursor', async () => {
    writeFileSync(path, said('m1') + said('m2'))
    const known = await cursor()
    writeFileSync(path, said('m1') + said('m2') + said('m3') + said('half').slice(0, 20))
    expect(texts(await page(known))).toEqual(['m1', 'm2', 'm3'])
    expect(texts(await page(null))).toEqual(['m1', 'm2', 'm3'])
  })

  it('are the same with and without the line index in a long conversation', async () => {
    const filler = 'x'.repeat(2000)
    const content = Array.from({ length: 3000 }, (_, index) => said(`m${index + 1} ${filler}`) + dull).join('')
    writeFileSync(path, content)
    const known = await cursor()
    expect(JSON.parse(known?.index ?? '').list.length).toBeGreaterThan(10)
    for (const query of [{}, { before: 3001 }, { before: 6 }, { after: 2999 }, { after: 5990 }])
      expect(await page(known, query)).toEqual(await page(null, query))
    expect(texts(await page(known, { before: 3001 })).map((text) => text?.slice(0, 5))).toEqual([
      'm1498',
      'm1499',
      'm1500',
    ])
  })

  it('show a reply after its prompt when the file has them swapped', async () => {
    const reply = line({
      type: 'assistant',
      uuid: 'r',
      parentUuid: 'attached',
      message: { content: [{ type: 'text', text: 'reply' }] },
    })
    const attached = line({
      type: 'attachment',
      uuid: 'attached',
      parentUuid: 'prompt',
      attachment: { type: 'file', filename: '/a.ts', content: 'let a' },
    })
    writeFileSync(path, reply + said('prompt') + attached)
    const { messages } = await page(await cursor())
    expect(messages.map(({ title, content }) => title ?? content[0]?.text)).toEqual(['prompt', 'File: /a.ts', 'reply'])
  })

  it('come from the archived copy when the transcript is missing or was replaced', async () => {
    const content = Array.from({ length: 400 }, (_, index) => said(`m${index + 1} ${'x'.repeat(2000)}`)).join('')
    writeFileSync(path, content)
    const known = await cursor()
    if (known === null) throw new Error('nothing was read')
    const expected = await page(known, { before: 200 })
    await openArchive(join(home, 'archive')).keep(file(), known, true)
    rmSync(path)
    expect(await page(known, { before: 200 })).toEqual(expected)
    writeFileSync(path, said('another conversation'))
    expect(await page(known, { before: 200 })).toEqual(expected)
    expect((await page(null, { before: 200, path: null })).messages).toEqual(expected.messages)
  })

  it('are empty when the transcript and its copy are missing', async () => {
    rmSync(path, { force: true })
    expect(await page(null)).toMatchObject({ messages: [], total: 0, has_more: false })
  })
})

const png = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1').toString('base64')
const image = (data: string): object => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/svg+xml', data },
})
const picture = (line: number, index: number): Promise<ImageAnswer> =>
  parser.image({ session, agent: null, provider: 'claude', path, cursor: null, line, index })

describe('images of a conversation', () => {
  it('are served with the type of their bytes, never the declared type', async () => {
    writeFileSync(path, dull + said('x', { message: { content: [image(png), image('PHN2Zz4=')] } }))
    const [shown] = (await page(null)).messages
    expect(shown?.content[0]).toMatchObject({
      src: `/api/sessions/${session}/transcript-image?agent_id=main&line=2&index=0`,
    })
    expect(await picture(2, 0)).toMatchObject({ type: 'image/png' })
    expect(await picture(2, 1)).toBeNull()
    expect(await picture(2, 2)).toBeNull()
    expect(await picture(9, 0)).toBeNull()
  })

  it('over 10 MB are rejected', async () => {
    writeFileSync(path, said('x', { message: { content: [image(png + 'A'.repeat(14 << 20))] } }))
    expect(await picture(1, 0)).toBeNull()
  })
})

describe('a line of a conversation', () => {
  const written = (line: number) => parser.line({ session, agent: null, provider: 'claude', path, cursor: null, line })

  it('is returned as written, also when no page shows it', async () => {
    writeFileSync(path, dull + said('x'.repeat(20_000)))
    expect(JSON.parse((await written(1))?.json ?? '')).toEqual(JSON.parse(dull))
    expect((await written(2))?.json).toContain('x'.repeat(20_000))
    expect(await written(3)).toBeNull()
  })
})

describe('the search in a conversation', () => {
  const find = (words: string) => parser.find({ session, agent: null, provider: 'claude', path, cursor: null, words })

  it('finds text on every page, case-insensitively, with a count per line', async () => {
    const lines = Array.from({ length: 300 }, (_, index) =>
      said(index % 100 === 0 ? `Lock ${index}, lock` : `m${index}`),
    )
    writeFileSync(path, dull + lines.join(''))
    expect(await find('LOCK')).toEqual({ hits: [2, 102, 202].map((line) => ({ line, count: 2 })), cut: false })
    expect((await find('m299')).hits).toEqual([{ line: 301, count: 1 }])
    expect(await find('')).toEqual({ hits: [], cut: false })
  })

  it('skips text that no page shows', async () => {
    writeFileSync(path, line({ type: 'progress', data: { words: 'lock' } }) + said('x', { cwd: '/lock' }))
    expect((await find('lock')).hits).toEqual([])
  })
})
