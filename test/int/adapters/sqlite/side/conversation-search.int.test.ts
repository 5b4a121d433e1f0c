import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConversationIndex } from '../../../../../src/adapters/sqlite/side/conversation-index.js'
import { conversationSearch } from '../../../../../src/adapters/sqlite/side/conversation-search.js'
import { SideFile } from '../../../../../src/adapters/sqlite/side/side-file.js'
import { openParser } from '../../../../../src/adapters/transcripts/thread/parser.js'
import type { TranscriptParser } from '../../../../../src/commands/ports/transcripts.js'
import { systemVisibility } from '../../../../../src/domain/access/system-visibility.js'
import type { Speaker } from '../../../../../src/domain/search/speaker.js'
import { type Kernel, openKernel } from '../../../../support/kernel/kernel.js'
import { readAll } from '../../../../support/kernel/reading.js'

const idOf = (n: number): string => `${n}1111111-1111-4111-8111-111111111111`
const START = Date.UTC(2026, 9, 1)
const HOUR = 3_600_000

/** A session with prompts, replies and tool calls that contain the word, an hour apart, shifted by session. */
const transcript = (n: number, cwd: string, lines: number): string =>
  Array.from({ length: lines }, (_, line) => {
    const content = [
      'a needle that the user dropped',
      [{ type: 'text', text: 'the agent found the needle' }],
      [{ type: 'tool_use', id: `t${n}-${line}`, name: 'Grep', input: { pattern: 'needle', path: 'src/haystack.ts' } }],
      [{ type: 'text', text: 'only hay here' }],
    ][line % 4]
    const role = line % 4 === 0 ? 'user' : 'assistant'
    return `${JSON.stringify({
      type: role,
      sessionId: idOf(n),
      uuid: `${n}-${line}`,
      cwd,
      timestamp: new Date(START + line * HOUR + n * 60_000).toISOString(),
      message: { role, id: `m${n}-${line}`, content },
    })}\n`
  }).join('')

let parser: TranscriptParser
let kernel: Kernel
let file: SideFile
let search: ReturnType<typeof conversationSearch>
beforeAll(async () => {
  parser = openParser(null, () => undefined)
  kernel = openKernel()
  const folder = join(kernel.folder, 'claude', 'projects', '-repo')
  mkdirSync(folder, { recursive: true })
  const sessions = [
    ['/home/ada/shop', 8],
    ['/home/ada/docs', 40],
    ['/home/ada/shop', 21],
    ['/srv/Shop', 3],
    ['/home/ada/workshop', 5],
  ] as const
  for (const [n, [cwd, lines]] of sessions.entries()) {
    writeFileSync(join(folder, `${idOf(n)}.jsonl`), transcript(n, cwd, lines))
  }
  await readAll(kernel, parser, { claude: join(kernel.folder, 'claude'), codex: null })
  file = new SideFile(join(kernel.folder, 'switchyard.db'), join(kernel.folder, 'side.db'))
  const index = new ConversationIndex(file, null, () => undefined)
  while (index.advance());
  search = conversationSearch(file, index, null)
})
afterAll(async () => {
  file.close()
  await kernel.close()
  await parser.close()
})

const ALL = {
  q: 'needle',
  sources: [],
  providers: [],
  session_id: [],
  project: [] as string[],
  not_project: [] as string[],
  speaker: [] as Speaker[],
  tool: [] as string[],
  file: [] as string[],
  since: undefined as number | undefined,
  until: undefined as number | undefined,
}
const TOP = { before: Number.MAX_SAFE_INTEGER }
const NEWEST = { sort: undefined, offset: 0 }

const lines = (match: typeof ALL) => search.lines(systemVisibility, { ...match, ...TOP, limit: 100 }).hits

it.each([
  ['no filter', {}],
  ['a project', { project: ['shop'] }],
  ['several projects', { project: ['shop', 'docs'] }],
  ['all but a project', { not_project: ['docs'] }],
  ['one speaker', { speaker: ['tool' as const] }],
  ['two speakers', { speaker: ['you' as const, 'agent' as const] }],
  ['a period', { since: START + 2 * HOUR, until: START + 9 * HOUR }],
  ['a tool', { tool: ['grep'] }],
  ['a part of a path', { file: ['haystack'] }],
  ['an excluded word', { q: 'needle -agent' }],
  ['everything at once', { project: ['shop'], speaker: ['you' as const], since: START + HOUR }],
])('finds the same lines by session as in one list, with %s', (_name, part) => {
  const match = { ...ALL, ...part }
  const flat = lines(match)
  expect(flat.length).toBeGreaterThan(0)
  const bySession = new Map<string, typeof flat>()
  for (const hit of flat) bySession.set(hit.session, [...(bySession.get(hit.session) ?? []), hit])
  const found: unknown[] = []
  let before: number | null = TOP.before
  // Pages of two sessions, and two hits of each: the rest of a session is in the flat list from its cursor.
  while (before !== null) {
    const page = search.sessions(systemVisibility, { ...match, ...NEWEST, limit: 2, hits: 2, before })
    expect(page.totals.matches).toBe(flat.length)
    expect(page.totals.sessions).toBe(bySession.size)
    expect(page.totals.complete).toBe(true)
    for (const { hits, next, matches } of page.groups) {
      const id = hits[0]?.session ?? ''
      const rest =
        next === null
          ? []
          : search.lines(systemVisibility, { ...match, session_id: [id], before: next, limit: 100 }).hits
      expect([...hits, ...rest]).toEqual(bySession.get(id))
      expect(matches).toBe(bySession.get(id)?.length)
      found.push(id)
    }
    before = page.next
  }
  // By the newest match, which is the order in which sessions first occur in the flat list.
  expect(found).toEqual([...bySession.keys()])
})

it('lists the sessions with most matches first, in pages', () => {
  const found: { readonly id: string | undefined; readonly matches: number }[] = []
  let offset: number | null = 0
  while (offset !== null) {
    const page = search.sessions(systemVisibility, { ...ALL, ...TOP, sort: 'matches', offset, limit: 2, hits: 1 })
    found.push(...page.groups.map(({ hits, matches }) => ({ id: hits[0]?.session, matches })))
    offset = page.next
  }
  const counts = found.map(({ matches }) => matches)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect(new Set(counts).size).toBeGreaterThan(1)
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(lines(ALL).map(({ session }) => session)))
  expect(found.length).toBe(new Set(found.map(({ id }) => id)).size)
})

it('counts the matches of each speaker, whichever are selected', () => {
  const { totals } = search.sessions(systemVisibility, {
    ...ALL,
    ...TOP,
    ...NEWEST,
    limit: 1,
    hits: 1,
    speaker: ['you'],
  })
  const all = lines(ALL)
  for (const speaker of ['you', 'agent', 'tool'] as const) {
    expect(totals.speakers[speaker]).toBe(all.filter((hit) => hit.speaker === speaker).length)
  }
  expect(totals.matches).toBe(totals.speakers.you)
})

it('compares a project with the last part of the directory, ignoring case', () => {
  expect(new Set(lines({ ...ALL, project: ['shop'] }).map(({ cwd }) => cwd))).toEqual(
    new Set(['/home/ada/shop', '/srv/Shop']),
  )
  expect(lines({ ...ALL, project: ['sh_p', '%'] })).toEqual([])
})

it('names the tool of a line that only calls one', () => {
  expect(new Set(lines(ALL).map(({ speaker, tool }) => `${speaker} ${tool}`))).toEqual(
    new Set(['you null', 'agent null', 'tool Grep']),
  )
})

it('leaves out lines with an excluded word', () => {
  const without = lines({ ...ALL, q: 'needle -agent -"user dropped"' })
  expect(new Set(without.map(({ speaker }) => speaker))).toEqual(new Set(['tool']))
  expect(without.length).toBe(lines(ALL).filter(({ speaker }) => speaker === 'tool').length)
})

it('finds the calls of a tool or with a path without any word, and marks them in the excerpt', () => {
  const calls = lines({ ...ALL, speaker: ['tool'] }).map(({ session, line }) => [session, line])
  const marked = (match: typeof ALL) => {
    const found = lines(match)
    expect(found.map(({ session, line }) => [session, line])).toEqual(calls)
    return found[0]?.snippet.marks.map(([from, to]) => found[0]?.snippet.text.slice(from, to))
  }
  expect(marked({ ...ALL, q: '', tool: ['Grep', 'Bash'] })).toEqual(['Grep'])
  expect(marked({ ...ALL, q: '', file: ['src/hay'] })).toEqual(['src/haystack'])
  // A word of a message is no tool, and the rest of the input no file.
  expect(lines({ ...ALL, q: '', tool: ['hay'] })).toEqual([])
  expect(lines({ ...ALL, q: '', file: ['needle'] })).toEqual([])
})
